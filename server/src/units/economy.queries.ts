import { type SqlBool, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { lineLitres, roadFuelList } from '../db/rule-values.ts'
import { onlyCompany } from '../platform/access/scope.ts'
import type { RoadFuelPurchase } from './economy.rules.ts'

/** Days at the sites, both included. Without numbers, all units of the company. */
export type UnitSpan = { company_id: number; from: string; to: string; numbers?: readonly string[] | undefined }
export type UnitRoadFuel = RoadFuelPurchase & { unit_number: string }

const most = 1_000_000
/** What the reader sees of a company; row-level security enforces the same again. */
const isSeen = (scope: Scope) => {
  const only = onlyCompany(scope)
  return only === null ? sql<SqlBool>`true` : sql<SqlBool>`t.company_id = ${only}`
}
const columns = sql.raw(
  'id, txn_at, odometer, credited_id, currency, amount_cents, driver_name, card_id, card_number'.replace(
    /(\w+)/g,
    't.$1',
  ),
)
/** The transactions of units, as `t` with `unit_number`: of named units by their index, of all units by the company's. */
export const unitPurchases = (scope: Scope, { company_id, from, to, numbers }: UnitSpan) =>
  numbers
    ? sql`select ${columns}, u.unit_number
        from unit_transactions(${company_id}, ${numbers}::text[], ${from}::date, ${to}::date + 1, ${most}) u join transactions t on t.id = u.id
        where t.source <> 'rebill' and ${isSeen(scope)}`
    : sql`select ${columns}, unit_number_of(t.vehicle) as unit_number from transactions t
        where t.company_id = ${company_id} and t.txn_at >= ${from}::date and t.txn_at < ${to}::date + 1 and unit_number_of(t.vehicle) is not null
          and t.source <> 'rebill' and ${isSeen(scope)}`

/**
 * The purchases of road fuel of a company's units, and the credits of these whenever they came, in one statement: by unit,
 * then in order of time, as `economyOf` reads them. What was billed again counts once.
 */
export async function listRoadFuel(db: Db, scope: Scope, span: UnitSpan): Promise<UnitRoadFuel[]> {
  const { rows } = await sql<UnitRoadFuel>`
    with bought as materialized (
      select id, unit_number, txn_at, odometer from (${unitPurchases(scope, span)}) t where credited_id is null
    ), heads as (
      select id, unit_number, txn_at, odometer, null::bigint as credited_id from bought
      union all
      select c.id, bought.unit_number, c.txn_at, c.odometer, c.credited_id from bought join transactions c on c.credited_id = bought.id and c.source <> 'rebill'
    )
    select h.id as transaction_id, h.unit_number, date_trunc('second', h.txn_at) as txn_at, h.odometer, h.credited_id, fuel.litres_milli
    from heads h cross join lateral (
      select coalesce(sum(${lineLitres}), 0)::bigint as litres_milli from transaction_lines l where l.transaction_id = h.id and l.product in (${roadFuelList})
    ) fuel
    where fuel.litres_milli <> 0 order by h.unit_number, h.txn_at, h.id`.execute(db)
  return rows
}
