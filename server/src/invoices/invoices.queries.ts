import { AppError } from '@portal/contract/errors.ts'
import type { InvoiceBadge } from '@portal/contract/invoices/invoice-status.rules.ts'
import { billedLimit, type InvoiceRow, invoiceList } from '@portal/contract/invoices/invoices.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { instructionsIn } from '../billing/billing-settings.queries.ts'
import { isOnInvoice } from '../db/billed.ts'
import type { Db, Scope } from '../db/connect.ts'
import type { Invoices } from '../db/schema.ts'
import { isStaff, onlyCompany } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import type { Source } from '../platform/lists/asked.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { visibleTransactions } from '../transactions/transactions.queries.ts'
import { type StoredBilled, toInvoiceRow, type WholeInvoice } from './invoices.columns.ts'

export type StoredInvoice = Selectable<Invoices>

/** Every read and write of an invoice starts here. The row policy also hides Drafts from customers. */
export const visibleInvoices = (db: Db, scope: Scope) => {
  const invoices = visible('invoices', 'company_id')(db, scope)
  return onlyCompany(scope) === null ? invoices : invoices.where('invoices.status', '!=', 'DRAFT')
}

/** By id or by number: `/invoices/7` and `/invoices/INV-2026-000007` are the same (INV-7). */
const invoiceBy = (db: Db, scope: Scope, reference: string | number) =>
  visibleInvoices(db, scope)
    .selectAll('invoices')
    .where((eb) =>
      /^\d{1,15}$/.test(String(reference))
        ? eb('invoices.id', '=', Number(reference))
        : eb('invoices.invoice_number', '=', String(reference)),
    )

export const getInvoice = (db: Db, scope: Scope, reference: string | number): Promise<StoredInvoice> =>
  invoiceBy(db, scope, reference).executeTakeFirstOrThrow(() => new AppError('record.not-found'))

/**
 * Locks the invoice until the transaction ends. Base every decision about its money on this result. A lock taken after
 * reading lets two users pay the same cents (reliability, fact 1).
 */
export const lockInvoice = (db: Db, scope: Scope, reference: string | number): Promise<StoredInvoice> =>
  invoiceBy(db, scope, reference)
    .forUpdate('invoices')
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

/** Locks several invoices in id order, so that two requests over the same invoices wait for each other. */
export const lockInvoices = (db: Db, scope: Scope, by: { ids: readonly number[] } | { numbers: readonly string[] }) =>
  visibleInvoices(db, scope)
    .selectAll('invoices')
    .where(
      'ids' in by
        ? sql<SqlBool>`invoices.id = any(${by.ids}::bigint[])`
        : sql<SqlBool>`invoices.invoice_number = any(${by.numbers}::text[])`,
    )
    .orderBy('invoices.id')
    .forUpdate('invoices')
    .execute()
/** Keeps the invoice from being changed by others until the transaction ends. */
export async function shareInvoice(db: Db, id: number): Promise<void> {
  await db.selectFrom('invoices').select('id').where('id', '=', id).forKeyShare().execute()
}

type Changeable = Partial<
  Pick<
    StoredInvoice,
    'status' | 'issued_date' | 'due_date' | 'start_date' | 'end_date' | 'sent_at' | 'voided_cents'
  > & {
    issuer: string
    document_code: string
  }
>
export async function updateInvoice(db: Db, id: number, changed: Changeable): Promise<void> {
  await db
    .updateTable('invoices')
    .set(({ eb }) => ({ ...changed, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', id)
    .execute()
}

/** The supplier's block of a company's invoices in a language, as it is now (RECV-4). */
export async function getIssuer(db: Db, companyId: number, language: string): Promise<Record<string, string | null>> {
  return db
    .selectFrom('companies')
    .leftJoin('billing_settings', (join) => join.onTrue())
    .select(['brand', 'legal_name', 'address', 'gst_hst_number', 'qst_number'])
    .select(instructionsIn(sql.val(language)).as('payment_instructions'))
    .where('companies.id', '=', companyId)
    .executeTakeFirstOrThrow()
}
/** The day of an invoice's last purchase, by the site's clock; null without transactions. */
export async function findLastPurchase(db: Db, id: number): Promise<string | null> {
  const { day } = await db
    .selectFrom('billed_transactions')
    .select(sql<string | null>`max(txn_at)::date`.as('day'))
    .where('invoice_id', '=', id)
    .executeTakeFirstOrThrow()
  return day
}

/** Today in the provider's time zone, looked up once per statement. */
const today = sql`(select provider_day(now()))`
const overdueDays = sql<number>`(case when invoices.status in ('SENT', 'PARTIALLY_PAID') then greatest(${today} - invoices.due_date, 0) else 0 end)`
const withCompany = (invoices: ReturnType<typeof visibleInvoices>) =>
  invoices.innerJoin('companies', 'companies.id', 'invoices.company_id')
const shownColumns = [
  'invoices.id',
  'invoice_number',
  'invoices.company_id',
  'companies.name as company_name',
  'issued_date',
  'due_date',
  'start_date',
  'end_date',
  'invoices.status',
  'is_nsf',
  'total_cents',
  sql.ref<number>('invoices.due_cents').as('due_cents'),
  'invoices.currency',
  'invoices.updated_at',
  'invoices.version',
  overdueDays.as('overdue_days'),
] as const

const isSent = sql<SqlBool>`invoices.status in ('SENT', 'PARTIALLY_PAID', 'FULLY_PAID')`
/** The SQL equivalent of `badgeOf` (INV-9). */
const stateMeanings = {
  Open: sql<SqlBool>`invoices.status in ('SENT', 'PARTIALLY_PAID') and not invoices.is_nsf`,
  Closed: sql<SqlBool>`invoices.status in ('FULLY_PAID', 'VOID') and not invoices.is_nsf`,
  NSF: sql<SqlBool>`invoices.is_nsf`,
} satisfies Record<InvoiceBadge, unknown>
export const invoiceColumns = {
  id: 'invoices.id',
  invoice_number: { column: 'invoices.invoice_number', isUnique: true },
  company_name: 'companies.name',
  issued_date: 'invoices.issued_date',
  due_date: 'invoices.due_date',
  start_date: 'invoices.start_date',
  end_date: 'invoices.end_date',
  status: { column: 'invoices.status', meanings: stateMeanings },
  state: { column: 'invoices.status', meanings: stateMeanings },
  delivery: {
    column: 'invoices.status',
    meanings: { sent: isSent, unsent: sql<SqlBool>`invoices.status in ('DRAFT', 'VOID')` },
  },
  total_amount: 'invoices.total_cents',
  amount_due: 'invoices.due_cents',
  currency: 'invoices.currency',
  run: 'invoices.billing_run_id',
} as const

const invoiceSource = (db: Db, scope: Scope): Source<InvoiceRow> => ({
  from: visibleInvoices(db, scope),
  show: (invoices) => withCompany(invoices).select(shownColumns),
  row: toInvoiceRow,
})

export async function listInvoices(
  db: Db,
  scope: Scope,
  query: ListQuery,
): Promise<Page<'invoices', InvoiceRow> & { total_elements: number }> {
  const page = await paginate(db, scope, invoiceList, query, invoiceColumns, { shape: '', of: invoiceSource })
  return { ...page, total_elements: page.metadata.total_count }
}

export const getWholeInvoice = (db: Db, scope: Scope, id: number): Promise<WholeInvoice> =>
  withCompany(visibleInvoices(db, scope))
    .select(shownColumns)
    .select(['paid_cents', 'credited_cents', 'written_off_cents', 'voided_cents', 'sent_at'])
    .select(isStaff(scope) ? 'billing_run_id' : sql<null>`null`.as('billing_run_id'))
    .where('invoices.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

const billed = (db: Db, scope: Scope, id: number) =>
  visibleTransactions(db, scope).where(isOnInvoice('transactions', id))
export const countBilled = async (db: Db, scope: Scope, id: number): Promise<number> => {
  const { count } = await billed(db, scope, id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
/** The transactions of an invoice by time, using their index. */
export const listBilled = (db: Db, scope: Scope, id: number): Promise<StoredBilled[]> =>
  billed(db, scope, id)
    .leftJoin('sites', 'sites.id', 'transactions.site_id')
    .select([
      'transactions.id',
      'authentication_id',
      'txn_at',
      'transactions.site_number',
      'amount_cents',
      sql<string | null>`coalesce(sites.city, transactions.location)`.as('city'),
    ])
    .orderBy('txn_at')
    .orderBy('transactions.id')
    .limit(billedLimit)
    .execute()

const freeBatchSize = 1000
/**
 * Makes a void invoice's transactions unbilled again (INV-13). Works in batches so that no statement exceeds the
 * request's time limit; all run in one transaction.
 */
export async function freeTransactions(db: Db, id: number): Promise<void> {
  for (;;) {
    const some = db
      .selectFrom('billed_transactions')
      .select('transaction_id')
      .where('invoice_id', '=', id)
      .limit(freeBatchSize)
    const { numUpdatedRows } = await db
      .updateTable('transactions')
      .set({ invoice_id: null })
      .where('id', 'in', some)
      .executeTakeFirst()
    if (numUpdatedRows < BigInt(freeBatchSize)) return
  }
}
