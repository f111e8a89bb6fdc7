import { claims } from '@portal/contract/claims/claims.ts'
import { beforeAll, expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { bought, testImports } from '../testing/importing.ts'
import { deriveClaims } from './claims.actions.ts'

const { ask, imported, rows, freshCard, database, owner } = await testImports()

/** The site 6006 of Esso publishes 1.6676 a litre on 3 November. */
beforeAll(async () => {
  await owner.query('truncate claim_entries')
  await rows(
    `with s as (insert into sites (provider_id, site_number, province) select id, '6006', 'ON' from fuel_providers where name = 'Esso' returning id, provider_id),
       i as (insert into imports (company_id, kind, provider, file_name, size_bytes, sha256, mode, status)
         select id, 'rates', 'Esso', 'r.xlsx', 1, sha256('x'), 'all', 'done' from companies where kind = 'provider' returning id),
       u as (insert into rate_uploads (import_id, provider_id, from_date, to_date, rates_count, sites_count) select i.id, s.provider_id, '2026-11-03', '2026-11-03', 1, 1 from i, s returning id)
     insert into daily_rates (provider_id, site_id, product, code, day, price_e4, currency, unit, upload_id, row_no)
     select s.provider_id, s.id, 'D1', 'DSL EFF LS', '2026-11-03', 16676, 'CAD', 'L', u.id, 2 from s, u`,
  )
})
const at = (card: string, price: number, changes = {}) => bought(card, { site: '6006', price, ...changes })
const listed = async (...filter: string[]) => {
  await deriveClaims(database)
  return (await ask(people.staff, claims.list, { query: { filter, size: '50' } })).body.claims
}
const of = (auth: string) => listed(`authentication_id:${auth}`)

test('COST-4 a price above the published rate becomes a claim when its file is booked, with the sales tax on it', async () => {
  const card = await freshCard()
  await imported('Esso', [
    at(card, 1.6676, { auth: 'FAIR' }),
    at(card, 1.6681, { auth: 'NEAR' }),
    at(card, 1.7676, { auth: 'OVER', taxes: { HST: 22.98 } }),
    at(card, 1.5, { auth: 'UNDER' }),
    at(card, 60, { auth: 'SIXTY' }),
  ])
  expect((await rows('select count(*)::int as count from claims'))[0].count).toBe(0)
  const found = await listed()
  expect(found.map((one: { authentication_id: string }) => one.authentication_id).sort()).toEqual(['OVER', 'SIXTY'])
  expect(await of('OVER')).toMatchObject([
    {
      kind: 'price',
      provider: 'Esso',
      quantity: 100,
      unit: 'L',
      charged: 1.7676,
      published: 1.6676,
      amount: 10,
      tax: 1.3,
      total: 11.3,
      currency: 'CAD',
      status: 'open',
      packet: null,
      proposed_credit: null,
    },
  ])
  // The line of the issue: 60.00 a litre against 1.6676.
  expect(await of('SIXTY')).toMatchObject([{ charged: 60, published: 1.6676, amount: 5833.24 }])
})

test('COST-4 a tax charged during its suspension, or one without a rate, becomes a claim', async () => {
  const card = await freshCard()
  await imported('Esso', [bought(card, { auth: 'TAXED', fet: 0.04, taxes: { GST: 37.5, HST: 19.5 } })])
  expect(await of('TAXED')).toMatchObject([
    { kind: 'tax', taxes: 'FET/GST', charged: 41.5, published: 0, amount: 4, tax: 37.5 + 0.52 },
  ])
})

test('COST-4 an open claim follows its line: repriced by a new rate it changes or goes, and comes back', async () => {
  const card = await freshCard()
  await imported('Esso', [at(card, 1.75, { auth: 'MOVED' })])
  const [{ id, amount }] = await of('MOVED')
  expect(amount).toBe(8.24)
  const publish = (price_e4: number) =>
    rows(
      `update transaction_lines set rate_price_e4 = $1::bigint, flags = case when $1::bigint < 17500 then '{provider_price}'::text[] else '{}' end
       where transaction_id in (select id from transactions where authentication_id = 'MOVED')`,
      [price_e4],
    )
  await publish(17_000)
  expect(await of('MOVED')).toMatchObject([{ id, amount: 5, version: 2 }])
  await publish(17_500)
  expect(await of('MOVED')).toEqual([])
  await publish(16_676)
  expect(await of('MOVED')).toMatchObject([{ amount: 8.24, status: 'open' }])
  await rows(`delete from transactions where authentication_id = 'MOVED'`)
  expect(await of('MOVED')).toEqual([])
})

test('COST-4 claims are sent as one packet for each provider and currency, as CSV and PDF without our customer', async () => {
  const card = await freshCard()
  await imported('Esso', [at(card, 1.8, { auth: 'SENT1' }), at(card, 1.9, { auth: 'SENT2' })])
  const [one] = await of('SENT1')
  const [two] = await of('SENT2')
  const { status, body } = await ask(people.staff, claims.send, { body: { ids: [one.id, two.id] } })
  expect([status, body]).toMatchObject([
    200,
    { sent: 2, packets: [{ provider: 'Esso', currency: 'CAD', claims: 2, total: one.total + two.total }] },
  ])
  const [packet] = body.packets
  expect(await of('SENT1')).toMatchObject([{ status: 'sent', packet: packet.number, sent_at: expect.any(String) }])
  expect((await listed(`packet_id:${packet.number}`)).map(({ id }: { id: number }) => id).toSorted()).toEqual([
    one.id,
    two.id,
  ])
  const file = (format: string) => ask(people.staff, claims.packet, { params: { id: packet.id }, query: { format } })
  const csv = await file('csv')
  expect(csv.headers['content-disposition']).toContain(`${packet.number}.csv`)
  expect(csv.text.trim().split(/\r?\n/)).toHaveLength(3)
  expect(csv.text).toContain('SENT2')
  expect(csv.text).not.toContain('Northline')
  const pdf = await file('pdf')
  expect([pdf.status, pdf.headers['content-type'], pdf.text.startsWith('%PDF')]).toEqual([200, 'application/pdf', true])
  const list = await ask(people.staff, claims.list, { query: { format: 'csv', filter: 'authentication_id:SENT1' } })
  expect(list.text).toMatch(new RegExp(`,Sent,${packet.number},`))
  // Sent once: a second call finds nothing open, and a new rate does not change what was sent.
  expect((await ask(people.staff, claims.send, { body: { ids: [one.id] } })).body.error.code).toBe('claim.none-open')
  await rows(
    `update transaction_lines set rate_price_e4 = 17000, flags = '{provider_price}' where transaction_id in (select id from transactions where authentication_id = 'SENT1')`,
  )
  expect(await of('SENT1')).toMatchObject([{ status: 'sent', amount: one.amount }])
  const log = await rows(`select record_label, after from audit_log where action = 'claims.send' order by id`)
  expect(log).toMatchObject([
    { record_label: 'SENT1', after: { status: 'sent', packet: packet.number } },
    { record_label: 'SENT2', after: { status: 'sent' } },
  ])
  const none = await ask(people.staff, claims.send, { body: { ids: [] } })
  expect([none.status, none.body.error.fields]).toEqual([400, { ids: 'Choose at least one claim.' }])
})

test('COST-4 a packet stays as sent when its claims are opened again, its purchases go and its sender is renamed', async () => {
  const card = await freshCard()
  await imported('Esso', [at(card, 1.8, { auth: 'KEPT1' }), at(card, 1.9, { auth: 'KEPT2' })])
  const both = [...(await of('KEPT2')), ...(await of('KEPT1'))]
  const ids = both.map(({ id }) => id)
  const [packet] = (await ask(people.staff, claims.send, { body: { ids } })).body.packets
  const file = async (format: string) =>
    (await ask(people.staff, claims.packet, { params: { id: packet.id }, query: { format } })).text
  const sent = { csv: await file('csv'), pdf: await file('pdf') }
  expect(sent.csv.match(/KEPT\d/g)).toHaveLength(2)
  for (const id of ids)
    await ask(people.staff, claims.reopen, { params: { id }, body: { reason: 'Sent to the wrong address' } })
  await rows(`update billing_settings set legal_name = 'Renamed Ltd.', address = 'Elsewhere'`)
  await rows(`delete from transactions where authentication_id = 'KEPT2'`)
  expect({ csv: await file('csv'), pdf: await file('pdf') }).toEqual(sent)
})

test('COST-4 all claims that match a filter are sent', async () => {
  const card = await freshCard()
  await imported('Esso', [at(card, 1.8, { auth: 'ALL1' }), at(card, 1.8, { auth: 'ALL2' })])
  await deriveClaims(database)
  const { body } = await ask(people.staff, claims.send, {
    body: { filter: ['authentication_id::ALL', 'provider:Esso'] },
  })
  expect(body).toMatchObject({ sent: 2, packets: [{ claims: 2 }] })
  expect(await listed('authentication_id::ALL', 'status:sent')).toHaveLength(2)
})

test('COST-4 sending is previewed: the open ones, how many packets, and the sum of each currency', async () => {
  const card = await freshCard()
  await imported('Esso', [
    at(card, 1.8, { auth: 'ASK1' }),
    at(card, 1.9, { auth: 'ASK2' }),
    at(card, 2, { auth: 'ASK3' }),
  ])
  const [[one], [two], [three]] = [await of('ASK1'), await of('ASK2'), await of('ASK3')]
  await ask(people.staff, claims.send, { body: { ids: [three.id] } })
  const preview = (body: object) => ask(people.staff, claims.sendPreview, { body })
  const expected = { ids: [one.id, two.id], packets: 1, totals: [{ currency: 'CAD', total: one.total + two.total }] }
  expect((await preview({ ids: [one.id, two.id, three.id] })).body).toEqual(expected)
  expect((await preview({ filter: ['authentication_id::ASK'] })).body).toEqual(expected)
  expect((await preview({ ids: [three.id] })).body.error.code).toBe('claim.none-open')
  expect(await of('ASK1')).toMatchObject([{ status: 'open', version: one.version }])
})

test('COST-4 a claim is credited after it was sent, and once', async () => {
  const card = await freshCard()
  await imported('Esso', [at(card, 1.8, { auth: 'ONCE' })])
  const [{ id }] = await of('ONCE')
  const credit = async (note: string) => {
    const { status, body } = await ask(people.staff, claims.credit, { params: { id }, body: { note } })
    return [status, body.error?.code ?? body.status]
  }
  expect(await credit('Cheque 1')).toEqual([409, 'claim.not-sent'])
  await ask(people.staff, claims.send, { body: { ids: [id] } })
  expect(await credit('Cheque 1')).toEqual([200, 'credited'])
  expect(await credit('Cheque 2')).toEqual([409, 'claim.is-credited'])
  expect(await of('ONCE')).toMatchObject([{ status: 'credited', note: 'Cheque 1' }])
})

test('COST-4 a credit in a file is proposed for its claim and linked, and a purchase credited in full has none open', async () => {
  const card = await freshCard()
  const over = at(card, 1.8, { auth: 'BACK' })
  await imported('Esso', [over])
  const [claim] = await of('BACK')
  await ask(people.staff, claims.send, { body: { ids: [claim.id] } })
  await imported('Esso', [{ ...over, quantity: -20 }])
  const [proposed] = await of('BACK')
  expect(proposed.proposed_credit).toMatchObject({ amount: -36 })
  const foreign = (await rows(`select min(id)::int as id from transactions where authentication_id = 'OVER'`))[0].id
  const wrong = await ask(people.staff, claims.credit, { params: { id: claim.id }, body: { credit_id: foreign } })
  expect([wrong.status, wrong.body.error.fields]).toEqual([
    400,
    { credit_id: 'Choose a credit of this fuel provider in the currency of the claim.' },
  ])
  const { body } = await ask(people.staff, claims.credit, {
    params: { id: claim.id },
    body: { credit_id: proposed.proposed_credit.txn_id, version: proposed.version },
  })
  expect(body).toMatchObject({ status: 'credited', credit_id: proposed.proposed_credit.txn_id, proposed_credit: null })
  const stale = await ask(people.staff, claims.reopen, { params: { id: claim.id }, body: { reason: 'No', version: 1 } })
  expect(stale.body.error.code).toBe('record.stale')
  const reopened = await ask(people.staff, claims.reopen, { params: { id: claim.id }, body: { reason: 'Only a part' } })
  expect(reopened.body).toMatchObject({ status: 'open', packet: null, credit_id: null, note: 'Only a part' })
  expect(await of('BACK')).toMatchObject([{ status: 'open' }])
  expect(
    (await ask(people.staff, claims.reopen, { params: { id: claim.id }, body: { reason: 'x' } })).body.error.code,
  ).toBe('claim.is-open')
  await imported('Esso', [{ ...over, quantity: -80, date: '2026-11-06' }])
  expect(await of('BACK')).toEqual([])
})
