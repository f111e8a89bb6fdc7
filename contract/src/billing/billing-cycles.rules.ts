/** How often a customer is billed, from its terms. */
export const billingCycles = ['weekly', 'semi-monthly', 'monthly'] as const
export type BillingCycle = (typeof billingCycles)[number]
export type Period = { start_date: string; end_date: string }

const dayMs = 86_400_000
const asDate = (day: string): Date => new Date(`${day}T00:00:00Z`)
const asDay = (date: Date): string => date.toISOString().slice(0, 10)
const plus = (day: string, days: number): string => asDay(new Date(asDate(day).getTime() + days * dayMs))

/** The last complete week, Monday to Sunday. */
export function lastWeek(today: string): Period {
  const sinceMonday = (asDate(today).getUTCDay() + 6) % 7
  return { start_date: plus(today, -sinceMonday - 7), end_date: plus(today, -sinceMonday - 1) }
}
/** The last complete half month: the 1st to the 15th, or the 16th to the end. */
export function lastHalfMonth(today: string): Period {
  if (Number(today.slice(8)) > 15) return { start_date: `${today.slice(0, 8)}01`, end_date: `${today.slice(0, 8)}15` }
  const { start_date, end_date } = lastMonth(today)
  return { start_date: `${start_date.slice(0, 8)}16`, end_date }
}
export function lastMonth(today: string): Period {
  const end_date = plus(`${today.slice(0, 8)}01`, -1)
  return { start_date: `${end_date.slice(0, 8)}01`, end_date }
}

/** The last complete period of a cycle. */
export const lastPeriodOf = {
  weekly: lastWeek,
  'semi-monthly': lastHalfMonth,
  monthly: lastMonth,
} as const satisfies Record<BillingCycle, (today: string) => Period>

/** Whether a period of the cycle ends on this day. A run that ends on another day would split the customer's period. */
export const isCycleEnd = (cycle: BillingCycle, day: string): boolean =>
  lastPeriodOf[cycle](plus(day, 1)).end_date === day
