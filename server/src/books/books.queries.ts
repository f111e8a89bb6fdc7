import type { Currency } from '@portal/contract/rules/currency.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { userNameOf } from '../platform/audit/history.queries.ts'
import type { StoredImport } from '../platform/sheets/import-work.ts'

export type StoredBooks = {
  company_id: number
  closed_through: string | null
  reason: string | null
  changed_by: string | null
  version: number
  updated_at: string
}
const booksOf = (db: Db) =>
  db
    .selectFrom('books')
    .leftJoin('users', 'users.id', 'books.changed_by')
    .select(['books.company_id', 'closed_through', 'reason', 'books.version', 'books.updated_at'])
    .select(userNameOf('users').as('changed_by'))

/** The provider has one row from the start. */
export const getBooks = (db: Db): Promise<StoredBooks> => booksOf(db).executeTakeFirstOrThrow()
/** Waits for everything that is being booked, and lets nothing else begin until the end of the transaction. */
export async function lockBooks(db: Db): Promise<StoredBooks> {
  await db.selectFrom('books').select('company_id').forUpdate().execute()
  return getBooks(db)
}
export async function updateBooks(
  db: Db,
  changes: { closed_through: string | null; reason: string | null; changed_by: number },
): Promise<void> {
  await db
    .updateTable('books')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .execute()
}

export type StoredOpen = { currency: Currency; count: number; cents: number }
/** Purchases up to a day that are on no invoice, by currency. */
export async function sumUnbilledThrough(db: Db, day: string): Promise<StoredOpen[]> {
  const { rows } = await sql<StoredOpen>`
    select currency, sum(unbilled)::int as count, sum(unbilled_cents)::bigint as cents from (
      select currency, unbilled, unbilled_cents from transaction_totals where day <= ${day}::date
      union all select currency, unbilled, unbilled_cents from transaction_entries where day <= ${day}::date
    ) parts group by 1 having sum(unbilled) <> 0 order by 1`.execute(db)
  return rows
}
/** Drafts with an issue date up to a day. */
export async function sumDraftsThrough(db: Db, day: string): Promise<StoredOpen[]> {
  const { rows } = await sql<StoredOpen>`
    select currency, count(*)::int as count, sum(total_cents)::bigint as cents from invoices
    where status = 'DRAFT' and issued_date <= ${day}::date group by 1 order by 1`.execute(db)
  return rows
}
/** Money on account and open credit notes of up to a day. */
export async function sumOnAccount(db: Db, day: string): Promise<StoredOpen[]> {
  const { rows } = await sql<StoredOpen>`
    select currency, count(*)::int as count, sum(open_cents)::bigint as cents from (
      select currency, open_cents from receipts where open_cents > 0 and receipt_date <= ${day}::date
      union all select currency, open_cents from credit_notes where open_cents > 0 and issued_date <= ${day}::date
    ) parts group by 1 order by 1`.execute(db)
  return rows
}
export async function countQuarantined(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from quarantine where status = 'waiting' and txn_at < ${day}::date + 1`.execute(db)
  return rows[0]?.count ?? 0
}
/** Finished imports of transactions in a period, newest first. */
export async function listImportsIn(db: Db, after: string | null, through: string): Promise<StoredImport[]> {
  const { rows } = await sql<StoredImport>`
    select * from imports where kind = 'transactions' and status = 'done' and tie_out is not null
      and created_at < start_of_day(${through}::date + 1) and created_at >= coalesce(start_of_day(${after}::date + 1), '-infinity')
    order by id desc limit 500`.execute(db)
  return rows
}
