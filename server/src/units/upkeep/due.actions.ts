import { fromUnits } from '@portal/contract/rules/money.ts'
import type { NextService } from '@portal/contract/units/upkeep.ts'
import type { Db, Scope } from '../../db/connect.ts'
import { onlyCompany } from '../../platform/access/scope.ts'
import { listLastServices, listOdometers, listPlanFacts, listUnitsInUse, type UnitOfCompany } from './due.queries.ts'
import { type DueService, duesOf, isPressing } from './due.rules.ts'

/** The company that a reader asks about: customers have their own, staff name one. */
export const companyAsked = (scope: Scope, asked: number | undefined): number | null =>
  onlyCompany(scope) ?? asked ?? null

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
  const done = await listLastServices(db, scope, companyId, unitIds)
  const isByDistance = plans.some(({ every_km }) => every_km !== null)
  const readings = isByDistance ? await listOdometers(db, scope, companyId, units) : new Map<string, never>()
  const standing = units.map((unit) => ({
    ...unit,
    odometer_milli: readings.get(unit.unit_number)?.odometer_milli ?? null,
  }))
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
  state?: 'all' | 'due' | 'overdue' | undefined
}
/** Due and overdue services, or those of a state, with the count of both (CARE-2). */
export async function answerDue(db: Db, scope: Scope, asked: Asked, today: string) {
  const companyId = companyAsked(scope, asked.company_id)
  const all =
    companyId === null
      ? []
      : await readDues(db, scope, { companyId, today, unitIds: asked.unit_id ? [asked.unit_id] : undefined })
  const isAsked = (due: UnitDue) =>
    asked.state === undefined ? isPressing(due) : asked.state === 'all' || due.state === asked.state
  return {
    as_of: today,
    due: all.filter(({ state }) => state === 'due').length,
    overdue: all.filter(({ state }) => state === 'overdue').length,
    services: all.filter(isAsked).map((due) => toNextService(companyId ?? 0, due)),
  }
}
/** How many are due or overdue: what the to-do counts. */
export const countPressing = async (db: Db, scope: Scope, companyId: number, today: string): Promise<number> =>
  (await readDues(db, scope, { companyId, today })).filter(isPressing).length
