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

/** What is known on a day: its purchases come in files, some days later. Null before the first file. */
export type KnownDays = { today: string; knownUntil: string | null }
/** The last day that counts: purchases typed for days after the files do not complete these days. */
const lastCounted = ({ today, knownUntil }: KnownDays): string | null =>
  knownUntil !== null && knownUntil > today ? today : knownUntil
/** Whether the month of today still has days to come, or days whose purchases are not known yet. */
export const isNotOver = (month: string, known: KnownDays): boolean =>
  month <= known.today && known.today <= monthEnd(month) && (lastCounted(known) ?? '') < monthEnd(month)

export type Projection = { cents: number; until: string }
/** What the month of today would come to at the pace of its known days; null if it is over, or none is known. */
export function projectionOf(month: string, known: KnownDays, spent_cents: number): Projection | null {
  const until = lastCounted(known)
  if (!isNotOver(month, known) || until === null || until < month) return null
  return { cents: roundedRatio([spent_cents, Number(monthEnd(month).slice(8))], [Number(until.slice(8))]), until }
}
