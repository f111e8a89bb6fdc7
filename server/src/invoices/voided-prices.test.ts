import { drafts } from '@portal/contract/billing/drafts.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { type Markup, markups } from '@portal/contract/markups/markups.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { staffScope } from '../platform/access/scope.ts'
import { lockPricing } from '../pricing/pricing-lock.queries.ts'
import { people } from '../testing/factories.ts'
import type { Purchase } from '../testing/files/transaction-files.ts'
import { bought, testImports } from '../testing/importing.ts'

const { ask, imported, rows, freshCard, clock, owner, database } = await testImports()
clock.now = new Date('2026-11-15T15:00:00Z')
const [{ id: northline }] = await rows(`select id::int from companies where name = 'Northline Haulage'`)
const card = freshCard({ weekly_product_balance_cents: 900_000, weekly_product_refresh_money_amount_cents: 900_000 })
// The provider has no rates here, so each purchase is at the file's price and flagged. All are accepted before billing.
const book = async (...purchases: Purchase[]) => {
  expect(await imported('Esso', purchases)).toMatchObject({
    status: 'done',
    counts: { booked: purchases.length, failed: 0 },
  })
  await rows('update transactions set accepted_at = now() where accepted_at is null')
}
const linesOf = (...auths: string[]) =>
  rows(
    `select t.authentication_id as auth, t.id::int, l.amount_cents::int as cents, l.markup_value_e4::int as markup, t.accepted_at is not null as is_accepted, l.flags,
       t.invoice_id is not null as is_billed
     from transactions t join transaction_lines l on l.transaction_id = t.id where t.authentication_id = any($1) order by t.id`,
    [auths],
  )
const idsOf = async (...auths: string[]): Promise<number[]> => (await linesOf(...auths)).map(({ id }) => id)
const bill = async (...txn_ids: number[]) => {
  const body = { company_id: northline, currency: 'CAD', start_date: '2026-11-01', end_date: '2026-11-14', txn_ids }
  const answer = await ask(people.staff, drafts.create, { body })
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body
}
const put = async (id: number, status: string, dates: object = {}) => {
  const { invoice_dto } = (await ask(people.staff, invoices.get, { params: { id } })).body
  return ask(people.staff, invoices.update, {
    body: { ...invoice_dto, status: { key: status, value: status }, ...dates },
  })
}
const setMarkup = async (mark_up_value: number) => {
  const filter = ['company_name:Northline Haulage', 'fuel_company_provider:Esso', 'status:ACTIVE']
  const found: Markup[] = (await ask(people.staff, markups.list, { query: { filter } })).body.markups
  const held = found.find(({ to_date }) => to_date === null) as Markup
  expect((await ask(people.staff, markups.update, { body: { ...held, mark_up_value } })).status).toBe(200)
}
const balance = async () =>
  (await rows('select weekly_product_balance_cents::int as cents from cards where card_number = $1', [await card]))[0]
    .cents

test('INV-13 MARK-5 voiding reprices the transactions at current rates and markups, and the history shows how many changed', async () => {
  await setMarkup(0.023)
  await book(
    bought(await card, { auth: 'VO1' }),
    bought(await card, { auth: 'VO2' }),
    bought(await card, { auth: 'VO3' }),
  )
  const old = await linesOf('VO1', 'VO2')
  const invoice = await bill(...(await idsOf('VO1', 'VO2')))
  await put(invoice.id, 'SENT')
  await setMarkup(0.5)
  expect(await linesOf('VO1', 'VO2')).toEqual(old.map((line) => ({ ...line, is_billed: true })))
  const before = await balance()
  const answer = await put(invoice.id, 'VOID')
  expect([answer.status, answer.body.status.key, answer.body.repriced_transactions]).toEqual([200, 'VOID', 2])
  const freed = await linesOf('VO1', 'VO2')
  await book(bought(await card, { auth: 'VO4' }))
  const [fresh] = await linesOf('VO4')
  expect(freed).toEqual(freed.map(({ id, auth }) => ({ ...fresh, id, auth, is_accepted: false })))
  const difference = freed.reduce((sum, { cents }) => sum + cents, 0) - old.reduce((sum, { cents }) => sum + cents, 0)
  expect(difference).toBeGreaterThan(0)
  expect(await balance()).toBe(before - difference - fresh.cents)
  const { entries } = (await ask(people.staff, invoices.history, { params: { id: invoice.id } })).body
  expect(entries[0].changes).toEqual(
    expect.arrayContaining([
      { field: 'repriced_transactions', before: null, after: '2' },
      { field: 'repriced_difference', before: null, after: `${(difference / 100).toFixed(2)} CAD` },
    ]),
  )
  for (const id of await idsOf('VO1', 'VO2')) {
    const [line] = (await ask(people.staff, transactions.explain, { params: { id } })).body.lines
    expect([line.replayed, line.billed]).toEqual([fresh.cents / 100, fresh.cents / 100])
  }
  // With no change since, nothing is reported and acceptance stays.
  await rows('update transactions set accepted_at = now() where accepted_at is null')
  const again = await bill(...(await idsOf('VO1', 'VO2')))
  expect(again.total_amount).toBe((2 * fresh.cents) / 100)
  expect((await put(again.id, 'VOID')).body).not.toHaveProperty('repriced_transactions')
  expect((await linesOf('VO1')).map(({ is_accepted, cents }) => [is_accepted, cents])).toEqual([[true, fresh.cents]])
})

test('INV-13 TXN-9 an unbilled credit is repriced with its released purchase; a credit on another invoice keeps both prices', async () => {
  await setMarkup(0.1)
  const some = [
    bought(await card, { auth: 'VC1' }),
    bought(await card, { auth: 'VC2' }),
    bought(await card, { auth: 'VC3' }),
  ]
  await book(...some)
  const [one, two, three] = await idsOf('VC1', 'VC2', 'VC3')
  const invoice = await bill(one as number, two as number)
  await book(...some.slice(0, 2).map((purchase) => ({ ...purchase, quantity: -purchase.quantity, date: '2026-11-05' })))
  const [, credit] = await idsOf('VC2')
  const other = await bill(
    three as number,
    ...(await rows('select id::int from transactions where authentication_id = $1', ['VO3'])).map(({ id }) => id),
  )
  await owner.query('update transactions set invoice_id = $2 where id = $1', [credit, other.id])
  const kept = await linesOf('VC2')
  await setMarkup(0.7)
  expect((await put(invoice.id, 'VOID')).body.repriced_transactions).toBe(2)
  const [purchase, taken] = await linesOf('VC1')
  expect([purchase.markup, taken.markup, purchase.cents + taken.cents]).toEqual([7000, 7000, 0])
  expect((await linesOf('VC2')).map(({ cents, markup }) => [cents, markup])).toEqual(
    kept.map(({ cents, markup }) => [cents, markup]),
  )
})

test('INV-13 I3 an invoice cannot be voided while a file is imported or a markup changes, and nothing is changed then', async () => {
  await book(bought(await card, { auth: 'VL1' }))
  const invoice = await bill(...(await idsOf('VL1')))
  let release = () => {}
  let held = () => {}
  const isHeld = new Promise<void>((resolve) => {
    held = resolve
  })
  const holder = database.transaction(staffScope(0), async (db) => {
    await lockPricing(db, true)
    held()
    await new Promise<void>((resolve) => {
      release = resolve
    })
  })
  await isHeld
  const { status, body } = await put(invoice.id, 'VOID')
  release()
  await holder
  expect([status, body.error.code]).toEqual([409, 'import.booking'])
  expect((await linesOf('VL1'))[0].is_billed).toBe(true)
  expect((await put(invoice.id, 'VOID')).status).toBe(200)
})

test('INV-5 M8 a Draft is issued in the year of its number and is not due before that, whatever the request says', async () => {
  await book(bought(await card, { auth: 'VD1' }))
  const { id, invoice_number } = await bill(...(await idsOf('VD1')))
  expect(invoice_number).toMatch(/^INV-2026-/)
  const wrongYear = { issued_date: 'Choose a day in the year of the invoice number.' }
  for (const [status, dates, fields] of [
    ['DRAFT', { issued_date: '2030-01-01', due_date: '2030-01-31' }, wrongYear],
    ['DRAFT', { issued_date: '2025-12-31' }, wrongYear],
    ['SENT', { issued_date: '2025-12-31' }, wrongYear],
    [
      'DRAFT',
      { issued_date: '2026-11-10', due_date: '2026-11-09' },
      { due_date: 'The due date cannot be before the issued date.' },
    ],
  ] as const) {
    const answer = await put(id, status, dates)
    expect([dates, answer.status, answer.body.error?.fields]).toEqual([dates, 400, fields])
  }
  expect((await put(id, 'DRAFT', { issued_date: '2026-01-01' })).body.issued_date).toBe('2026-01-01')
  // A Draft with a wrong date from another source cannot be sent but can be voided.
  await owner.query(`update invoices set issued_date = '2025-12-31' where id = $1`, [id])
  expect((await put(id, 'SENT')).body.error?.fields).toEqual(wrongYear)
  expect((await put(id, 'VOID')).status).toBe(200)
})
