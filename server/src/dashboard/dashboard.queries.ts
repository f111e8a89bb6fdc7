import type { CardStatus } from '@portal/contract/cards/cards.ts'
import type {
  Dashboard,
  DashboardInterval,
  OpenInvoices,
  SummaryInterval,
} from '@portal/contract/dashboard/dashboard.ts'
import { isFuel, productCodes } from '@portal/contract/lookups/products.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { visibleInvoices } from '../invoices/invoices.queries.ts'
import { onlyCompany } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import type { PurchaseRow, SpendRow, SummaryRow, TopRow } from './dashboard.columns.ts'
import type { Span } from './dashboard.rules.ts'

/**
 * Folded sums plus entries not folded yet, of one company or of all for staff. Adding both is correct at any moment.
 */
function visibleSums(scope: Scope) {
  const only = onlyCompany(scope)
  const columns = sql.raw('day, currency, transactions, amount_cents, exceptions, to_review, unbilled, unbilled_cents')
  return only === null
    ? sql`(select ${columns} from transaction_totals union all select ${columns} from transaction_entries) transactions`
    : sql`(select ${columns} from transaction_sums where company_id = ${only} union all select ${columns} from transaction_entries where company_id = ${only}) transactions`
}
function visiblePurchases(scope: Scope) {
  const only = onlyCompany(scope)
  const columns = sql.raw('day, currency, product, province, unit, lines, quantity_milli, pre_cents, amount_cents')
  return only === null
    ? sql`(select ${columns} from purchase_totals union all select ${columns} from purchase_entries) purchases`
    : sql`(select ${columns} from purchase_sums where company_id = ${only} union all select ${columns} from purchase_entries where company_id = ${only}) purchases`
}
const within = ({ from, to }: Span) => sql`day between ${from}::date and ${to}::date`
const bucket = (interval: SummaryInterval, day = sql`day`) =>
  interval === 'day' ? day : sql`date_trunc(${sql.lit(interval)}, ${day})::date`
/** The days of an earlier period, moved forward by its step so that they fall into the buckets of the present one. */
const movedBy = (step: string | null) => (step === null ? sql`day` : sql`(day + ${sql.lit(step)}::interval)::date`)

export const listTransactionSums = async (
  db: Db,
  scope: Scope,
  span: Span,
  interval: DashboardInterval,
  step: string | null = null,
): Promise<SpendRow[]> =>
  (
    await sql<SpendRow>`
    select currency, ${bucket(interval, movedBy(step))} as bucket, sum(transactions)::bigint as transactions, sum(amount_cents)::bigint as amount_cents, sum(exceptions)::bigint as exceptions
    from ${visibleSums(scope)} where ${within(span)} group by 1, 2 having sum(transactions) <> 0`.execute(db)
  ).rows

const fuels = sql.raw(
  productCodes
    .filter(isFuel)
    .map((code) => `'${code}'`)
    .join(', '),
)
/** By time, product and province in one pass. */
export const listPurchaseSums = async (
  db: Db,
  scope: Scope,
  span: Span,
  interval: DashboardInterval,
  step: string | null = null,
): Promise<PurchaseRow[]> =>
  (
    await sql<PurchaseRow>`
    select case grouping(bucket, product, province) when 3 then 'bucket' when 5 then 'product' else 'province' end as kind, currency, bucket, product, unit, province,
      sum(lines)::bigint as lines, sum(quantity_milli)::bigint as quantity_milli, sum(amount_cents)::bigint as amount_cents,
      coalesce(sum(quantity_milli) filter (where is_fuel and unit = 'L'), 0)::bigint as litres_milli,
      coalesce(sum(quantity_milli) filter (where is_fuel and unit = 'GAL'), 0)::bigint as gallons_milli,
      coalesce(sum(pre_cents) filter (where is_fuel and unit <> ''), 0)::bigint as fuel_cents
    from (select *, product in (${fuels}) as is_fuel, ${bucket(interval, movedBy(step))} as bucket from ${visiblePurchases(scope)} where ${within(span)}) bought
    group by grouping sets ((currency, bucket), (currency, product, unit), (currency, province)) having sum(lines) <> 0`.execute(
      db,
    )
  ).rows

export type UnbilledSums = {
  currency: Currency
  unbilled: number
  unbilled_cents: number
  to_review: number
  latest_day: string
}
/** Not limited to the period. */
export const listUnbilledSums = async (db: Db, scope: Scope): Promise<UnbilledSums[]> =>
  (
    await sql<UnbilledSums>`
    select currency, sum(unbilled)::bigint as unbilled, sum(unbilled_cents)::bigint as unbilled_cents, sum(to_review)::bigint as to_review, max(day) as latest_day
    from (select day, currency, sum(unbilled) as unbilled, sum(unbilled_cents) as unbilled_cents, sum(to_review) as to_review
      from ${visibleSums(scope)} group by 1, 2 having sum(transactions) <> 0) days
    group by 1 order by 1`.execute(db)
  ).rows

export const listTransactionsBy = async (
  db: Db,
  scope: Scope,
  interval: SummaryInterval,
  currency: Currency,
  span: Span,
): Promise<SummaryRow[]> =>
  (
    await sql<SummaryRow>`
    select ${bucket(interval)} as bucket, sum(transactions)::bigint as count, sum(amount_cents)::bigint as amount_cents
    from ${visibleSums(scope)} where ${within(span)} and currency = ${currency} group by 1`.execute(db)
  ).rows

export async function countTransactions(db: Db, scope: Scope, currency: Currency, span: Span): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(transactions), 0)::bigint as count from ${visibleSums(scope)} where ${within(span)} and currency = ${currency}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
/**
 * The five drivers, units and sites with the highest spend. From transactions, through their indexes by company and by
 * time: sums by driver and day would be nearly as many rows. Volumes are added for the fifteen alone.
 */
export async function listTop(db: Db, scope: Scope, currency: Currency, { from, to }: Span): Promise<TopRow[]> {
  const only = onlyCompany(scope)
  const five = sql`order by amount_cents desc, name limit 5`
  const { rows } = await sql<TopRow>`
    with bought as materialized (
      select id, company_id, driver_name, vehicle, site_number, location, amount_cents from transactions
      where ${only === null ? sql`` : sql`company_id = ${only} and`} currency = ${currency} and source <> 'rebill'
        and txn_at >= ${from}::date and txn_at < ${to}::date + 1
    ), top as (
      (select 'driver' as kind, company_id, driver_name as name, null as location, count(*) as transactions, sum(amount_cents) as amount_cents
        from bought where driver_name <> '' group by 2, 3 ${five})
      union all
      (select 'unit', company_id, vehicle as name, null, count(*), sum(amount_cents) as amount_cents from bought where vehicle <> '' group by 2, 3 ${five})
      union all
      (select 'site', null, site_number as name, max(location), count(*), sum(amount_cents) as amount_cents from bought where site_number <> '' group by 3 ${five})
    ), theirs as (
      select kind, top.company_id, name, id from top join bought on kind = 'driver' and driver_name = name and bought.company_id = top.company_id
      union all
      select kind, top.company_id, name, id from top join bought on kind = 'unit' and vehicle = name and bought.company_id = top.company_id
      union all
      select kind, null, name, id from top join bought on kind = 'site' and site_number = name
    ), volumes as (
      select kind, theirs.company_id, name, coalesce(sum(quantity_milli) filter (where unit = 'L'), 0)::bigint as litres_milli,
        coalesce(sum(quantity_milli) filter (where unit = 'GAL'), 0)::bigint as gallons_milli
      from theirs join transaction_lines line on line.transaction_id = theirs.id and product in (${fuels}) group by 1, 2, 3
    )
    select top.kind, top.name, coalesce(location, ${only === null ? sql`companies.name` : sql`null`}) as detail, transactions, amount_cents::bigint as amount_cents,
      coalesce(litres_milli, 0) as litres_milli, coalesce(gallons_milli, 0) as gallons_milli
    from top left join companies on companies.id = top.company_id
      left join volumes on volumes.kind = top.kind and volumes.name = top.name and volumes.company_id is not distinct from top.company_id
    order by top.kind, amount_cents desc, top.name`.execute(db)
  return rows
}

/** Invoices sent and not void. A Draft is not an order yet. */
export const listInvoicesBy = (
  db: Db,
  scope: Scope,
  interval: SummaryInterval,
  currency: Currency,
  { from, to }: Span,
): Promise<SummaryRow[]> =>
  visibleInvoices(db, scope)
    .select(({ fn }) => [
      sql<string>`date_trunc(${sql.lit(interval)}, issued_date)::date`.as('bucket'),
      fn.countAll<number>().as('count'),
      sql<number>`sum(total_cents)::bigint`.as('amount_cents'),
    ])
    .where('status', 'in', ['SENT', 'PARTIALLY_PAID', 'FULLY_PAID'])
    .where('currency', '=', currency)
    .where(sql<boolean>`issued_date between ${from}::date and ${to}::date`)
    .groupBy(sql`1`)
    .execute()

export async function listOpenInvoices(db: Db, scope: Scope, today: string): Promise<OpenInvoices[]> {
  const rows = await visibleInvoices(db, scope)
    .select(({ fn }) => [
      'currency',
      'status',
      fn.countAll<number>().as('count'),
      sql<number>`sum(due_cents)::bigint`.as('due_cents'),
      sql<number>`count(*) filter (where due_date < ${today}::date)`.as('overdue_count'),
      sql<number>`coalesce(sum(due_cents) filter (where due_date < ${today}::date), 0)::bigint`.as('overdue_cents'),
      sql<string | null>`min(due_date) filter (where due_date < ${today}::date)`.as('overdue_since'),
      sql<string | null>`min(due_date) filter (where due_date >= ${today}::date)`.as('next_due_date'),
    ])
    .where('status', 'in', ['SENT', 'PARTIALLY_PAID'])
    .groupBy(['currency', 'status'])
    .orderBy('currency')
    .orderBy('status', 'desc')
    .execute()
  return rows.map(({ currency, status, due_cents, overdue_cents, ...row }) => ({
    ...row,
    currency: currency as Currency,
    status: status as OpenInvoices['status'],
    amount_due: fromUnits(due_cents, 'money'),
    overdue_amount: fromUnits(overdue_cents, 'money'),
  }))
}
export async function countDrafts(db: Db, scope: Scope): Promise<number> {
  const { count } = await visibleInvoices(db, scope)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'DRAFT')
    .executeTakeFirstOrThrow()
  return count
}

const visibleCounts = visible('card_counts', 'company_id')
export const countCards = (db: Db, scope: Scope): Promise<{ card_status: CardStatus; count: number }[]> =>
  visibleCounts(db, scope)
    .select(['card_status', sql<number>`sum(count)::bigint`.as('count')])
    .groupBy('card_status')
    .$castTo<{ card_status: CardStatus; count: number }>()
    .execute()

/** The set-up steps a new provider has completed. */
export async function getStart(db: Db): Promise<NonNullable<Dashboard['start']>> {
  const { rows } = await sql<NonNullable<Dashboard['start']>>`
    select exists (select from companies where kind = 'customer') as company, exists (select from cards) as cards, exists (select from rate_uploads) as rates,
      exists (select from transactions) as transactions, exists (select from invoices) as invoices`.execute(db)
  return rows[0] as NonNullable<Dashboard['start']>
}

export async function foldDashboardSums(db: Db): Promise<void> {
  await sql`select fold_dashboard_sums()`.execute(db)
}
