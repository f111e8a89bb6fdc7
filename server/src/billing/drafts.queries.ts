import {
  type Draft,
  type UnbilledQuery,
  type UnbilledTransaction,
  unbilledLimit,
} from '@portal/contract/billing/drafts.ts'
import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { cityName, countryName, stateCode } from '../lookups/place-names.queries.ts'
import { toDraft, toUnbilled } from './drafts.columns.ts'

/**
 * Flagged transactions are billed once accepted (domain, 'The billed price'). A credit waits for its purchase, so that
 * it is never billed alone.
 */
export const isBillable = sql<boolean>`((transactions.flags = '{}' or transactions.accepted_at is not null) and not exists (
  select from transactions as purchase where purchase.id = transactions.credited_id and purchase.invoice_id is null and purchase.flags <> '{}' and purchase.accepted_at is null))`
/** Times are local to the site, without a zone. A day ends where the next one begins. */
const before = (endDate: string) => sql<SqlBool>`unbilled_transactions.txn_at < ${endDate}::date + 1`
/** By the table of unbilled transactions, and by the row itself: only that shows what another transaction has just billed. */
const unbilledTransactions = (db: Db) =>
  db
    .selectFrom('unbilled_transactions')
    .innerJoin('transactions', 'transactions.id', 'unbilled_transactions.transaction_id')
    .where('transactions.invoice_id', 'is', null)

/**
 * Serializes billing per customer: wait for the other transaction, then read what is unbilled. No two bill the same
 * transaction (reliability, fact 2). Row locks also guard against edits and deletions.
 */
export async function lockBilling(db: Db, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('billing of ' || ${companyId}::bigint, 0))`.execute(db)
}

export type Billable = { currency: string; ids: string[]; count: number; total_cents: number }
/**
 * Locks a customer's accepted unbilled transactions up to the end of a day, late ones included. Returns one row per
 * currency.
 */
export async function lockBillable(db: Db, companyId: number, endDate: string): Promise<Billable[]> {
  const rows = unbilledTransactions(db)
    .select('transactions.id')
    .where('unbilled_transactions.company_id', '=', companyId)
    .where(before(endDate))
    .where(isBillable)
    .orderBy('transactions.id')
    .forNoKeyUpdate('transactions')
  const { ids } = await db
    .selectFrom(rows.as('held'))
    .select(sql<string[]>`coalesce(array_agg(id)::text[], '{}')`.as('ids'))
    .executeTakeFirstOrThrow()
  // While this waited for the locks, a purchase may have gone back to review. A second read excludes its credit too.
  return db
    .selectFrom('transactions')
    .select(['currency', sql<string[]>`array_agg(id)::text[]`.as('ids'), sql<number>`count(*)::int`.as('count')])
    .select(sql<number>`sum(amount_cents)::bigint`.as('total_cents'))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(isBillable)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}

/**
 * The year's next number of a series, such as INV. The series row stays locked until commit and rolls back with it, so no number is lost
 * or repeated (M8).
 */
export async function takeNumber(db: Db, prefix: string, issuedDate: string): Promise<string> {
  const year = Number(issuedDate.slice(0, 4))
  const { rows } = await sql<{ last_number: number }>`
    insert into document_series (company_id, prefix, year, last_number) select id, ${prefix}, ${year}::smallint, 1 from companies where kind = 'provider'
    on conflict (company_id, prefix, year) do update set last_number = document_series.last_number + 1 returning last_number`.execute(
    db,
  )
  return `${prefix}-${year}-${String(rows[0]?.last_number).padStart(6, '0')}`
}

export type NewDraft = {
  company_id: number
  currency: string
  issued_date: string
  start_date: string
  end_date: string
  billing_run_id: number | null
}
export type MadeDraft = {
  id: number
  invoice_number: string
  company_id: number
  currency: string
  total_cents: number
}
/**
 * Creates a Draft with its number, terms and address, and assigns the locked transactions. Triggers set total and
 * amount due (INV-13).
 */
export async function insertDraft(db: Db, draft: NewDraft, { ids, count, total_cents }: Billable): Promise<MadeDraft> {
  const invoice_number = await takeNumber(db, 'INV', draft.issued_date)
  const { rows } = await sql<{ id: number }>`
    insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, language, due_days, bill_to, billing_run_id)
    select company.id, ${invoice_number}, ${draft.currency}, ${draft.issued_date}::date, ${draft.issued_date}::date + due_days, ${draft.start_date}::date,
      ${draft.end_date}::date, language, due_days,
      jsonb_build_object('name', company.name, 'company_number', company.company_number, 'address1', address1, 'city', ${cityName('billing_city')},
        'state', ${stateCode('billing_state')}, 'country', ${countryName('billing_country')}, 'zip_code', billing_zip_code, 'tax_no', tax_no), ${draft.billing_run_id}::bigint
    from companies company join customers on customers.company_id = company.id where company.id = ${draft.company_id}::bigint
    returning id`.execute(db)
  const [made] = rows
  if (!made) throw new Error(`Company ${draft.company_id} is not a customer`)
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set(({ eb }) => ({ invoice_id: made.id, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('invoice_id', 'is', null)
    .executeTakeFirst()
  // The rows have been locked since they were counted, so a mismatch is a bug: roll back.
  if (numUpdatedRows !== BigInt(count))
    throw new Error(`${invoice_number} was assigned ${numUpdatedRows} of ${count} transactions`)
  return { id: made.id, invoice_number, company_id: draft.company_id, currency: draft.currency, total_cents }
}

export async function getDraft(db: Db, id: number): Promise<Draft> {
  const stored = await db
    .selectFrom('invoices')
    .innerJoin('companies', 'companies.id', 'invoices.company_id')
    .selectAll('invoices')
    .select('companies.name as company_name')
    .where('invoices.id', '=', id)
    .executeTakeFirstOrThrow()
  return toDraft(stored)
}

/**
 * Unbilled transactions of a company, currency and period, oldest first, in the shape of an invoice's table (INV-10).
 */
export async function listUnbilledForDraft(
  db: Db,
  { company_id, currency, start_date, end_date }: UnbilledQuery,
): Promise<UnbilledTransaction[]> {
  const found = await unbilledTransactions(db)
    .leftJoin('sites', 'sites.id', 'transactions.site_id')
    .select([
      'transactions.id as txn_id',
      'authentication_id as auth_code',
      'transactions.txn_at as timestamp',
      'transactions.site_number as merchant_number',
    ])
    .select(['sites.city as merchant_city', 'amount_cents', 'flags', isBillable.as('is_billable')])
    .where('unbilled_transactions.company_id', '=', company_id)
    .where('unbilled_transactions.currency', '=', currency)
    .where(sql<SqlBool>`unbilled_transactions.txn_at >= ${start_date}::date`)
    .where(before(end_date))
    .orderBy('transactions.txn_at')
    .orderBy('transactions.id')
    .limit(unbilledLimit + 1)
    .execute()
  if (found.length > unbilledLimit) {
    const tooMany = message('draft.too-many', { max: unbilledLimit })
    throw new AppError('request.invalid', { end_date: tooMany }, { message: tooMany })
  }
  return found.map(toUnbilled)
}
export type OpenDays = { currency: Currency; count: number; start_date: string; end_date: string }
/** First and last day with unbilled transactions of a company, by currency. */
export async function listOpenDays(db: Db, companyId: number): Promise<OpenDays[]> {
  const { rows } = await sql<OpenDays>`
    select currency, count(*)::int as count, min(txn_at)::date as start_date, max(txn_at)::date as end_date
    from unbilled_transactions where company_id = ${companyId} group by 1 order by 1`.execute(db)
  return rows
}

/** Locks the chosen transactions of a company. Reads after locking what may block billing each. */
export async function lockChosenTransactions(
  db: Db,
  { company_id, start_date, end_date }: UnbilledQuery,
  ids: readonly number[],
) {
  const chosen = db
    .selectFrom('transactions')
    .where('company_id', '=', company_id)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
  await chosen.select('id').forNoKeyUpdate().execute()
  return chosen
    .select(['id', 'authentication_id', 'currency', 'invoice_id', 'amount_cents', isBillable.as('is_billable')])
    .select(sql<boolean>`txn_at >= ${start_date}::date and txn_at < ${end_date}::date + 1`.as('is_within'))
    .execute()
}
