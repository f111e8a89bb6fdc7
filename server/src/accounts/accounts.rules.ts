import type { AgingKey } from '@portal/contract/accounts/accounts.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'

/** What is unpaid, by how long it is overdue. */
export type AgingCents = Record<`${AgingKey}_cents`, number>
export const unpaidOf = (aging: AgingCents): number =>
  aging.current_cents + aging.days_1_30_cents + aging.days_31_60_cents + aging.days_61_90_cents + aging.days_91_cents

/** The customer's own currency and every other that is used; no amount of one is ever added to another's (M10). */
export const usedWith = (own: string, used: readonly string[]): Currency[] =>
  currencies.filter((currency) => currency === own || used.includes(currency))
/**
 * On page and paper alike: first where money is owed, then where there is anything; the customer's own before another
 * of the same rank (UX-4).
 */
export const owedFirst = <T extends { currency: Currency }>(
  own: string,
  all: readonly T[],
  owed: (one: T) => number,
  isUsed: (one: T) => boolean,
): T[] => {
  const rank = (one: T) => (owed(one) > 0 ? 4 : 0) + (isUsed(one) ? 2 : 0) + (one.currency === own ? 1 : 0)
  return all.toSorted((one, other) => rank(other) - rank(one))
}

type Entry = { kind: string; cents: number }
const sumOf = (entries: readonly Entry[], kinds: readonly string[]): number =>
  entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { cents }) => sum + cents, 0)

/** The balance after each entry of a statement, and what was invoiced and paid in it. */
export function statementSums(opening_cents: number, entries: readonly Entry[]) {
  let closing_cents = opening_cents
  const balances = entries.map(({ cents }) => {
    closing_cents += cents
    return closing_cents
  })
  return {
    balances,
    closing_cents,
    invoiced_cents: sumOf(entries, ['invoice', 'void']),
    paid_cents: -sumOf(entries, ['payment', 'reversal', 'correction']),
  }
}
