import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'

export type DatedRate = { day: string; rate_e6: number }
/** A rate holds from its day until the next one, and never longer: a forgotten rate must show. */
export const longestValidDays = 7

/** The rate of a day, or the last one before it if it still holds; null if staff entered none. `rates` are by day. */
export function rateOn(rates: readonly DatedRate[], day: string): number | null {
  const last = rates.findLast((rate) => rate.day <= day)
  return last && last.day >= addDays(day, -longestValidDays) ? last.rate_e6 : null
}

/** An amount of a day in Canadian cents, rounded once; null if there is no rate (REPT-9). */
export function inCanadian(
  rates: readonly DatedRate[],
  { cents, currency, day }: { cents: number; currency: Currency; day: string },
): number | null {
  if (currency === 'CAD' || cents === 0) return cents
  const rate = rateOn(rates, day)
  return rate === null ? null : roundedRatio([cents, rate], [1_000_000])
}
