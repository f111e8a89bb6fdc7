import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
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
  credited_id: number | null
  /** A credit of it is already invoiced at the current price, or a user who saw that price entered it. */
  has_fixed_credit: boolean
}
type Wanted = { company_id: number; provider_id: number; from: string; to: string | null }
const pricedAt = sql<string>`coalesce(original.txn_at, transactions.txn_at)`
/** Joins a credit with its purchase only if the purchase is not invoiced either. */
const unbilledTransactions = (db: Db, scope: Scope) =>
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
    .where('transactions.invoice_id', 'is', null)

/**
 * Transactions that are not invoiced yet, newest first. A credit counts on its purchase's day, because its price
 * contains that day's markup. So both are found, or neither.
 */
export function listRepriceable(
  db: Db,
  scope: Scope,
  { company_id, provider_id, from, to }: Wanted,
  isLocking: boolean,
): Promise<PricedTransaction[]> {
  const transactions = unbilledTransactions(db, scope)
    .where('transactions.company_id', '=', company_id)
    .where('transactions.provider_id', '=', provider_id)
    // A credit is never before its purchase, so this excludes nothing; it lets the query use the index.
    .where('transactions.txn_at', '>=', sql<string>`${from}::date`)
    .where(pricedAt, '>=', sql<string>`${from}::date`)
    .where(pricedAt, '<', sql<string>`coalesce(${to}::date + 1, 'infinity')`)
    .orderBy('transactions.txn_at', 'desc')
    .orderBy('transactions.id', 'desc')
  return (isLocking ? transactions.forUpdate('transactions') : transactions).execute()
}
/** One part of the chosen transactions, which are already locked. */
export const listChosen = (db: Db, scope: Scope, part: number): Promise<PricedTransaction[]> =>
  unbilledTransactions(db, scope)
    .where('transactions.id', 'in', sql<number>`(select id from repricing_transactions where part = ${part}::int)`)
    .orderBy('transactions.id')
    .execute()

/**
 * Files come late, so the last weeks end with the last imported purchase, or today if there is none. Future days were
 * entered manually, and would move the weeks past all purchases.
 */
export async function getLastPricedDay(
  db: Db,
  scope: Scope,
  company_id: number,
  provider_id: number,
  now: Date,
): Promise<string> {
  const { today } = await db
    .selectFrom('companies')
    .select(sql<string>`(${now.toISOString()}::timestamptz at time zone time_zone)::date`.as('today'))
    .where('kind', '=', 'provider')
    .executeTakeFirstOrThrow()
  const found = await visibleTransactions(db, scope)
    .select(sql<string>`txn_at::date`.as('day'))
    .where('company_id', '=', company_id)
    .where('provider_id', '=', provider_id)
    .where('invoice_id', 'is', null)
    .where('txn_at', '<', sql<string>`${today}::date + 1`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('transaction_lines')
          .select('transaction_lines.id')
          .whereRef('transaction_id', '=', 'transactions.id')
          .where('is_manual', '=', false),
      ),
    )
    .orderBy('txn_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.day ?? today
}

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
export const findProvider = (db: Db, id: number) =>
  db.selectFrom('fuel_providers').selectAll().where('id', '=', id).executeTakeFirst()
const repricedNames = [
  'price_e4',
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
const columns = sql.raw(
  Object.entries(types)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
)
const sets = sql.raw(repricedNames.map((name) => `${name} = n.${name}`).join(', '))
/**
 * Writes the new prices, and the amounts and flags of transactions with a visible change. An accepted transaction needs
 * review again if its amount changed or it has a new flag.
 */
export async function updatePrices(
  db: Db,
  lines: readonly RepricedLine[],
  transactions: readonly number[],
): Promise<void> {
  await sql`
    update transaction_lines set ${sets} from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n (${columns}) where transaction_lines.id = n.id`.execute(
    db,
  )
  await sql`
    update transactions t set amount_cents = l.amount_cents, flags = l.flags, 
      accepted_at = case when l.flags <@ t.flags and l.amount_cents = t.amount_cents then t.accepted_at end, version = version + 1, updated_at = now()
    from (
      select transaction_id, sum(amount_cents)::bigint as amount_cents,
        coalesce((select array_agg(distinct flag) from transaction_lines f, unnest(f.flags) flag where f.transaction_id = transaction_lines.transaction_id), '{}') as flags
      from transaction_lines where transaction_id = any(${transactions}::bigint[]) group by transaction_id
    ) l where t.id = l.transaction_id`.execute(db)
}
