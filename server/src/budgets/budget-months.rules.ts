import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'

/** The first days of the months from one day to another. */
export function monthsBetween(from: string, to: string): string[] {
  const months = [`${from.slice(0, 8)}01`]
  for (;;) {
    const next = monthAfter(months.at(-1) ?? to)
    if (next > to) return months
    months.push(next)
  }
}
export const monthAfter = (month: string): string => `${addDays(month, 31).slice(0, 8)}01`
export const monthEnd = (month: string): string => addDays(monthAfter(month), -1)

type Dated = { from_month: string; amount_cents: number }
/** The latest budget that began by this month; null if there is none. Budgets are oldest first. */
export const budgetIn = (budgets: readonly Dated[], month: string): number | null =>
  budgets.findLast(({ from_month }) => from_month <= month)?.amount_cents ?? null

/** What a month would come to at the pace of its days so far; null if it is over, or has not begun. */
export function projectedCents(month: string, today: string, spent_cents: number): number | null {
  if (today < month || today >= monthEnd(month)) return null
  return roundedRatio([spent_cents, Number(monthEnd(month).slice(8))], [Number(today.slice(8))])
}
