import {
  type Draft,
  type UnbilledQuery,
  type UnbilledTransaction,
  unbilledLimit,
} from '@portal/contract/billing/drafts.ts'
import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
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

/** Where the locked transactions are kept, so that the statements that lock and bill them share a round trip. */
const heldName = 'portal.held_transactions'
/**
 * Locks a customer's accepted unbilled transactions up to the end of a day, late ones included, and keeps their ids until the
 * transaction ends.
 */
export async function lockBillable(db: Db, companyId: number, endDate: string): Promise<void> {
  const rows = unbilledTransactions(db)
    .select('transactions.id')
    .where('unbilled_transactions.company_id', '=', companyId)
    .where(before(endDate))
    .where(isBillable)
    .orderBy('transactions.id')
    .forNoKeyUpdate('transactions')
  await db
    .selectFrom(rows.as('held'))
    .select(sql`set_config(${sql.lit(heldName)}, coalesce(array_agg(id), '{}')::text, true)`.as('ids'))
    .execute()
}

/** A document's number: its series, year and place, such as INV-2026-000042. */
const numberOf = (prefix: string, year: number, place: RawBuilder<unknown>) =>
  sql<string>`${prefix}::text || '-' || ${year}::text || '-' || lpad(${place}::text, greatest(6, length(${place}::text)), '0')`
const yearOf = (issuedDate: string): number => Number(issuedDate.slice(0, 4))
/**
 * Takes so many numbers of a year's series, such as INV, up to the one returned. The series' row stays locked until commit and
 * rolls back with it, so no number is lost or repeated (M8).
 */
const takeNumbers = (prefix: string, year: number, count: RawBuilder<unknown>) => sql`
  insert into document_series (company_id, prefix, year, last_number)
  select id, ${prefix}, ${year}::smallint, ${count} from companies where kind = 'provider' and ${count} > 0
  on conflict (company_id, prefix, year) do update set last_number = document_series.last_number + excluded.last_number returning last_number`
export async function takeNumber(db: Db, prefix: string, issuedDate: string): Promise<string> {
  const year = yearOf(issuedDate)
  const { rows } = await sql<{ number: string }>`
    with taken as (${takeNumbers(prefix, year, sql`1`)}) select ${numberOf(prefix, year, sql`last_number`)} as number from taken`.execute(
    db,
  )
  return String(rows[0]?.number)
}

export type NewDrafts = {
  company_id: number
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
  count: number
}
/**
 * Creates a Draft per currency with its number, terms, address and total (INV-13), and assigns the locked transactions:
 * those of `lockBillable`, or the given ones. A total of zero or less is carried (INV-11). Reads the transactions again:
 * while they were being locked, a purchase may have gone back to review, and its credit waits for it.
 */
export async function insertDrafts(
  db: Db,
  draft: NewDrafts,
  ids?: readonly number[],
): Promise<{ made: MadeDraft[]; carried: number }> {
  const year = yearOf(draft.issued_date)
  const locked = ids ? sql`${ids}` : sql`current_setting(${sql.lit(heldName)})`
  const { rows } = await sql<Omit<MadeDraft, 'id'> & { id: number | null }>`
    with billable as materialized (
      select currency, array_agg(id) as ids, count(*)::int as count, sum(amount_cents)::bigint as total_cents
      from transactions where id = any(${locked}::bigint[]) and ${isBillable} group by currency
    ), drafts as materialized (
      select *, row_number() over (order by currency desc) - 1 as after from billable where total_cents > 0
    ), taken as (${takeNumbers('INV', year, sql`(select count(*) from drafts)`)}
    ), named as materialized (
      select drafts.*, ${numberOf('INV', year, sql`(last_number - after)`)} as invoice_number from drafts cross join taken order by currency
    ), made as materialized (
      select named.currency, named.invoice_number, create_draft(company.id, named.invoice_number, named.currency, ${draft.issued_date}::date, due_days,
        ${draft.start_date}::date, ${draft.end_date}::date, language,
        jsonb_build_object('name', company.name, 'company_number', company.company_number, 'address1', address1, 'city', ${cityName('billing_city')},
          'state', ${stateCode('billing_state')}, 'country', ${countryName('billing_country')}, 'zip_code', billing_zip_code, 'tax_no', tax_no),
        ${draft.billing_run_id}::bigint, named.total_cents, named.ids) as id
      from named cross join companies company join customers on customers.company_id = company.id
      where company.id = ${draft.company_id}::bigint
    )
    select billable.currency, made.id, made.invoice_number, ${draft.company_id}::bigint as company_id, total_cents, count
    from billable left join made on made.currency = billable.currency order by billable.currency`.execute(db)
  const made = rows.flatMap(({ id, ...one }): MadeDraft[] => (id === null ? [] : [{ id, ...one }]))
  const billed = rows.filter(({ total_cents }) => total_cents > 0)
  if (billed.length !== made.length) throw new Error(`Company ${draft.company_id} is not a customer`)
  return { made, carried: rows.length - made.length }
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
