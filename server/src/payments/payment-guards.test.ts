import { beforeAll, expect, test } from 'vitest'
import { insertCustomer, insertSentInvoice, type SentInvoice } from '../testing/paying.ts'
import { refusedBy } from '../testing/refused-by.ts'
import { testApp } from '../testing/test-app.ts'

const { owner, database } = await testApp()
/** Inserts a payment directly, to test the database without the service's checks. */
const insert = `insert into settlements (kind, company_id, invoice_id, currency, amount_cents, payment_date, payment_mode, reference_id, reverses_id, receipt_id, settled_on)
  select 'payment', company_id, id, currency, $2, '2026-11-10', 'cheque', 'CHQ 1', $3, $4, '2026-11-10' from invoices where id = $1`
const pay = (invoice: SentInvoice, cents: number, reverses: number | null = null) =>
  refusedBy(database.pools.portal_staff, insert, [invoice.id, cents, reverses, receipt])

let company = 0
let sent: SentInvoice
let other: SentInvoice
let paid = 0
let receipt = 0
beforeAll(async () => {
  company = await insertCustomer(owner)
  sent = await insertSentInvoice(owner, company, 10_000)
  other = await insertSentInvoice(owner, company, 10_000)
  const { rows } = await owner.query<{ id: number }>(
    `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference)
     values ($1, 'CAD', 50000, '2026-11-10', 'cheque', 'CHQ 1') returning id::int`,
    [company],
  )
  receipt = rows[0]?.id as number
  await owner.query(insert, [sent.id, 4_000, null, receipt])
  await owner.query(insert, [other.id, 4_000, null, receipt])
  paid = Number((await owner.query('select id from settlements where invoice_id = $1', [sent.id])).rows[0].id)
})

test("M5 the database rejects any cent over an invoice's amount due, and any payment of a Draft", async () => {
  expect(await pay(sent, 6_000)).toBe('done')
  expect(await pay(sent, 6_001)).toBe('invoices_never_overpaid')
  expect(await pay(await insertSentInvoice(owner, company, 10_000, { status: 'DRAFT' }), 100)).toBe(
    'settlements_only_on_sent',
  )
})

test("PAY-5 M13 the database accepts a reversal only of the same invoice's payment, in full and once", async () => {
  expect(await pay(sent, -4_000, paid)).toBe('done')
  for (const [invoice, cents] of [
    [sent, -3_999],
    [sent, -4_001],
    [other, -4_000],
  ] as const)
    expect([cents, await pay(invoice, cents, paid)]).toEqual([cents, 'settlements_reverse_whole'])
  await owner.query(insert, [sent.id, -4_000, paid, receipt])
  expect(await pay(sent, -4_000, paid)).not.toBe('done')
})
