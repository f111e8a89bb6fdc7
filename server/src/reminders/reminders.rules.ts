import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'

/** After an outage, a mail still goes out this many days late; later, it would be out of place. */
export const lateDays = 2

export type CalendarMonth = { from: string; to: string }
/** The calendar month before a day's own. */
export function monthBefore(day: string): CalendarMonth {
  const to = addDays(`${day.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

type Plan = { statement_day: number | null; since: string; statements_through: string | null }
/** The month whose statements are to be mailed on a day; null if there is none. */
export function dueStatements({ statement_day, since, statements_through }: Plan, day: string): CalendarMonth | null {
  if (statement_day === null) return null
  const planned = `${day.slice(0, 8)}${String(statement_day).padStart(2, '0')}`
  if (day < planned || day > addDays(planned, lateDays) || planned < since) return null
  const month = monthBefore(day)
  return statements_through !== null && statements_through >= month.to ? null : month
}
