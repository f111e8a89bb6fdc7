import { type SqlBool, sql } from 'kysely'
import { columnArrays } from '../db/column-arrays.ts'
import type { Db, Scope } from '../db/connect.ts'
import { decideCosts } from '../exceptions/detection.queries.ts'
import { severeRulesAmong } from '../exceptions/settling.queries.ts'
import { visible } from '../platform/access/visible.ts'
import { pick } from '../platform/pick.ts'
import { pricedTypes } from './line-prices.rules.ts'
import type { RepricedLine } from './repricing.rules.ts'

const visibleTransactions = visible('transactions', 'company_id')

export type PricedTransaction = {
  id: number
  company_id: number
  provider_id: number | null
  authentication_id: string
  txn_at: string
  location: string | null
  currency: string
  amount_cents: number
  flags: string[]
  credited_id: number | null
  /** The day whose rate, markup and taxes apply: a credit's is its purchase's. */
  priced_on: string
  /** A credit of it is already invoiced at the current price, or a user who saw that price entered it. */
  has_fixed_credit: boolean
}
const pricedAt = sql<string>`coalesce(original.txn_at, transactions.txn_at)::date`
/** Joins a credit with its purchase only if the purchase is not invoiced either. */
export const unbilledTransactions = (db: Db, scope: Scope) =>
  visibleTransactions(db, scope)
    .leftJoin('transactions as original', (join) =>
      join
        .onRef('original.id', '=', 'transactions.credited_id')
        .onRef('original.company_id', '=', 'transactions.company_id')
        .onRef('original.provider_id', '=', 'transactions.provider_id')
        .on('original.invoice_id', 'is', null),
    )
    .select([
      'transactions.id',
      'transactions.authentication_id',
      'transactions.txn_at',
      'transactions.location',
      'transactions.currency',
      'transactions.flags',
    ])
    .select([
      'transactions.amount_cents',
      'transactions.credited_id',
      'transactions.company_id',
      'transactions.provider_id',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('transactions as credit')
          .select('credit.id')
          .whereRef('credit.credited_id', '=', 'transactions.id')
          .where(({ or, eb, exists: isThere, selectFrom: from }) =>
            or([
              eb('credit.invoice_id', 'is not', null),
              isThere(
                from('transaction_lines as typed')
                  .select('typed.id')
                  .whereRef('typed.transaction_id', '=', 'credit.id')
                  .where('typed.is_manual', '=', true),
              ),
            ]),
          ),
      )
        .$castTo<boolean>()
        .as('has_fixed_credit'),
    )
    .select(pricedAt.as('priced_on'))
    .where('transactions.invoice_id', 'is', null)

/** One part of the chosen transactions. */
export const listChosen = (db: Db, scope: Scope, part: number): Promise<PricedTransaction[]> =>
  unbilledTransactions(db, scope)
    .where('transactions.id', 'in', sql<number>`(select id from repricing_transactions where part = ${part}::int)`)
    .orderBy('transactions.id')
    .execute()

export type HeldMarkup = {
  id: number
  company_id: number
  fuel_provider_id: number
  markup_value_e4: number
  from_date: string
  to_date: string | null
}
export const listActiveMarkups = (
  db: Db,
  companies: readonly number[],
  providers: readonly number[],
): Promise<HeldMarkup[]> =>
  db
    .selectFrom('markups')
    .select(['id', 'company_id', 'fuel_provider_id', 'markup_value_e4', 'from_date', 'to_date'])
    .where('company_id', '=', sql<number>`any(${companies}::bigint[])`)
    .where('fuel_provider_id', '=', sql<number>`any(${providers}::bigint[])`)
    .where('status', '=', 'ACTIVE')
    .execute()
export type MarkupPeriod = { company_id: number; fuel_provider_id: number; from_date: string; to_date: string | null }
/** The first active markup of the same company and provider that shares a day with this one, other than `except`. */
export const findOverlap = (db: Db, wanted: MarkupPeriod, except: number | null) =>
  db
    .selectFrom('markups')
    .select(['from_date', 'to_date'])
    .where('company_id', '=', wanted.company_id)
    .where('fuel_provider_id', '=', wanted.fuel_provider_id)
    .where('status', '=', 'ACTIVE')
    .where(
      sql<SqlBool>`daterange(from_date, to_date, '[]') && daterange(${wanted.from_date}::date, ${wanted.to_date}::date, '[]')`,
    )
    .where('id', '!=', except ?? 0)
    .orderBy('from_date')
    .limit(1)
    .executeTakeFirst()
/** A markup of the customer, also an inactive one. */
export const findMarkup = (db: Db, company_id: number, id: number) =>
  db
    .selectFrom('markups')
    .select(['fuel_provider_id', 'from_date', 'to_date'])
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .executeTakeFirst()
export const findProvider = (db: Db, id: number) =>
  db.selectFrom('fuel_providers').selectAll().where('id', '=', id).executeTakeFirst()
const repricedNames = [
  'price_e6',
  'pre_cents',
  'gst_cents',
  'hst_cents',
  'pst_cents',
  'qst_cents',
  'amount_cents',
  'discount_cents',
  'markup_id',
  'markup_value_e4',
  'flags',
  'warnings',
  'formula',
  'price_unit',
  'price_quantity_milli',
  'rate_id',
  'rate_date',
  'rate_price_e4',
  'rate_retail_e4',
  'fet_e6',
  'pft_e6',
  'pct_e6',
  'local_e6',
  'tax_row_ids',
  'rate_day_tax_row_ids',
] as const satisfies readonly Exclude<keyof RepricedLine, 'id'>[]
const types = { id: 'bigint', ...pick(pricedTypes, repricedNames) } satisfies Record<keyof RepricedLine, string>
/**
 * Writes the new prices, and the amounts and flags of transactions with a visible change. An accepted transaction needs
 * review again if its amount changed or it has a new flag.
 */
export async function updatePrices(
  db: Db,
  lines: readonly RepricedLine[],
  transactions: readonly number[],
): Promise<void> {
  const { from, values } = columnArrays(types, lines, 'n')
  const sets = sql.raw(repricedNames.map((name) => `${name} = ${values[name]}`).join(', '))
  await sql`update transaction_lines set ${sets} from ${from} where transaction_lines.id = n.id`.execute(db)
  const chosen = sql<number>`any(${transactions}::bigint[])`
  await sql`
    with sums as (
      select transaction_id, sum(amount_cents)::bigint as amount_cents from transaction_lines where transaction_id = ${chosen} group by 1
    ), flagged as (
      select transaction_id, array_agg(distinct flag order by flag) as flags from (
        select transaction_id, unnest(flags) as flag from transaction_lines where transaction_id = ${chosen} union all ${severeRulesAmong(chosen)}
      ) all_flags group by 1
    )
    update transactions t set amount_cents = n.amount_cents, flags = n.flags,
      accepted_at = case when n.flags <@ t.flags and n.amount_cents = t.amount_cents then t.accepted_at end, version = version + 1, updated_at = now()
    from (select transaction_id, amount_cents, coalesce(flags, '{}') as flags from sums left join flagged using (transaction_id)) n
    where t.id = n.transaction_id`.execute(db)
  await decideCosts(db, transactions)
}
