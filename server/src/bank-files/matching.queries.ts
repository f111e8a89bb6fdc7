import { sql } from 'kysely'
import { accepted } from '../companies/companies.queries.ts'
import type { Db } from '../db/connect.ts'
import type { InvoiceFact } from './matching.rules.ts'

/** Every customer with its name. They are few thousand at most, and names are compared by rules. */
export const listCustomerNames = (db: Db): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('kind', '=', 'customer')
    .where('status', 'in', accepted)
    .orderBy('id')
    .execute()

const facts = sql.raw(`i.invoice_number, i.company_id, i.due_date,
  case when i.status in ('SENT', 'PARTIALLY_PAID') then i.due_cents else 0 end as due_cents`)
/** Issued invoices with one of these numbers, open ones with one of these amounts due. */
export const listNamedInvoices = async (
  db: Db,
  currency: string,
  { numbers, amounts }: { numbers: readonly string[]; amounts: readonly number[] },
): Promise<InvoiceFact[]> =>
  (
    await sql<InvoiceFact>`
    select ${facts} from invoices i where invoice_number = any(${numbers}::text[]) and currency = ${currency} and status <> 'DRAFT'
    union
    select ${facts} from invoices i where due_cents = any(${amounts}::bigint[]) and currency = ${currency}
      and status in ('SENT', 'PARTIALLY_PAID')
    order by due_date, invoice_number`.execute(db)
  ).rows
/** The open invoices of these customers, the oldest of each. */
export const listOpenOf = async (
  db: Db,
  currency: string,
  companies: readonly number[],
  most: number,
): Promise<InvoiceFact[]> =>
  (
    await sql<InvoiceFact>`
    select i.* from unnest(${companies}::bigint[]) as c (id), lateral (
      select ${facts} from invoices i where i.company_id = c.id and i.currency = ${currency} and i.status in ('SENT', 'PARTIALLY_PAID')
      order by i.due_date, i.id limit ${most}) i
    order by due_date, invoice_number`.execute(db)
  ).rows

/** The customers whose receipts came from these payers. A confirmed line is the record of it. */
export const listEarlierPayers = async (
  db: Db,
  payers: readonly string[],
): Promise<{ payer_key: string; company_id: number }[]> =>
  (
    await sql<{ payer_key: string; company_id: number }>`
    select distinct payer_key, company_id from bank_lines l join receipts r on r.id = l.receipt_id
    where l.receipt_id is not null and payer_key = any(${payers}::text[]) and payer_key <> '' order by 1, 2`.execute(db)
  ).rows

export type PossibleReceipt = {
  receipt_id: number
  receipt_date: string
  company_id: number
  company_name: string
  reference: string
  amount_cents: number
  currency: string
}
/** Receipts of these amounts that stand and belong to no bank line. */
export const listPossibleReceipts = async (
  db: Db,
  currency: string,
  amounts: readonly number[],
): Promise<PossibleReceipt[]> =>
  (
    await sql<PossibleReceipt>`
    select r.id as receipt_id, r.receipt_date, r.company_id, c.name as company_name, r.reference, r.amount_cents, r.currency
    from receipts r join companies c on c.id = r.company_id
    where r.amount_cents = any(${amounts}::bigint[]) and r.currency = ${currency} and r.reverses_id is null and r.reversed_on is null
      and not exists (select from bank_lines l where l.receipt_id = r.id)
    order by r.id desc limit 1000`.execute(db)
  ).rows
