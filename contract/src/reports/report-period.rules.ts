import { lastMonth, lastWeek, type Period } from '../billing/billing-cycles.rules.ts'
import { addDays } from '../cards/refresh-days.rules.ts'
import { daysOfQuarter, lastFullQuarter, quarterOf } from '../ifta/quarters.rules.ts'
import type { ReportCadence } from './reports.ts'

export type Days = { from: string; to: string }
const daysOf = ({ start_date, end_date }: Period): Days => ({ from: start_date, to: end_date })

/** The first day of this many months, of which the last has this day. */
function firstOf(day: string, months: number): string {
  const first = `${day.slice(0, 8)}01`
  return months <= 1 ? first : firstOf(addDays(first, -1), months - 1)
}
/**
 * Both days of a report. By default those of the last full month, or of as many as the report asks for; with one day
 * given, as many months until its own, or until today.
 */
export function reportDays(
  given: { from?: string | undefined; to?: string | undefined },
  today: string,
  months = 1,
): Days {
  const { to: lastDay } = daysOf(lastMonth(today))
  const from = given.from ?? firstOf(given.to ?? lastDay, months)
  return { from, to: given.to ?? (given.from ? (given.from > today ? given.from : today) : lastDay) }
}

/** What a schedule reports on the day it is made: yesterday, or the last full week, month or quarter (REPT-7). */
export const scheduledDays = (cadence: ReportCadence, day: string): Days => {
  if (cadence === 'daily') return { from: addDays(day, -1), to: addDays(day, -1) }
  if (cadence === 'quarterly') return daysOfQuarter(lastFullQuarter(day))
  return daysOf(cadence === 'weekly' ? lastWeek(day) : lastMonth(day))
}
/** The first day after `day` on which a schedule is made: any day, a Monday, or the first of a month or quarter. */
export function nextScheduled(cadence: ReportCadence, day: string): string {
  const next = addDays(day, 1)
  if (cadence === 'daily') return next
  if (cadence === 'weekly') return addDays(next, (8 - new Date(`${next}T00:00:00Z`).getUTCDay()) % 7)
  if (cadence === 'quarterly') return addDays(daysOfQuarter(quarterOf(day)).to, 1)
  if (next.endsWith('-01')) return next
  const inNextMonth = addDays(`${next.slice(0, 8)}01`, 31)
  return `${inNextMonth.slice(0, 8)}01`
}

const periodNames: readonly string[] = ['from', 'to', 'from0', 'to0', 'quarter', 'as_of', 'week']
/** The parameters that a schedule keeps. The period, and the one it is compared with, follow from the day. */
export const lastingParameters = <Value>(parameters: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !periodNames.includes(name)))
