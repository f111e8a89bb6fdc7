import pg from 'pg'
import { expect, test } from 'vitest'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { ask, freshBefore } from '../testing/fresh-database.ts'

/** A paid invoice, one whose payment was returned, one made void after it was sent, and a Draft. */
const oldRows = `
     with home as (insert into companies (kind, name, time_zone) values ('provider', 'Head Office', 'America/Toronto') returning id),
       series as (insert into invoice_series (company_id, year, last_number) select id, 2026, 4 from home),
       company as (insert into companies (kind, name) values ('customer', 'Old Fleet') returning id),
       invoice as (insert into invoices (company_id, invoice_number, currency, status, issued_date, due_date, start_date, end_date, due_days, total_cents, paid_cents,
           voided_cents, sent_at, updated_at, nsf_cents, is_nsf)
         select id, 'INV-2026-00000' || n, 'CAD', status, '2026-06-01', '2026-07-01', '2026-05-01', '2026-05-31', 30, total, paid, voided, sent::timestamptz,
           '2026-06-20 16:00Z', nsf, nsf > 0
         from company, (values (1, 'SENT', 10000, 0, null, '2026-06-01 12:00Z', 0), (2, 'SENT', 5000, 0, null, '2026-06-01 12:00Z', 0),
           (3, 'VOID', 0, 0, 7000, '2026-06-01 12:00Z', 0), (4, 'DRAFT', 400, 0, null, null, 0)) as i (n, status, total, paid, voided, sent, nsf)
         returning id, company_id, invoice_number, total_cents, status),
       bought as (insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source, invoice_id)
         select company_id, invoice_number, '2026-05-10', 'CAD', total_cents, 'manual', id from invoice where status <> 'VOID' returning *),
       line as (insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, quantity_milli, file_price_e6, file_amount_cents, price_e6,
           price_quantity_milli, pre_cents, hst_cents, amount_cents, formula, is_manual)
         select id, company_id, 0, authentication_id, 'OTH', 1000, 0, amount_cents, 0, 1000, amount_cents - 100, 100, amount_cents, 1, true from bought),
       paid as (insert into payments (company_id, invoice_id, currency, amount_cents, payment_date, payment_mode, reference_id)
         select company_id, id, 'CAD', total_cents, case invoice_number when 'INV-2026-000001' then date '2026-05-20' else '2026-06-10' end, 'cheque', 'CHQ ' || invoice_number
         from invoice where status = 'SENT' returning *)
     insert into payments (company_id, invoice_id, currency, amount_cents, payment_date, payment_mode, reference_id, reverses_id, note)
     select company_id, invoice_id, currency, -amount_cents, '2026-06-15', payment_mode, reference_id, id, 'NSF' from paid where amount_cents = 5000`

test('RECV-1 RECV-3 OPS-7 the upgrade makes a receipt of each payment and a credit note of each void invoice; every statement stays', async () => {
  const { ownerUrl, triggers, upgrade } = await freshBefore('0059_receivables.sql')
  await triggers('disable')
  await ask(ownerUrl, oldRows)
  await upgrade()
  await triggers('enable')
  const receipts = await ask(
    ownerUrl,
    `select amount_cents::int as cents, receipt_date::text as day, allocated_cents::int as allocated, reversed_on::text, open_cents::int as open from receipts order by receipt_date`,
  )
  expect(receipts).toEqual([
    { cents: 10_000, day: '2026-05-20', allocated: 10_000, reversed_on: null, open: 0 },
    { cents: 5_000, day: '2026-06-10', allocated: 0, reversed_on: '2026-06-15', open: 0 },
    { cents: -5_000, day: '2026-06-15', allocated: 0, reversed_on: null, open: 0 },
  ])
  const settlements = await ask(
    ownerUrl,
    `select kind, amount_cents::int as cents, settled_on::text as day from settlements order by settled_on, id`,
  )
  expect(settlements).toEqual([
    { kind: 'payment', cents: 10_000, day: '2026-06-01' },
    { kind: 'payment', cents: 5_000, day: '2026-06-10' },
    { kind: 'payment', cents: -5_000, day: '2026-06-15' },
    { kind: 'credit', cents: 7_000, day: '2026-06-20' },
  ])
  const notes = await ask(
    ownerUrl,
    `select credit_note_number as number, kind, issued_date::text as day, total_cents::int as cents, open_cents::int as open, reason from credit_notes`,
  )
  expect(notes).toEqual([
    {
      number: 'CN-2026-000001',
      kind: 'void',
      day: '2026-06-20',
      cents: 7_000,
      open: 0,
      reason: 'Void of INV-2026-000003',
    },
  ])
  const invoices = await ask(
    ownerUrl,
    `select status, issued_cents::int as issued, due_cents::int as due from invoices order by invoice_number`,
  )
  expect(invoices).toEqual([
    { status: 'FULLY_PAID', issued: 10_000, due: 0 },
    { status: 'SENT', issued: 5_000, due: 5_000 },
    { status: 'VOID', issued: 7_000, due: 0 },
    { status: 'DRAFT', issued: null, due: 400 },
  ])
  // What was owed day by day, as statements said before the upgrade.
  const owed = await ask(
    ownerUrl,
    `select day::text, (select coalesce(sum(cents), 0)::int from receivable_entries where on_date <= day) as cents
     from (values (date '2026-05-31'), ('2026-06-01'), ('2026-06-10'), ('2026-06-15'), ('2026-06-20')) as d (day) order by 1`,
  )
  expect(owed.map(({ cents }) => cents)).toEqual([-10_000, 12_000, 7_000, 12_000, 5_000])
  const client = new pg.Client(ownerUrl)
  await client.connect()
  const { breaches } = await reconcile(client).finally(() => client.end())
  // The triggers that count were off, and the job has not stored the documents yet.
  expect(breaches.filter(({ rule }) => !['RECV-4', 'LIST-2', 'DASH-1'].includes(rule))).toEqual([])
})
