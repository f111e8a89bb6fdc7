import type pg from 'pg'
import { cardBody } from './factories.ts'

export type SentInvoice = { id: number; invoice_number: string; company_name: string; currency: string }
/** Inserts a sent invoice with one transaction, with the dates and currency that a test needs. */
export async function insertSentInvoice(
  owner: pg.Client | pg.Pool,
  company_id: number,
  cents: number,
  { currency = 'CAD', issued = '2026-11-01', due = '2026-12-01', status = 'SENT' } = {},
): Promise<SentInvoice> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days)
     values ($1, 'INV-1997-T' || left(gen_random_uuid()::text, 8), $2, $3, $4, '2024-12-01', '2024-12-31', 30) returning id::int`,
    [company_id, currency, issued, due],
  )
  const id = rows[0]?.id as number
  const { rows: billed } = await owner.query<{ id: number }>(
    `with head as (
       insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source)
       values ($1, 'PAID-' || gen_random_uuid(), '2024-12-02 08:00', $2, $3, 'manual') returning *
     ), line as (
       insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, quantity_milli, file_price_e6, file_amount_cents, price_e6,
         price_quantity_milli, pre_cents, amount_cents, formula, is_manual)
       select id, company_id, 0, authentication_id, 'FEE', 1000, amount_cents * 10000, amount_cents, amount_cents * 10000, 1000, amount_cents, amount_cents, 1, true from head
     ) select id::int from head`,
    [company_id, currency, cents],
  )
  await owner.query('update transactions set invoice_id = $2 where id = $1', [billed[0]?.id, id])
  if (status !== 'DRAFT') await owner.query(`update invoices set status = 'SENT', sent_at = now() where id = $1`, [id])
  const made = await owner.query<SentInvoice>(
    `select invoices.id::int, invoice_number, companies.name as company_name, invoices.currency
     from invoices join companies on companies.id = company_id where invoices.id = $1`,
    [id],
  )
  return made.rows[0] as SentInvoice
}
/** Changes the dates of issued invoices, which the database refuses otherwise. */
export async function redateInvoices(owner: pg.Client | pg.Pool, changes: string): Promise<void> {
  await owner.query(`alter table invoices disable trigger invoices_issued; update invoices set ${changes};
    alter table invoices enable trigger invoices_issued`)
}

export type DirectPayment = { date?: string; mode?: string; reference?: string }
/** Inserts a receipt and its allocation to an invoice directly, and returns the payment's id. */
export async function insertPaymentOf(
  owner: pg.Client | pg.Pool,
  invoice_id: number,
  cents: number,
  { date = '2026-11-02', mode = 'cash', reference = 'R' }: DirectPayment = {},
): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `with receipt as (
       insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference)
       select company_id, currency, $2, $3, $4, $5 from invoices where id = $1 returning *
     ) select id::int from receipt`,
    [invoice_id, cents, date, mode, reference],
  )
  const made = await owner.query<{ id: number }>(
    `insert into settlements (kind, company_id, invoice_id, currency, amount_cents, payment_date, payment_mode, reference_id, receipt_id, settled_on)
     select 'payment', r.company_id, i.id, r.currency, r.amount_cents, receipt_date, r.payment_mode, reference, r.id, greatest(receipt_date, issued_date)
     from receipts r, invoices i where r.id = $2 and i.id = $1 returning id::int`,
    [invoice_id, rows[0]?.id],
  )
  return made.rows[0]?.id as number
}

/** A valid payment for an invoice with this amount due. */
export const paymentBody = (
  { invoice_number, company_name, currency }: SentInvoice,
  amount_due: number,
  changes: object = {},
) => ({
  payment_date: '2025-11-10',
  company_name,
  invoice_id: invoice_number,
  amount_due,
  amount_paid: amount_due,
  currency,
  payment_mode: 'cheque',
  referenceId: 'CHQ 1001',
  ...changes,
})

let customers = 0
/** A new customer, so that one test's holds and credit do not affect another test. */
export async function insertCustomer(
  owner: pg.Client | pg.Pool,
  { name = `Payer ${++customers}`, currency = 'CAD', limit_cents = null as number | null, hold_rule = 'warn' } = {},
): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into companies (name, kind, brand, status) values ($1, 'customer', 'freshfuels', 'active') returning id::int`,
    [name],
  )
  const id = rows[0]?.id as number
  await owner.query(
    `update customers set currency = $2, hold_rule = $4, credit_limit_cad_cents = case when $2 = 'CAD' then $3::bigint end,
       credit_limit_usd_cents = case when $2 = 'USD' then $3::bigint end where company_id = $1`,
    [id, currency, limit_cents, hold_rule],
  )
  return id
}
/** A copy of a demo card, for any company and status. */
export async function insertCardOf(
  owner: pg.Client | pg.Pool,
  company_id: number,
  status = 'RELEASE',
  number = cardBody().card_number,
): Promise<number> {
  const { rows: columns } = await owner.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns where table_name = 'cards' and table_schema = 'public'
       and is_generated = 'NEVER' and column_name not in ('id', 'card_number', 'company_id', 'card_status', 'changed_xid')`,
  )
  const names = columns.map(({ name }) => name).join(', ')
  const { rows } = await owner.query<{ id: number }>(
    `insert into cards (card_number, company_id, card_status, ${names}) select $1, $2, $3, ${names} from cards order by id limit 1 returning id::int`,
    [number, company_id, status],
  )
  return rows[0]?.id as number
}
