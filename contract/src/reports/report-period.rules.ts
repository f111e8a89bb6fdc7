import { lastMonth, lastWeek, type Period } from '../billing/billing-cycles.rules.ts'
import { addDays } from '../cards/refresh-days.rules.ts'
import type { ReportCadence } from './reports.ts'

export type Days = { from: string; to: string }
const daysOf = ({ start_date, end_date }: Period): Days => ({ from: start_date, to: end_date })

/** Both days of a report. By default those of the last full month; with one day given, its month, or until today. */
export function reportDays(given: { from?: string | undefined; to?: string | undefined }, today: string): Days {
  const month = daysOf(lastMonth(today))
  const from = given.from ?? (given.to ? `${given.to.slice(0, 8)}01` : month.from)
  return { from, to: given.to ?? (given.from ? (given.from > today ? given.from : today) : month.to) }
}

/** The last full quarter before a day, such as `2026Q3`. */
export function lastQuarter(today: string): string {
  const quarter = Math.floor((Number(today.slice(5, 7)) - 1) / 3)
  return quarter === 0 ? `${Number(today.slice(0, 4)) - 1}Q4` : `${today.slice(0, 4)}Q${quarter}`
}
export function quarterDays(quarter: string): Days {
  const [year = '', n = '1'] = quarter.split('Q')
  const month = (of: number) =>
    `${Number(year) + Math.floor((of - 1) / 12)}-${String(((of - 1) % 12) + 1).padStart(2, '0')}-01`
  const first = (Number(n) - 1) * 3 + 1
  return { from: month(first), to: addDays(month(first + 3), -1) }
}

/** What a schedule reports on the day it is made: yesterday, the last full week, or the last full month (REPT-7). */
export const scheduledDays = (cadence: ReportCadence, day: string): Days => {
  if (cadence === 'daily') return { from: addDays(day, -1), to: addDays(day, -1) }
  return daysOf(cadence === 'weekly' ? lastWeek(day) : lastMonth(day))
}
/** The first day after `day` on which a schedule is made: any day, a Monday, or the first of a month. */
export function nextScheduled(cadence: ReportCadence, day: string): string {
  const next = addDays(day, 1)
  if (cadence === 'daily') return next
  if (cadence === 'weekly') return addDays(next, (8 - new Date(`${next}T00:00:00Z`).getUTCDay()) % 7)
  if (next.endsWith('-01')) return next
  const inNextMonth = addDays(`${next.slice(0, 8)}01`, 31)
  return `${inNextMonth.slice(0, 8)}01`
}
