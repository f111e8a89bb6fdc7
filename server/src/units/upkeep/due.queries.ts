import { sql } from 'kysely'
import type { Db, Scope } from '../../db/connect.ts'
import { onlyCompany } from '../../platform/access/scope.ts'
import { visible } from '../../platform/access/visible.ts'
import { toLocalTime } from '../../platform/local-time.ts'
import { type BelievedReading, latestReading, type OdometerUnit } from '../economy.rules.ts'
import type { DoneService, PlanFacts } from './due.rules.ts'

export type UnitOfCompany = { id: number; unit_number: string; odometer_unit: OdometerUnit }
/** The units in use: those without a card, or with one that is not closed. */
export async function listUnitsInUse(
  db: Db,
  scope: Scope,
  companyId: number,
  unitIds?: readonly number[],
): Promise<UnitOfCompany[]> {
  const only = onlyCompany(scope)
  if (only !== null && only !== companyId) return []
  const { rows } = await sql<UnitOfCompany>`
    with named as (
      select unit_number_of(vehicle_assigned_to_card) as unit_number, bool_and(card_status = 'CLOSED') as is_closed
      from cards where company_id = ${companyId} group by 1
    )
    select u.id, u.unit_number, coalesce(u.odometer_unit, 'km') as odometer_unit
    from units u left join named using (unit_number)
    where u.company_id = ${companyId} and not coalesce(named.is_closed, false) ${unitIds ? sql`and u.id = any(${unitIds}::bigint[])` : sql``}
    order by u.unit_number`.execute(db)
  return rows
}

/** So many of a unit's last purchases say where its odometer stands, a few mistyped readings included. */
const readingsOfUnit = 12
type Recent = {
  unit_number: string
  transaction_id: number
  txn_at: string
  odometer: string | null
  driver_name: string | null
}
/** The last purchases of each unit, in order of time. */
export async function listRecentPurchases(
  db: Db,
  scope: Scope,
  companyId: number,
  numbers: readonly string[],
): Promise<Map<string, Recent[]>> {
  const only = onlyCompany(scope)
  if (numbers.length === 0 || (only !== null && only !== companyId)) return new Map()
  const { rows } = await sql<Recent>`
    select u.unit_number, t.id as transaction_id, t.txn_at, t.odometer, t.driver_name
    from unit_transactions(${companyId}, ${numbers}::text[], '-infinity', 'infinity', ${readingsOfUnit}) u join transactions t on t.id = u.id
    where t.credited_id is null and t.amount_cents > 0 and t.source <> 'rebill' order by u.unit_number, t.txn_at, t.id`.execute(
    db,
  )
  return Map.groupBy(
    rows.map((row) => ({ ...row, txn_at: toLocalTime(row.txn_at) })),
    ({ unit_number }) => unit_number,
  )
}
type UnitDay = { unit_number: string; day: string }
/** The last purchases of units until the end of a day each, in the order of the question. */
export async function listPurchasesUntil(
  db: Db,
  scope: Scope,
  companyId: number,
  asked: readonly UnitDay[],
): Promise<Recent[][]> {
  const only = onlyCompany(scope)
  if (asked.length === 0 || (only !== null && only !== companyId)) return asked.map(() => [])
  const numbers = asked.map(({ unit_number }) => unit_number)
  const days = asked.map(({ day }) => day)
  const { rows } = await sql<Recent & { at: number }>`
    select n.at::int, u.unit_number, t.id as transaction_id, t.txn_at, t.odometer, t.driver_name
    from unnest(${numbers}::text[], ${days}::date[]) with ordinality as n (unit_number, day, at)
      cross join lateral unit_transactions(${companyId}, array[n.unit_number], '-infinity', n.day + 1, ${readingsOfUnit}) u
      join transactions t on t.id = u.id
    where t.credited_id is null and t.amount_cents > 0 and t.source <> 'rebill' order by n.at, t.txn_at, t.id`.execute(
    db,
  )
  const found = Map.groupBy(rows, ({ at }) => at)
  return asked.map((_, at) => (found.get(at + 1) ?? []).map((row) => ({ ...row, txn_at: toLocalTime(row.txn_at) })))
}
/** Where the odometers of units stand, by unit number. */
export async function listOdometers(
  db: Db,
  scope: Scope,
  companyId: number,
  units: readonly Omit<UnitOfCompany, 'id'>[],
): Promise<Map<string, BelievedReading>> {
  const numbers = units.map(({ unit_number }) => unit_number)
  const recent = await listRecentPurchases(db, scope, companyId, numbers)
  return new Map(
    units.flatMap(({ unit_number, odometer_unit }) => {
      const read = latestReading(recent.get(unit_number) ?? [], odometer_unit)
      return read ? [[unit_number, read] as const] : []
    }),
  )
}

/** The plans of a company that can apply: those for all units, and those for one of these. */
export const listPlanFacts = (db: Db, scope: Scope, companyId: number): Promise<PlanFacts[]> =>
  visible('service_plans', 'company_id')(db, scope)
    .select(['id', 'unit_id', 'kind', 'every_km', 'every_months', 'started_on'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()

/** The last service of each unit and kind. */
export async function listLastServices(
  db: Db,
  scope: Scope,
  companyId: number,
  unitIds?: readonly number[],
): Promise<DoneService[]> {
  const only = onlyCompany(scope)
  const { rows } = await sql<DoneService>`
    select distinct on (unit_id, lower(kind)) id, unit_id, kind, day, odometer_milli from services
    where company_id = ${companyId} ${only === null ? sql`` : sql`and company_id = ${only}`}
      ${unitIds ? sql`and unit_id = any(${unitIds}::bigint[])` : sql``}
    order by unit_id, lower(kind), day desc, id desc`.execute(db)
  return rows
}

/** The companies that plan services. */
export async function listPlanningCompanies(db: Db): Promise<{ company_id: number; company_name: string }[]> {
  const { rows } = await sql<{ company_id: number; company_name: string }>`
    select c.id as company_id, c.name as company_name from companies c
    where c.status = 'active' and exists (select from service_plans p where p.company_id = c.id) order by 1`.execute(db)
  return rows
}

type Reminder = { plan_id: number; unit_id: number; state: string }
/** Replaces what a company's people were told, and returns whether any of it is new. */
export async function rememberReminders(db: Db, companyId: number, pressing: readonly Reminder[]): Promise<boolean> {
  const { rows } = await sql`
    with pressing as (
      select * from jsonb_to_recordset(${JSON.stringify(pressing)}::jsonb) as p (plan_id bigint, unit_id bigint, state text)
    ), gone as (
      delete from service_reminders r where company_id = ${companyId}
        and not exists (select from pressing p where p.plan_id = r.plan_id and p.unit_id = r.unit_id)
    )
    insert into service_reminders as r (plan_id, unit_id, company_id, state)
    select plan_id, unit_id, ${companyId}, state from pressing
    on conflict (plan_id, unit_id) do update set state = excluded.state where r.state <> excluded.state returning 1`.execute(
    db,
  )
  return rows.length > 0
}
