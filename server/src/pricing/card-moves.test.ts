import { cardMoves, type MovePreview } from '@portal/contract/cards/card-moves.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { english } from '@portal/contract/english.ts'
import { markups } from '@portal/contract/markups/markups.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { billTransactions, cardBody, manualLine, people } from '../testing/factories.ts'
import { makeXlsx } from '../testing/files/workbooks.ts'
import { bought, testImports } from '../testing/importing.ts'
import { essoHeader, essoRates as essoRate } from '../testing/rows/rate-rows.ts'
import { form } from '../testing/uploads.ts'

const { ask, imported, rows, freshCard, owner, clock } = await testImports()
clock.now = new Date('2026-11-15T15:00:00Z')
const idOf = async (name: string): Promise<number> =>
  (await rows('select id::int from companies where name = $1', [name]))[0].id
const [northline, prairie] = [await idOf('Northline Haulage'), await idOf('Prairie Freight')]
const [{ id: provider }] = await rows(`select id::int from companies where kind = 'provider'`)
const cardId = async (card: string): Promise<number> =>
  (await rows('select id::int from cards where card_number = $1', [card]))[0].id

const uploadRate = async (site: string, retail: number | null) => {
  const cells = { 2: site, 4: 'Calgary', 5: 'AB', 7: 160, 8: null, 9: null, 10: null, 11: retail }
  const day = `2026-11-0${retail === null ? 1 : 2}`
  const content = makeXlsx([essoHeader, essoRate({ 0: day, 1: day, ...cells })])
  const sent = form({ content, name: `r-${site}.xlsx`, type: 'application/octet-stream', before: { type: 'Esso' } })
  expect((await ask(people.staff, dailyRates.upload, sent)).status).toBe(201)
}
/** Northline pays .05 and Prairie .11 a litre on top of a rate at the site. */
beforeAll(async () => {
  // The demo's transactions were truncated, which leaves their counts.
  await rows('truncate transaction_counts')
  await rows(`update markups set status = 'INACTIVE' where company_id in ($1, $2)`, [northline, prairie])
  for (const [company, mark_up_value] of [
    [northline, 0.05],
    [prairie, 0.11],
  ] as const)
    expect(
      (
        await ask(people.staff, markups.create, {
          body: { customer_company_id: company, fuel_company_provider_id: 1, mark_up_value, from_date: '2026-01-01' },
        })
      ).status,
    ).toBe(201)
  await uploadRate('8101', null)
})
const stop = { date: '2026-11-10', site: '8101', city: 'Calgary', province: 'AB' }
// 12:00 in Toronto is 10:00 in Calgary.
const noon = '2026-11-10T12:00:00-05:00'
type Move = { cardIds: number[]; customerCompanyId: number; [more: string]: unknown }
const assign = (body: Move) => ask(people.staff, cardMoves.assign, { body })
const preview = (body: Move) => ask(people.staff, cardMoves.assignPreview, { body })
const stateOf = async (card: string) =>
  Object.fromEntries(
    (
      await rows(
        `select authentication_id || case when amount_cents < 0 then '-' else '' end as code, company_id::int as company, amount_cents::int as cents
         from transactions where card_number = $1`,
        [card],
      )
    ).map(({ code, company, cents }) => [code, [company, cents]]),
  )
const breaches = async () => {
  const client = await owner.connect()
  try {
    // The invoices of this test take numbers out of the series.
    return (await reconcile(client as pg.PoolClient)).breaches.filter(({ rule }) => rule !== 'M8')
  } finally {
    client.release()
  }
}

/** Every price is explained, customers see only their own, the books agree, and the audit log says what moved. */
async function checkMoved(): Promise<void> {
  const [{ id }] = await rows(`select id::int from transactions where authentication_id = 'MV3'`)
  const { lines } = (await ask(people.staff, transactions.explain, { params: { id } })).body
  for (const line of lines) expect(line.replayed).toEqual(line.billed)
  expect((await ask(people.northline, transactions.get, { params: { id } })).status).toBe(404)
  expect(await breaches()).toEqual([])
  const noted = await rows(
    `select action, before, after from audit_log where action in ('cards.assign', 'transactions.follow') order by id desc limit 4`,
  )
  expect(noted.filter(({ action }) => action === 'transactions.follow')).toHaveLength(3)
  expect(noted.find(({ action }) => action === 'cards.assign')).toMatchObject({ after: { effective_at: noon } })
  expect(noted.find(({ action }) => action === 'transactions.follow')).toMatchObject({
    before: { company_name: 'Northline Haulage' },
    after: { company_name: 'Prairie Freight' },
  })
}

test('TXN-21 purchases after a card’s move follow exactly as previewed, priced like a purchase of the new company', async () => {
  const card = await freshCard()
  await imported('Esso', [
    bought(card, { ...stop, auth: 'MV1', time: '09:30' }),
    bought(card, { ...stop, auth: 'MV2', time: '10:30' }),
    bought(card, { ...stop, auth: 'MV3', time: '11:30', quantity: 200 }),
    bought(card, { ...stop, auth: 'MV4', time: '12:30' }),
    bought(card, { ...stop, auth: 'MV2', time: '13:30', quantity: -40 }),
  ])
  const [{ id: billed }] = await rows(`select id::int from transactions where authentication_id = 'MV4'`)
  await billTransactions(owner, [billed])
  const before = await stateOf(card)
  const move = { cardIds: [await cardId(card)], customerCompanyId: prairie, effective_at: noon }

  const shown: MovePreview = (await preview(move)).body
  expect(shown).toMatchObject({ cards: 1, changed: 1, count: 3, staying: 1, token: expect.any(String) })
  expect(await stateOf(card)).toEqual(before)
  // What the same purchases cost when they are imported for Prairie.
  const own = await freshCard({ company_id: prairie })
  await imported('Esso', [
    bought(own, { ...stop, auth: 'OW2', time: '10:30' }),
    bought(own, { ...stop, auth: 'OW3', time: '11:30', quantity: 200 }),
    bought(own, { ...stop, auth: 'OW2', time: '13:30', quantity: -40 }),
  ])
  const theirs = await stateOf(own)

  const { status, body } = await assign({ ...move, move_purchases: true, preview_token: shown.token })
  expect([status, body]).toEqual([
    200,
    { cards: 1, changed: 1, purchases: { count: 3, totals: shown.totals, staying: 1 } },
  ])
  const after = await stateOf(card)
  expect(after).toEqual({
    MV1: before.MV1,
    MV2: theirs.OW2,
    MV3: theirs.OW3,
    MV4: before.MV4,
    'MV2-': theirs['OW2-'],
  })
  expect([before.MV2?.[0], after.MV2?.[0]]).toEqual([northline, prairie])
  // .06 a litre and 5 % GST on 100 + 200 − 40 litres.
  const sum = (state: Record<string, number[]>) =>
    ['MV2', 'MV3', 'MV2-'].reduce((total, code) => total + (state[code]?.[1] ?? 0), 0)
  expect(sum(after) - sum(before)).toBe(Math.round(260 * 6 * 1.05))
  expect(shown.totals).toEqual([
    {
      currency: 'CAD',
      before: sum(before) / 100,
      after: sum(after) / 100,
      difference: (sum(after) - sum(before)) / 100,
    },
  ])
  for (const { txn_id, after: is } of shown.transactions)
    expect((await rows('select amount_cents::int as cents from transactions where id = $1', [txn_id]))[0].cents).toBe(
      Math.round(is * 100),
    )
  await checkMoved()
  // A file that comes later goes by the move.
  await imported('Esso', [
    bought(card, { ...stop, auth: 'MV5', time: '09:59' }),
    bought(card, { ...stop, auth: 'MV6', time: '10:00' }),
  ])
  const late = await stateOf(card)
  expect([late.MV5?.[0], late.MV6?.[0]]).toEqual([northline, prairie])
})

test('TXN-21 without the request nothing follows; it can be asked for later, and a changed preview is refused', async () => {
  const card = await freshCard()
  await imported('Esso', [bought(card, { ...stop, auth: 'LT1', time: '10:30' })])
  const move = { cardIds: [await cardId(card)], customerCompanyId: prairie }
  expect((await assign({ ...move, effective_at: noon })).body).toEqual({ cards: 1, changed: 1 })
  expect((await stateOf(card)).LT1?.[0]).toBe(northline)
  const shown: MovePreview = (await preview(move)).body
  expect(shown).toMatchObject({
    cards: 1,
    changed: 0,
    count: 1,
    transactions: [{ authentication_id: 'LT1', company_name: 'Northline Haulage' }],
  })
  await rows(`update transaction_lines set flags = flags where transaction_id = $1`, [shown.transactions[0]?.txn_id])
  await billTransactions(owner, [shown.transactions[0]?.txn_id as number])
  const stale = await assign({ ...move, move_purchases: true, preview_token: shown.token })
  expect([stale.status, stale.body.error.code]).toEqual([409, 'card.preview-stale'])
  expect((await assign({ ...move, move_purchases: true })).body).toEqual({
    cards: 1,
    changed: 0,
    purchases: { count: 0, totals: [], staying: 1 },
  })
  expect((await stateOf(card)).LT1?.[0]).toBe(northline)
})

test('TXN-21 typed prices follow unchanged, a purchase with a typed credit stays, and customers’ caps apply', async () => {
  const card = await freshCard()
  const type = (code: string, more: object = {}) =>
    ask(people.staff, manualTransactions.create, {
      body: {
        card_number: card,
        authentication_id: code,
        txn_date: '2026-11-10T11:00:00',
        dtl_stn_prv: 'AB',
        currency: 'CAD',
        txn_attr: [manualLine({ dtl_hst_amt: 0, dtl_amt: 967.85 })],
        ...more,
      },
    })
  expect((await type('TY1')).status).toBe(201)
  expect((await type('TY2')).status).toBe(201)
  const credit = manualLine({ dtl_qty: -500, dtl_hst_amt: 0, dtl_amt: -967.85, dtl_discount: 0 })
  expect((await type('TY2', { txn_date: '2026-11-11T11:00:00', txn_attr: [credit] })).status).toBe(201)
  await uploadRate('8102', 170)
  await rows('update customers set is_capped_at_retail = true where company_id = $1', [prairie])
  const own = await freshCard({ company_id: prairie })
  await imported('Esso', [
    bought(card, { ...stop, site: '8102', auth: 'CP1', time: '10:40' }),
    bought(own, { ...stop, site: '8102', auth: 'CP2', time: '10:40' }),
  ])
  const before = await stateOf(card)
  const move = { cardIds: [await cardId(card)], customerCompanyId: prairie, effective_at: noon }
  const answer = await assign({ ...move, move_purchases: true })
  expect([answer.status, answer.body.purchases]).toMatchObject([200, { count: 2, staying: 1 }])
  const after = await stateOf(card)
  expect(after).toMatchObject({
    TY1: [prairie, before.TY1?.[1]],
    TY2: before.TY2,
    'TY2-': before['TY2-'],
    // At most the 1.70 at the pump, not 1.60 + .11 and GST.
    CP1: [prairie, 17_000],
  })
  expect((await stateOf(own)).CP2).toEqual(after.CP1)
  expect(await breaches()).toEqual([])
})

test('TXN-21 a move is neither ahead of time nor before the present company held the card; the first customer’s too', async () => {
  const card = await freshCard()
  const cardIds = [await cardId(card)]
  const faultOf = ({ status, body }: { status: number; body: { error?: { fields?: Record<string, string> } } }) => [
    status,
    body.error?.fields,
  ]
  const move = { cardIds, customerCompanyId: prairie }
  expect(faultOf(await assign({ ...move, effective_at: '2026-11-15T15:00:01Z' }))).toEqual([
    400,
    { effective_at: english('card.move-ahead') },
  ])
  expect(faultOf(await assign({ ...move, effective_at: '2026-11-10T12:00:00' }))).toEqual([
    400,
    { effective_at: english('field.instant') },
  ])
  expect((await assign({ ...move, effective_at: noon })).status).toBe(200)
  const back = { cardIds, customerCompanyId: northline }
  for (const effective_at of [noon, '2026-11-10T16:59:59Z'])
    expect(faultOf(await assign({ ...back, effective_at }))).toEqual([
      400,
      {
        effective_at:
          'At this time, 1 of the chosen cards did not belong to their present company yet. Choose a later time.',
      },
    ])
  expect(faultOf(await preview({ ...back, effective_at: noon }))[0]).toBe(400)
  expect((await assign({ ...back, effective_at: '2026-11-10T17:00:01Z' })).status).toBe(200)
  expect(
    await rows(
      `select company_id::int as company, case when from_at > '-infinity' then from_at end as at from card_assignments where card_id = $1 order by from_at`,
      cardIds,
    ),
  ).toEqual([
    { company: northline, at: null },
    { company: prairie, at: expect.anything() },
    { company: northline, at: expect.anything() },
  ])
  // A card of the provider's: with a given time the first customer holds it from then on, without one from the beginning.
  const holders = async (more: object) => {
    const fresh = await cardId(await freshCard({ company_id: provider }))
    expect((await assign({ cardIds: [fresh], customerCompanyId: northline, ...more })).status).toBe(200)
    return (
      await rows('select company_id::int as company from card_assignments where card_id = $1 order by from_at', [fresh])
    ).map(({ company }) => company)
  }
  expect([await holders({}), await holders({ effective_at: noon })]).toEqual([[northline], [provider, northline]])
  const toProvider = await assign({ cardIds, customerCompanyId: provider, move_purchases: true })
  expect(faultOf(toProvider)).toEqual([400, { customerCompanyId: english('card.purchases-customer') }])
  expect(await breaches()).toEqual([])
})

test('TXN-21 the card’s own form takes the time of a change of company', async () => {
  const made = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const change = (body: object) =>
    ask(people.staff, cards.update, { params: { id: made.id }, body: { ...made, ...body } })
  const ahead = await change({ company: prairie, effective_at: '2027-01-01T00:00:00Z' })
  expect([ahead.status, ahead.body.error.fields]).toEqual([400, { effective_at: english('card.move-ahead') }])
  // Without a change of company the time says nothing.
  expect((await change({ effective_at: '2027-01-01T00:00:00Z', version: null })).status).toBe(200)
  expect((await change({ company: prairie, effective_at: noon, version: null })).status).toBe(200)
  expect(
    await rows(
      `select company_id::int as company, extract(epoch from from_at)::int as at from card_assignments where card_id = $1 and from_at > '-infinity'`,
      [made.id],
    ),
  ).toEqual([{ company: prairie, at: Date.parse(noon) / 1000 }])
})
