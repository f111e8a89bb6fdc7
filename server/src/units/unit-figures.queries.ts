import type { Currency } from '@portal/contract/rules/currency.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { lineLitres } from '../db/rule-values.ts'
import { visible } from '../platform/access/visible.ts'
import { toLocalTime } from '../platform/local-time.ts'
import { type UnitSpan, unitPurchases } from './economy.queries.ts'

export type UnitSums = {
  unit_number: string
  currency: Currency
  amount_cents: number
  def_milli: number
  diesel_milli: number
}
/** What was bought for units in a span, by currency, with their diesel and exhaust fluid. */
export async function listUnitSums(db: Db, scope: Scope, span: UnitSpan): Promise<UnitSums[]> {
  const { rows } = await sql<UnitSums>`
    select t.unit_number, t.currency, coalesce(sum(l.amount_cents), 0)::bigint as amount_cents,
      coalesce(sum(${lineLitres}) filter (where l.product = 'DEF'), 0)::bigint as def_milli,
      coalesce(sum(${lineLitres}) filter (where l.product in ('D1', 'D1W')), 0)::bigint as diesel_milli
    from (${unitPurchases(scope, span)}) t join transaction_lines l on l.transaction_id = t.id group by 1, 2 order by 1, 2`.execute(
    db,
  )
  return rows
}

export type UnitMonth = { month: string; currency: Currency; amount_cents: number }
export async function listUnitMonths(db: Db, scope: Scope, span: UnitSpan): Promise<UnitMonth[]> {
  const { rows } = await sql<UnitMonth>`
    select to_char(t.txn_at, 'YYYY-MM') as month, t.currency, sum(t.amount_cents)::bigint as amount_cents
    from (${unitPurchases(scope, span)}) t group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

type Use = { first_at: string; last_at: string; count: number }
const inTime = <T extends Use>(used: T): T => ({
  ...used,
  first_at: toLocalTime(used.first_at),
  last_at: toLocalTime(used.last_at),
})
const usedMost = 50
/** Who bought for a unit and when, the latest first. */
export async function listUnitDrivers(
  db: Db,
  scope: Scope,
  span: UnitSpan,
): Promise<(Use & { driver_name: string })[]> {
  const { rows } = await sql<Use & { driver_name: string }>`
    select btrim(t.driver_name) as driver_name, min(t.txn_at) as first_at, max(t.txn_at) as last_at, count(*)::int as count
    from (${unitPurchases(scope, span)}) t where btrim(t.driver_name) <> '' and t.amount_cents > 0 group by 1 order by 3 desc limit ${usedMost}`.execute(
    db,
  )
  return rows.map(inTime)
}
export type UsedCard = Use & { card_id: number | null; card_number: string }
/** The cards that bought for a unit and when, the latest first. */
export async function listUsedCards(db: Db, scope: Scope, span: UnitSpan): Promise<UsedCard[]> {
  const { rows } = await sql<UsedCard>`
    select max(t.card_id) as card_id, t.card_number, min(t.txn_at) as first_at, max(t.txn_at) as last_at, count(*)::int as count
    from (${unitPurchases(scope, span)}) t where t.card_number is not null and t.amount_cents > 0 group by 2 order by 4 desc limit ${usedMost}`.execute(
    db,
  )
  return rows.map(inTime)
}

export type NamingCard = {
  id: number
  card_number: string
  driver_name: string
  card_status: string
  unit_number: string
}
/** The company's cards that name one of these units, in any spelling, those in use first. */
export const listNamingCards = (
  db: Db,
  scope: Scope,
  companyId: number,
  numbers: readonly string[],
): Promise<NamingCard[]> =>
  visible('cards', 'company_id')(db, scope)
    .select(['id', 'card_number', 'driver_name', 'card_status'])
    .select(sql<string>`unit_number_of(vehicle_assigned_to_card)`.as('unit_number'))
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`unit_number_of(vehicle_assigned_to_card) = any(${numbers}::text[])`)
    .orderBy(sql`card_status = 'CLOSED'`)
    .orderBy('card_number')
    .execute()
