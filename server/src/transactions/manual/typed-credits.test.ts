import { billingRuns, type PreviewRow } from '@portal/contract/billing/billing-runs.ts'
import { type Markup, markups } from '@portal/contract/markups/markups.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { manualBody, manualLine, people } from '../../testing/factories.ts'
import { bought, testImports } from '../../testing/importing.ts'

const { ask, imported, rows, freshCard } = await testImports()
const northline = Number((await rows(`select id from companies where name = 'Northline Haulage'`))[0].id)
const amounts = async (auth: string) =>
  (
    await rows('select amount_cents::int as cents from transactions where authentication_id = $1 order by id', [auth])
  ).map(({ cents }) => cents)
const typed = async (auth: string, card_number: string, litres: number, dtl_amt: number) => {
  const dtl_hst_amt = Number(((dtl_amt * 13) / 113).toFixed(2))
  const line = manualLine({ dtl_sls_type: '1', dtl_qty: -litres, dtl_hst_amt, dtl_amt, dtl_discount: 0 })
  const head = { authentication_id: auth, card_number, txn_date: '2026-11-04T08:15', txn_attr: [line] }
  const { status, body } = await ask(people.staff, manualTransactions.create, { body: manualBody(northline, head) })
  expect([status, body.error]).toEqual([201, undefined])
  expect(body.credited_id).toEqual(expect.any(Number))
}

test('TXN-9 TXN-13 after a manual credit, a file cannot credit that product: the amount left for its litres is unknown', async () => {
  const card = await freshCard()
  const purchase = bought(card, { auth: 'TY1', quantity: 300 })
  await imported('Esso', [purchase])
  await typed('TY1', card, 1, -100)
  const before = await amounts('TY1')
  const report = await imported('Esso', [{ ...purchase, quantity: -200, date: '2026-11-05' }])
  expect([report.counts, report.errors[0].reason]).toEqual([
    { read: 1, booked: 0, duplicate: 0, quarantined: 0, failed: 1, review: 0 },
    expect.stringContaining('Enter this credit by hand too'),
  ])
  expect(await amounts('TY1')).toEqual(before)
})

test('MARK-5 TXN-13 a purchase with a manual credit keeps its price, so that the credit never exceeds the billed amount', async () => {
  const card = await freshCard()
  await imported('Esso', [bought(card, { auth: 'TY2' }), bought(card, { auth: 'TY3' })])
  const [whole, other] = [(await amounts('TY2'))[0], (await amounts('TY3'))[0]]
  await typed('TY2', card, 100, -whole / 100)
  const filter = ['company_name:Northline Haulage', 'fuel_company_provider:Esso', 'status:ACTIVE']
  const held = (await ask(people.staff, markups.list, { query: { filter } })).body.markups.find(
    ({ to_date }: Markup) => to_date === null,
  ) as Markup
  const change = (mark_up_value: number, version: number) =>
    ask(people.staff, markups.update, { body: { ...held, mark_up_value, version } })
  expect((await change(held.mark_up_value + 0.5, held.version)).status).toBe(200)
  expect(await amounts('TY2')).toEqual([whole, -whole])
  expect((await amounts('TY3'))[0]).toBeGreaterThan(other)
  expect((await change(held.mark_up_value, held.version + 1)).status).toBe(200)
})

test('INV-11 TXN-9 a credit accepted on its own is not billed before its purchase', async () => {
  const card = await freshCard()
  const purchase = bought(card, { auth: 'TY4', site: '990001' })
  await imported('Esso', [purchase])
  await imported('Esso', [{ ...purchase, quantity: -40, date: '2026-11-05' }])
  const ids = (await rows(`select id::int from transactions where authentication_id = 'TY4' order by id`)).map(
    ({ id }) => id,
  )
  const [billed, back] = await amounts('TY4')
  const found = async () => {
    const { body } = await ask(people.staff, billingRuns.preview, {
      query: { start_date: '2026-11-01', end_date: '2026-11-14' },
    })
    const row = (body.rows as PreviewRow[]).find(
      ({ company_id, currency }) => company_id === northline && currency === 'CAD',
    )
    return Math.round((row?.total ?? 0) * 100)
  }
  const accept = (id: number) => ask(people.staff, transactions.accept, { body: { ids: [id] } })
  const before = await found()
  expect((await accept(ids[1])).status).toBe(200)
  expect(await found()).toBe(before)
  expect((await accept(ids[0])).status).toBe(200)
  expect(await found()).toBe(before + billed + back)
})
