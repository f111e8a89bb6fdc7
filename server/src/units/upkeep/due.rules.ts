import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { type ServiceState, serviceStates } from '@portal/contract/units/units-words.data.ts'
import { dueWithin } from '@portal/contract/units/upkeep.ts'
import { type BelievedReading, distanceOf, isWithinReach, kmOf, type OdometerUnit } from '../economy.rules.ts'

/** Earlier days are typing errors. */
export const firstServiceDay = '2000-01-01'

export type PlanFacts = {
  id: number
  /** Null for all units without a plan of their own for this kind. */
  unit_id: number | null
  kind: string
  every_km: number | null
  every_months: number | null
  started_on: string
}
export type DoneService = {
  id: number
  unit_id: number
  kind: string
  day: string
  odometer_milli: number | null
  /** What purchases until that day say of the odometer, for a service without a reading. */
  purchase_milli?: number | undefined
}
export type ServicedUnit = { id: number; odometer_unit: OdometerUnit; odometer_milli: number | null }
export type DueService = {
  unit_id: number
  plan: PlanFacts
  state: ServiceState
  last: DoneService | null
  due_day: string | null
  days_left: number | null
  /** In thousandths of the unit's own kilometres or miles, as are all distances here. */
  due_odometer_milli: number | null
  left_milli: number | null
}

/** The same day so many months later, or the last of that month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  const last = lastOfMonth.getUTCDate()
  return `${lastOfMonth.toISOString().slice(0, 8)}${String(Math.min(date, last)).padStart(2, '0')}`
}
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
export const isKind = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** What applies to a unit: its own plans, and those for all units of kinds that it has none of its own for. */
export const plansFor = (unitId: number, plans: readonly PlanFacts[]): PlanFacts[] => {
  const own = plans.filter(({ unit_id }) => unit_id === unitId)
  const shared = plans.filter(({ unit_id, kind }) => unit_id === null && !own.some((plan) => isKind(plan.kind, kind)))
  return [...own, ...shared]
}

/** The last of a kind. Of two on a day, the one recorded later. */
const lastOf = (services: readonly DoneService[], kind: string): DoneService | null =>
  services
    .filter((service) => isKind(service.kind, kind))
    .toSorted((one, other) => other.day.localeCompare(one.day) || other.id - one.id)[0] ?? null

type Left = { days: number | null; milli: number | null; isDone: boolean }
function stateOf({ days, milli, isDone }: Left, unit: OdometerUnit): ServiceState {
  if (days === null && milli === null) return isDone ? 'unread' : 'unknown'
  const isWithin = (dayLimit: number, km: number) =>
    (days !== null && days < dayLimit) || (milli !== null && kmOf(milli, unit) < km * 1000)
  if (isWithin(0, 0)) return 'overdue'
  return isWithin(dueWithin.days + 1, dueWithin.km + 1) ? 'due' : 'planned'
}

/** Where a unit stands with a plan: by distance, by time, by what comes first (CARE-2). */
export function dueOf(unit: ServicedUnit, plan: PlanFacts, done: readonly DoneService[], today: string): DueService {
  const last = lastOf(done, plan.kind)
  const due_day = plan.every_months === null ? null : addMonths(last?.day ?? plan.started_on, plan.every_months)
  const days_left = due_day === null ? null : daysBetween(today, due_day)
  const from_milli = last?.odometer_milli ?? last?.purchase_milli ?? null
  const due_odometer_milli =
    plan.every_km === null || from_milli === null ? null : from_milli + distanceOf(plan.every_km, unit.odometer_unit)
  // A service recorded after the last fill has the later reading.
  const now_milli = Math.max(unit.odometer_milli ?? 0, from_milli ?? 0)
  const left_milli = due_odometer_milli === null ? null : due_odometer_milli - now_milli
  const state = stateOf({ days: days_left, milli: left_milli, isDone: last !== null }, unit.odometer_unit)
  return { unit_id: unit.id, plan, state, last, due_day, days_left, due_odometer_milli, left_milli }
}

/** The share of its interval that is left, in millionths: what compares a distance with a time. */
const leftShare = ({ plan, days_left, left_milli }: DueService): number => {
  const ofTime =
    days_left === null || plan.every_months === null ? null : roundedRatio([days_left, 1e6], [plan.every_months * 30])
  const ofDistance =
    left_milli === null || plan.every_km === null ? null : roundedRatio([left_milli, 1e3], [plan.every_km])
  return Math.min(ofTime ?? Number.MAX_SAFE_INTEGER, ofDistance ?? Number.MAX_SAFE_INTEGER)
}
/** The most pressing first. */
export const byUrgency = (one: DueService, other: DueService): number =>
  serviceStates.indexOf(one.state) - serviceStates.indexOf(other.state) || leftShare(one) - leftShare(other)

type Facts = {
  units: readonly ServicedUnit[]
  plans: readonly PlanFacts[]
  done: readonly DoneService[]
  today: string
}
/** Every unit with every plan that applies to it, the most pressing first. */
export function duesOf({ units, plans, done, today }: Facts): DueService[] {
  const byUnit = Map.groupBy(done, ({ unit_id }) => unit_id)
  return units
    .flatMap((unit) => plansFor(unit.id, plans).map((plan) => dueOf(unit, plan, byUnit.get(unit.id) ?? [], today)))
    .toSorted(byUrgency)
}
export const isPressing = ({ state }: DueService): boolean => state === 'due' || state === 'overdue'

/** So many readings nearest in time say what can be true: one of them may be wrong itself. */
const witnesses = 2
/**
 * The nearest reading, if those around a service's day contradict its odometer: it runs backwards, or is out of reach.
 * Without any, all is believable.
 */
export function contradictedBy(
  readings: readonly BelievedReading[],
  { day, odometer_milli }: { day: string; odometer_milli: number },
  unit: OdometerUnit,
): BelievedReading | null {
  const daysFrom = ({ at }: BelievedReading) => Math.abs(daysBetween(at.slice(0, 10), day))
  const nearest = readings.toSorted((one, other) => daysFrom(one) - daysFrom(other)).slice(0, witnesses)
  const isPossible = (read: BelievedReading) => {
    const ahead = odometer_milli - read.odometer_milli
    const readOn = read.at.slice(0, 10)
    if ((readOn < day && ahead < 0) || (readOn > day && ahead > 0)) return false
    return isWithinReach(kmOf(Math.abs(ahead), unit), daysFrom(read) * 86_400_000)
  }
  return nearest.some(isPossible) ? null : (nearest[0] ?? null)
}
