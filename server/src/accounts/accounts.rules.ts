import type { AgingKey } from '@portal/contract/accounts/accounts.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'

/** Unpaid amounts by days past due. */
export type AgingCents = Record<`${AgingKey}_cents`, number>
export const unpaidOf = (aging: AgingCents): number =>
  aging.current_cents + aging.days_1_30_cents + aging.days_31_60_cents + aging.days_61_90_cents + aging.days_91_cents

/** The customer's own currency and every other one in use. Amounts of different currencies are never added (M10). */
export const usedWith = (own: string, used: readonly string[]): Currency[] =>
  currencies.filter((currency) => currency === own || used.includes(currency))
/**
 * Order on screen and in the PDF: currencies with money owed, then used ones. Within a rank the customer's own comes
 * first (UX-4).
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

/** By currency, in cents; null is no limit. */
export type CreditLimits = Record<Currency, number | null>
/**
 * Whether a customer is over its limit in a currency. Spend in a currency without a limit, where another has one,
 * counts as over (RECV-8).
 */
export const isOverIn = (limits: CreditLimits, currency: Currency, exposure_cents: number): boolean =>
  hasLimit(limits) && exposure_cents > (limits[currency] ?? 0)
export const hasLimit = (limits: CreditLimits): boolean => currencies.some((currency) => limits[currency] !== null)
export const isOverLimit = (limits: CreditLimits, exposure: Partial<Record<Currency, number>>): boolean =>
  currencies.some((currency) => isOverIn(limits, currency, exposure[currency] ?? 0))

type Entry = { kind: string; cents: number }
const sumOf = (entries: readonly Entry[], kinds: readonly string[]): number =>
  entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { cents }) => sum + cents, 0)

/** The balance after each entry, and the totals by kind. Refunds reduce what was paid. */
export function statementSums(opening_cents: number, entries: readonly Entry[]) {
  let closing_cents = opening_cents
  const balances = entries.map(({ cents }) => {
    closing_cents += cents
    return closing_cents
  })
  return {
    balances,
    closing_cents,
    invoiced_cents: sumOf(entries, ['invoice']),
    credited_cents: 0 - sumOf(entries, ['credit_note']),
    written_off_cents: 0 - sumOf(entries, ['write_off', 'write_off_reversal']),
    paid_cents: 0 - sumOf(entries, ['payment', 'reversal', 'correction', 'refund', 'refund_reversal']),
  }
}
