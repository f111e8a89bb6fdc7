import { fromUnits } from '@portal/contract/rules/money.ts'
import type { ServiceState } from '@portal/contract/units/units-words.data.ts'
import type { NextService } from '@portal/contract/units/upkeep.ts'
import type { Db, Scope } from '../../db/connect.ts'
import { companyAsked } from '../../platform/access/scope.ts'
import { type BelievedReading, believableReadings, latestReading } from '../economy.rules.ts'
import {
  listLastServices,
  listOdometers,
  listPlanFacts,
  listPurchasesUntil,
  listRecentPurchases,
  listUnitsInUse,
  type UnitOfCompany,
} from './due.queries.ts'
import { type DoneService, type DueService, duesOf, isKind, isPressing, type PlanFacts } from './due.rules.ts'

type Planned = { companyId: number; units: readonly UnitOfCompany[]; plans: readonly PlanFacts[] }
/** A service without a reading counts from the odometer that the purchases until its day tell. */
async function withPurchases(
  db: Db,
  scope: Scope,
  { companyId, units, plans }: Planned,
  done: readonly DoneService[],
): Promise<DoneService[]> {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const asked = done.flatMap(({ id, unit_id, kind, day, odometer_milli }) => {
    const unit = byId.get(unit_id)
    const isAsked = odometer_milli === null && plans.some((plan) => plan.every_km !== null && isKind(plan.kind, kind))
    return unit && isAsked ? [{ id, day, unit_number: unit.unit_number, odometer_unit: unit.odometer_unit }] : []
  })
  const bought = await listPurchasesUntil(db, scope, companyId, asked)
  const read = new Map(
    asked.map(({ id, odometer_unit }, at) => [id, latestReading(bought[at] ?? [], odometer_unit)?.odometer_milli]),
  )
  return done.map((service) => ({ ...service, purchase_milli: read.get(service.id) }))
}

type Around = Omit<UnitOfCompany, 'id'> & { company_id: number; day: string }
/** The believable readings of a unit's purchases before and after a day. */
export async function readingsAround(
  db: Db,
  scope: Scope,
  { company_id, day, ...unit }: Around,
): Promise<BelievedReading[]> {
  const [before = []] = await listPurchasesUntil(db, scope, company_id, [{ day, unit_number: unit.unit_number }])
  const recent = await listRecentPurchases(db, scope, company_id, [unit.unit_number])
  const after = (recent.get(unit.unit_number) ?? []).filter(({ txn_at }) => txn_at.slice(0, 10) > day)
  return believableReadings([...before, ...after], unit.odometer_unit)
}

export type UnitDue = DueService & { unit: UnitOfCompany; odometer_milli: number | null }
/** What the plans of a company ask for now, the most pressing first. */
export async function readDues(
  db: Db,
  scope: Scope,
  { companyId, today, unitIds }: { companyId: number; today: string; unitIds?: readonly number[] | undefined },
): Promise<UnitDue[]> {
  const plans = await listPlanFacts(db, scope, companyId)
  if (plans.length === 0) return []
  const units = await listUnitsInUse(db, scope, companyId, unitIds)
  const isByDistance = plans.some(({ every_km }) => every_km !== null)
  const readings = isByDistance ? await listOdometers(db, scope, companyId, units) : new Map<string, never>()
  const standing = units.map((unit) => ({
    ...unit,
    odometer_milli: readings.get(unit.unit_number)?.odometer_milli ?? null,
  }))
  const done = await withPurchases(
    db,
    scope,
    { companyId, units, plans },
    await listLastServices(db, scope, companyId, unitIds),
  )
  const byId = new Map(standing.map((unit) => [unit.id, unit]))
  return duesOf({ units: standing, plans, done, today }).map((due) => {
    const unit = byId.get(due.unit_id) as (typeof standing)[number]
    return { ...due, unit, odometer_milli: unit.odometer_milli }
  })
}

const number = (milli: number | null): number | null => (milli === null ? null : fromUnits(milli, 'quantity'))
export const toNextService = (companyId: number, { plan, last, unit, ...due }: UnitDue): NextService => ({
  company_id: companyId,
  unit_id: unit.id,
  unit_number: unit.unit_number,
  odometer_unit: unit.odometer_unit,
  plan_id: plan.id,
  kind: plan.kind,
  every_km: plan.every_km,
  every_months: plan.every_months,
  state: due.state,
  last: last ? { id: last.id, day: last.day, odometer: number(last.odometer_milli) } : null,
  due_day: due.due_day,
  days_left: due.days_left,
  due_odometer: number(due.due_odometer_milli),
  distance_left: number(due.left_milli),
  odometer: number(due.odometer_milli),
})

type Asked = {
  company_id?: number | undefined
  unit_id?: number | undefined
  state?: 'all' | ServiceState | undefined
}
/** Due and overdue services, or those of a state, with the count of both and of what cannot be computed (CARE-2). */
export async function answerDue(db: Db, scope: Scope, asked: Asked, today: string) {
  const companyId = companyAsked(scope, asked.company_id)
  const all =
    companyId === null
      ? []
      : await readDues(db, scope, { companyId, today, unitIds: asked.unit_id ? [asked.unit_id] : undefined })
  const isAsked = (due: UnitDue) =>
    asked.state === undefined ? isPressing(due) : asked.state === 'all' || due.state === asked.state
  const countOf = (state: ServiceState) => all.filter((due) => due.state === state).length
  return {
    as_of: today,
    due: countOf('due'),
    overdue: countOf('overdue'),
    unknown: countOf('unknown'),
    unread: countOf('unread'),
    services: all.filter(isAsked).map((due) => toNextService(companyId ?? 0, due)),
  }
}
/** How many are due or overdue: what the to-do counts. */
export const countPressing = async (db: Db, scope: Scope, companyId: number, today: string): Promise<number> =>
  (await readDues(db, scope, { companyId, today })).filter(isPressing).length
