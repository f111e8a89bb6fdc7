import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { receipts } from '@portal/contract/receipts/receipts.ts'
import { refunds, writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { type IssuedInvoice, issueSeptember } from '../../testing/invoices.ts'
import { testApp } from '../../testing/test-app.ts'
import { reconcile } from './reconcile.ts'

const { ask, owner, database } = await testApp()
let paid: IssuedInvoice
let split: IssuedInvoice
let voided: IssuedInvoice
let credited: IssuedInvoice
let written: IssuedInvoice
let [receipt, returned, refunded] = [0, 0, 0]

const cents = ({ cents: amount }: IssuedInvoice) => amount / 100
/** A month of the desk: payments, one returned, money on account refunded, credit notes, a void invoice, a write-off. */
beforeAll(async () => {
  const issued = (await issueSeptember(owner, database)).filter(({ currency }) => currency === 'CAD')
  ;[paid, split, voided, credited, written] = issued as [
    IssuedInvoice,
    IssuedInvoice,
    IssuedInvoice,
    IssuedInvoice,
    IssuedInvoice,
  ]
  const receive = async (invoice: IssuedInvoice, amount: number, more: number) =>
    (
      await ask(people.staff, receipts.create, {
        body: {
          company_id: invoice.company_id,
          currency: 'CAD',
          amount: amount + more,
          receipt_date: '2026-10-08',
          payment_mode: 'eft',
          reference: `EFT ${invoice.id}`,
          allocations: [{ invoice_number: invoice.invoice_number, amount }],
        },
      })
    ).body.id as number
  receipt = await receive(paid, cents(paid), 0)
  returned = await receive(split, 100, 0)
  refunded = await receive(split, 50, 25)
  await ask(people.staff, receipts.reverse, { params: { id: returned }, body: { kind: 'nsf', reason: 'NSF' } })
  const refund = {
    amount: 25,
    refund_date: '2026-10-20',
    payment_mode: 'cheque',
    reference: 'C 1',
    reason: 'Paid twice',
  }
  await ask(people.staff, refunds.create, { body: { ...refund, receipt_id: refunded } })
  const { body } = await ask(people.staff, invoices.get, { params: { id: voided.id } })
  await ask(people.staff, invoices.update, { body: { ...body.invoice_dto, status: 'VOID', reason: 'Billed twice' } })
  const lines = (await ask(people.staff, creditNotes.creditable, { params: { id: String(credited.id) } })).body.lines
  await ask(people.staff, creditNotes.create, {
    body: { invoice_number: credited.invoice_number, line_ids: [lines[0].line_id], reason: 'Wrong site' },
  })
  await ask(people.staff, writeOffs.create, {
    body: { invoice_number: written.invoice_number, amount: 5, reason: 'Not worth a letter' },
  })
  await owner.query(`select fold_receivables(current_date), fold_dashboard_sums()`)
})

let client: pg.PoolClient
/** All triggers and references are off until the end, in one transaction that is rolled back. */
beforeAll(async () => {
  client = await owner.connect()
  await client.query('begin')
  const { rows } = await client.query<{ off: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace
     union all select format('alter table %I disable trigger user', tablename) from pg_tables where schemaname = 'public'`,
  )
  for (const { off } of rows) await client.query(off)
})
afterAll(async () => {
  await client.query('rollback')
  client.release()
})

/** Makes one change by hand, returns what reconcile finds, and undoes it. */
async function found(change: string): Promise<string[]> {
  await client.query('savepoint before')
  try {
    await client.query(change)
    const within = {
      query: ((text: string) =>
        client.query(/^(begin|rollback)/.test(text) ? 'select' : text)) as unknown as pg.PoolClient['query'],
    }
    return (await reconcile(within as pg.PoolClient)).breaches.map(({ rule, what }) => `${rule} ${what}`)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '23514') return [`refused by ${error.constraint}`]
    throw error
  } finally {
    await client.query('rollback to savepoint before')
  }
}

/** The first derived line of an invoice, with taxes. */
const line = (invoice: IssuedInvoice) =>
  `(select min(l.id) from transaction_lines l join transactions t on t.id = l.transaction_id where t.invoice_id = ${invoice.id} and not l.is_manual and l.hst_cents > 0)`
const head = (invoice: IssuedInvoice) => `(select transaction_id from transaction_lines where id = ${line(invoice)})`

/** A change by hand and the sentence that names it. */
type Changes = Record<string, [string, RegExp]>
/** Prices, taxes and lines. */
const lineChanges = (): Changes => ({
  'HST moved to GST': [
    `update transaction_lines set gst_cents = gst_cents + hst_cents, hst_cents = 0 where id = ${line(paid)}`,
    /sales taxes/,
  ],
  'a quantity doubled': [
    `update transaction_lines set quantity_milli = quantity_milli * 2 where id = ${line(paid)}`,
    /^RATE-4 .* its rate and markup give/,
  ],
  '100 more through line, transaction, invoice, payment and receipt': [
    `update transaction_lines set pre_cents = pre_cents + 10000, amount_cents = amount_cents + 10000 where id = ${line(paid)};
     update transactions set amount_cents = amount_cents + 10000 where id = ${head(paid)};
     update invoices set total_cents = total_cents + 10000, issued_cents = issued_cents + 10000, paid_cents = paid_cents + 10000 where id = ${paid.id};
     update settlements set amount_cents = amount_cents + 10000 where invoice_id = ${paid.id};
     update receipts set amount_cents = amount_cents + 10000, allocated_cents = allocated_cents + 10000 where id = ${receipt}`,
    /^RATE-4 .* its rate and markup give/,
  ],
  'a markup': [
    `update transaction_lines set markup_value_e4 = markup_value_e4 + 100 where id = ${line(paid)}`,
    /^RATE-4 .* its rate and markup give/,
  ],
  'a rate': [
    `update transaction_lines set rate_price_e4 = rate_price_e4 + 100 where id = ${line(paid)}`,
    /^RATE-4 .* its rate and markup give/,
  ],
  'a price': [
    `update transaction_lines set price_e6 = price_e6 + 100 where id = ${line(paid)}`,
    /^RATE-4 .* its rate and markup give/,
  ],
  'a tax rate': [
    `update tax_rates set rate_e5 = rate_e5 + 1000 where id in (select unnest(tax_row_ids) from transaction_lines where id = ${line(paid)}) and kind = 'ad_valorem'`,
    /^RATE-4 .* its tax rates give/,
  ],
  'a tax per unit': [
    `update transaction_lines set pft_e6 = pft_e6 + 10 where id = ${line(paid)}`,
    /^RATE-4 .* taxes per unit/,
  ],
  'a cost': [
    `update transaction_lines set cost_pre_cents = cost_pre_cents + 1 where id = (select min(id) from transaction_lines where cost_pre_cents is not null)`,
    /^COST-1 .* costs/,
  ],
  'parts of a line': [
    `update transaction_lines set pre_cents = pre_cents + 1 where id = ${line(paid)}`,
    /^refused by transaction_lines_check/,
  ],
  'a transaction unlike its lines': [
    `update transactions set amount_cents = amount_cents + 1 where id = ${head(paid)}`,
    /^M2 .* but its lines add up to/,
  ],
  'a billed transaction set free': [
    `update transactions set invoice_id = null where id = ${head(paid)}`,
    /^M3 .* its transactions add up to/,
  ],
  'a billed transaction on another invoice': [
    `update transactions set invoice_id = ${split.id} where id = ${head(paid)}`,
    /^M3 .* its transactions add up to/,
  ],
  'a line lost': [`delete from transaction_lines where id = ${line(paid)}`, /^M2 /],
})
/** Invoices and their numbers. */
const invoiceChanges = (): Changes => ({
  'a lost identity': [`delete from transaction_identities where transaction_id = ${head(paid)}`, /^I2 .* identities/],
  'a gap in the invoice numbers': [
    `update document_series set last_number = last_number + 1 where prefix = 'INV'`,
    /^M8 INV-2026-\d+ is missing/,
  ],
  'a gap in the credit note numbers': [
    `update credit_notes set credit_note_number = 'CN-2026-000009' where kind = 'void'`,
    /^M8 CN-2026-\d+ is missing/,
  ],
  'a status': [
    `update invoices set status = 'SENT' where id = ${paid.id}`,
    /refused by invoices_status_follows|^M3 .* is SENT/,
  ],
  'an NSF mark': [`update invoices set is_nsf = false, nsf_cents = 0 where id = ${split.id}`, /^M3 .* NSF/],
  'an amount paid': [
    `update invoices set paid_cents = paid_cents - 1, status = 'PARTIALLY_PAID' where id = ${paid.id}`,
    /^RECV-3 .* paid/,
  ],
  'an issued amount': [
    `update invoices set issued_cents = issued_cents - 1 where id = ${paid.id}`,
    /^RECV-3 .* was issued with/,
  ],
  'a due date': [`update invoices set due_date = due_date + 1 where id = ${written.id}`, /^RECV-7 /],
  'an issued date': [`update invoices set issued_date = issued_date - 1 where id = ${written.id}`, /^RECV-7 /],
  'the company of an invoice': [
    `update invoices set company_id = (select max(id) from companies) where id = ${written.id}`,
    /^M7 .* another company/,
  ],
})
/** Payments and receipts. */
const moneyChanges = (): Changes => ({
  'a payment’s company': [
    `update settlements set company_id = (select max(id) from companies) where invoice_id = ${paid.id}`,
    /^RECV-11 Payment .* company/,
  ],
  'a payment’s currency': [
    `update settlements set currency = 'USD' where invoice_id = ${paid.id}`,
    /^RECV-11 Payment .* currency/,
  ],
  'a payment’s date': [
    `update settlements set payment_date = payment_date - 30 where invoice_id = ${paid.id}`,
    /^RECV-11 Payment .* date/,
  ],
  'a payment’s amount': [
    `update settlements set amount_cents = amount_cents - 1 where invoice_id = ${paid.id}`,
    /^RECV-1 Allocated amount/,
  ],
  'the day a payment counts from': [
    `update settlements set settled_on = settled_on - 20 where invoice_id = ${paid.id}`,
    /^RECV-11 .* before the invoice or its money/,
  ],
  'a payment lost': [`delete from settlements where invoice_id = ${paid.id}`, /^RECV-3 .* were made/],
  'a reversal unlike its payment': [
    `update settlements set amount_cents = amount_cents + 1 where receipt_id = ${returned} and reverses_id is not null`,
    /^RECV-11 Settlement .* reverses/,
  ],
  'a reversal unlike its receipt': [
    `update receipts set amount_cents = amount_cents + 1 where reverses_id = ${returned}`,
    /^RECV-11 Receipt .* reverses/,
  ],
  'a returned receipt that is not marked': [
    `update receipts set reversed_on = null where id = ${returned}`,
    /^RECV-1 Receipt .* not marked as reversed/,
  ],
  'a receipt’s amount': [
    `update receipts set amount_cents = amount_cents + 100 where id = ${refunded}`,
    /^RECV-7 .* on account/,
  ],
  'a receipt’s date': [
    `update receipts set receipt_date = '2026-10-09' where id = ${refunded}`,
    /^RECV-11 Payment .* date/,
  ],
  'a receipt’s customer': [
    `update receipts set company_id = (select max(id) from companies) where id = ${refunded}`,
    /^RECV-11 Payment .* company/,
  ],
  'an allocated amount': [
    `update receipts set allocated_cents = allocated_cents - 1 where id = ${refunded}`,
    /^RECV-1 Allocated amount/,
  ],
})
/** The stored receivables by due date and by age. */
const receivableChanges = (): Changes => ({
  'stored receivables of a day': [
    `update receivable_days set cents = cents + 1 where ctid = (select ctid from receivable_days limit 1)`,
    /^RECV-7 /,
  ],
  'stored receivables of a month’s end': [
    `update receivable_balances set cents = cents + 1 where ctid = (select ctid from receivable_balances limit 1)`,
    /^RECV-7 .* at the end of/,
  ],
  'stored ages of a day': [
    `update receivable_aging_days set overdue_30_cents = overdue_30_cents + 1 where ctid = (select ctid from receivable_aging_days limit 1)`,
    /^RECV-7 .* by age changes on/,
  ],
  'stored ages of a week’s end': [
    `delete from receivable_aging_weeks where ctid = (select ctid from receivable_aging_weeks limit 1)`,
    /^RECV-7 .* by age at the end of/,
  ],
  'stored oldest due date': [
    `update receivable_oldest set due_date = due_date + 1 where ctid = (select ctid from receivable_oldest where due_date is not null limit 1)`,
    /^RECV-7 The oldest amount that/,
  ],
})
/** Other documents, and what is stored of them. */
const storedChanges = (): Changes => ({
  'a refund': [`update refunds set amount_cents = amount_cents - 1`, /^RECV-5 Refunded amount/],
  'a refund lost': [`delete from refunds`, /^RECV-5 Refunded amount/],
  'a write-off': [
    `update settlements set amount_cents = amount_cents + 1 where kind = 'write_off'`,
    /^RECV-3 .* written off/,
  ],
  'a credit note’s total': [
    `update credit_notes set total_cents = total_cents + 1 where kind = 'lines'`,
    /^RECV-3 Total of credit note/,
  ],
  'a credit note’s tax': [
    `update credit_note_lines set hst_cents = hst_cents - 1, pre_cents = pre_cents + 1 where invoice_id = ${voided.id} and hst_cents < 0`,
    /^RECV-3 The stored sums of invoice/,
  ],
  'a credit note’s application': [
    `update credit_notes set applied_cents = 0 where kind = 'lines'`,
    /^RECV-3 Applied amount/,
  ],
  'a credit note lost': [
    `delete from settlements where credit_note_id is not null; delete from credit_notes`,
    /^RECV-3 .* without a credit note/,
  ],
  'stored sums of an invoice': [
    `update invoice_sums set gst_cents = gst_cents + 1, pre_cents = pre_cents - 1 where invoice_id = ${paid.id}`,
    /^RECV-3 The stored sums of invoice/,
  ],
  'dashboard sums of a company': [
    `update transaction_sums set amount_cents = amount_cents + 1 where ctid = (select ctid from transaction_sums limit 1)`,
    /^DASH-1 /,
  ],
  'dashboard sums over all': [
    `update purchase_totals set quantity_milli = quantity_milli + 1 where ctid = (select ctid from purchase_totals limit 1)`,
    /^DASH-1 /,
  ],
  'a count of cards': [
    `update card_counts set count = count + 1 where ctid = (select ctid from card_counts limit 1)`,
    /^LIST-2 /,
  ],
  'a card balance': [
    `update cards set weekly_product_balance_cents = weekly_product_balance_cents + 100 where id = (select min(id) from cards where weekly_product_balance_cents is not null)`,
    /^RECV-11 Card .* was set to/,
  ],
  'dash cash': [
    `update cards set dash_cash_balance_cents = dash_cash_balance_cents + 100 where id = (select min(id) from cards)`,
    /^RECV-11 Card .* was set to/,
  ],
  'a card’s holder': [
    `update cards set company_id = (select max(id) from companies) where id = (select min(id) from cards)`,
    /^CARD-12 /,
  ],
  'the books lost': [`delete from books`, /^RECV-6 /],
})

test('RECV-11 reconcile finds nothing in what the service made', async () => {
  expect(await found('select')).toEqual([])
})

test('RECV-11 M16 every one of more than thirty changes by hand is named, with triggers and references off', async () => {
  const all = [lineChanges, invoiceChanges, moneyChanges, receivableChanges, storedChanges].flatMap((changes) =>
    Object.entries(changes()),
  )
  expect(all.length).toBeGreaterThan(30)
  for (const [name, [change, sentence]] of all)
    expect([name, await found(change)]).toEqual([name, expect.arrayContaining([expect.stringMatching(sentence)])])
}, 240_000)
