import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { openInvoiceLimit, type ReceiptRow, receiptList } from '@portal/contract/receipts/receipts.ts'
import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import type { Receipts } from '../db/schema.ts'
import { visibleInvoices } from '../invoices/invoices.queries.ts'
import { visible } from '../platform/access/visible.ts'
import { userNameOf } from '../platform/audit/history.queries.ts'
import { refuseOn } from '../platform/http/errors.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import {
  type StoredAllocation,
  type StoredOpenInvoice,
  type StoredReceipt,
  toReceiptRow,
  type WholeReceipt,
} from './receipts.columns.ts'

/** Every read of a receipt starts here, so that no request reaches another company's. */
const visibleReceipts = visible('receipts', 'company_id')
const stored = [
  'receipts.id',
  'receipts.company_id',
  'receipts.currency',
  'receipts.amount_cents',
  'receipts.receipt_date',
  'receipts.payment_mode',
  'receipts.reference',
  'receipts.note',
  'receipts.allocated_cents',
  'receipts.refunded_cents',
  'receipts.reverses_id',
  'receipts.reversed_on',
  sql<number>`receipts.open_cents`.as('open_cents'),
] as const
const shown = (receipts: ReturnType<typeof visibleReceipts>) =>
  receipts
    .innerJoin('companies', 'companies.id', 'receipts.company_id')
    .select(stored)
    .select('companies.name as company_name')
    .select(
      // The reversal's row holds the kind for both rows of the pair.
      sql<string | null>`(select case when pair.is_mistake then 'mistake' else 'nsf' end from receipts pair
        where pair.reverses_id = coalesce(receipts.reverses_id, receipts.id))`.as('reversal_kind'),
    )

const hasMoney = { yes: sql<SqlBool>`receipts.open_cents > 0`, no: sql<SqlBool>`receipts.open_cents = 0` }
export const listReceipts = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'receipts', ReceiptRow>> =>
  paginate(
    db,
    scope,
    receiptList,
    query,
    {
      id: 'receipts.id',
      receipt_date: 'receipts.receipt_date',
      company_name: 'companies.name',
      payment_mode: 'receipts.payment_mode',
      reference: 'receipts.reference',
      amount: 'receipts.amount_cents',
      on_account: 'receipts.open_cents',
      currency: 'receipts.currency',
      has_money: { column: 'receipts.open_cents', meanings: hasMoney },
    },
    { from: visibleReceipts(db, scope), show: shown, row: toReceiptRow },
  )

export const getReceipt = (db: Db, scope: Scope, id: number): Promise<WholeReceipt> =>
  shown(visibleReceipts(db, scope))
    .leftJoin('users', 'users.id', 'receipts.created_by')
    .select(['receipts.created_at', userNameOf('users').as('created_by')])
    .where('receipts.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

/** Locks a receipt before the invoices that it pays, like everything that moves its money. */
export const lockReceipt = (db: Db, scope: Scope, id: number): Promise<StoredReceipt> =>
  visibleReceipts(db, scope)
    .select(stored)
    .where('receipts.id', '=', id)
    .forUpdate('receipts')
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

const reversedAlready = refuseOn('receipts_reverses_id_key', new AppError('receipt.reversed'))
const notWhole = refuseOn('receipts_reverse_whole', new AppError('receipt.refunded'))
export async function insertReceipt(db: Db, receipt: Insertable<Receipts>): Promise<number> {
  const inserted = db.insertInto('receipts').values(receipt).returning('id').executeTakeFirstOrThrow()
  return (await inserted.catch(reversedAlready).catch(notWhole)).id
}

/** The receipts of a company are checked for duplicates one after the other (RECV-2). */
export async function lockDuplicates(db: Db, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('receipts of ' || ${companyId}::bigint, 0))`.execute(db)
}
type Same = { company_id: number; currency: string; reference: string; amount_cents: number }
/** An equal receipt that was not reversed. Case and spaces of the reference do not matter. */
export const findSame = (db: Db, { company_id, currency, reference, amount_cents }: Same) =>
  db
    .selectFrom('receipts')
    .select(['id', 'receipt_date'])
    .where('company_id', '=', company_id)
    .where('currency', '=', currency)
    .where('amount_cents', '=', amount_cents)
    .where('reversed_on', 'is', null)
    .where(
      sql<SqlBool>`lower(regexp_replace(reference, '\\s', '', 'g')) = lower(regexp_replace(${reference}::text, '\\s', '', 'g'))`,
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The payments made of a receipt, in the order they were made, with their reversals. */
export const listAllocations = (db: Db, receiptId: number): Promise<StoredAllocation[]> =>
  db
    .selectFrom('settlements')
    .innerJoin('invoices', 'invoices.id', 'settlements.invoice_id')
    .select([
      'settlements.id',
      'settlements.invoice_id',
      'invoices.invoice_number',
      'settlements.amount_cents',
      'settlements.settled_on',
      'settlements.reverses_id',
      sql<boolean>`exists (select from settlements later where later.reverses_id = settlements.id)`.as('is_reversed'),
    ])
    .where('settlements.receipt_id', '=', receiptId)
    .orderBy('settlements.id')
    .execute()

const overdueDays = (today: string) => sql<number>`greatest(${today}::date - due_date, 0)`
/** A customer's open invoices in one currency, oldest due date first. */
export const listPayable = (
  db: Db,
  scope: Scope,
  { company_id, currency }: { company_id: number; currency: string },
  today: string,
): Promise<StoredOpenInvoice[]> =>
  visibleInvoices(db, scope)
    .select(['id', 'invoice_number', 'issued_date', 'due_date', 'total_cents'])
    .select([overdueDays(today).as('overdue_days'), sql<number>`due_cents`.as('due_cents')])
    .where('company_id', '=', company_id)
    .where('currency', '=', currency)
    .where('status', 'in', ['SENT', 'PARTIALLY_PAID'])
    .orderBy('due_date')
    .orderBy('id')
    .limit(openInvoiceLimit)
    .execute()

/** All that is due, and all money on account. */
export async function sumOpen(
  db: Db,
  { company_id, currency }: { company_id: number; currency: string },
): Promise<{ due_cents: number; on_account_cents: number }> {
  const { rows } = await sql<{ due_cents: number; on_account_cents: number }>`
    select (select coalesce(sum(due_cents), 0) from invoices
        where company_id = ${company_id} and currency = ${currency} and status in ('SENT', 'PARTIALLY_PAID'))::bigint as due_cents,
      (select coalesce(sum(open_cents), 0) from receipts
        where company_id = ${company_id} and currency = ${currency} and open_cents > 0)::bigint as on_account_cents`.execute(
    db,
  )
  return rows[0] as { due_cents: number; on_account_cents: number }
}
