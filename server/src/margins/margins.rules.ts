import { unitOfCurrency } from '@portal/contract/dashboard/dashboard.ts'
import type { CurrencyMargin } from '@portal/contract/margins/margins.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { convertQuantity, type VolumeUnit } from '@portal/contract/rules/units.ts'

/**
 * Sums over lines. What is `costed` is of the lines with a known cost; litres and gallons are as counted, of lines sold
 * by volume, and so is `volume_margin_cents`.
 */
export type MarginSums = {
  lines: number
  unknown_lines: number
  billed_cents: number
  unknown_cents: number
  cost_cents: number
  litres_milli: number
  gallons_milli: number
  costed_litres_milli: number
  costed_gallons_milli: number
  volume_margin_cents: number
}
const marginSumNames = [
  'lines',
  'unknown_lines',
  'billed_cents',
  'unknown_cents',
  'cost_cents',
  'litres_milli',
  'gallons_milli',
  'costed_litres_milli',
  'costed_gallons_milli',
  'volume_margin_cents',
] as const satisfies readonly (keyof MarginSums)[]
export const addMargins = (all: readonly MarginSums[]): MarginSums =>
  Object.fromEntries(
    marginSumNames.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)]),
  ) as unknown as MarginSums

/** The ratio of two signed sums: a credit has the percentage of its purchase. Null without anything to divide by. */
const signedRatio = (over: number, scale: number, under: number): number | null =>
  under === 0 ? null : roundedRatio([under < 0 ? -over : over, scale], [Math.abs(under)])
/** Per cent with three decimals. */
export const percentOf = (margin_cents: number, billed_cents: number): number | null => {
  const share = signedRatio(margin_cents, 100_000, billed_cents)
  return share === null ? null : fromUnits(share, 'percent')
}
/** Per unit with four decimals. */
export const perUnitOf = (cents: number, quantity_milli: number): number | null => {
  const share = signedRatio(cents, 100_000, quantity_milli)
  return share === null ? null : fromUnits(share, 'price')
}

const volumeOf = (litres_milli: number, gallons_milli: number, unit: VolumeUnit): number =>
  convertQuantity(litres_milli, 'L', unit) + convertQuantity(gallons_milli, 'GAL', unit)
/** Margin = billed before sales tax − cost before sales tax, over the lines with a known cost (COST-1). */
export function marginOf(sums: MarginSums, unit: VolumeUnit): Omit<CurrencyMargin, 'currency' | 'unit'> {
  const costed_cents = sums.billed_cents - sums.unknown_cents
  const margin_cents = costed_cents - sums.cost_cents
  const costed_milli = volumeOf(sums.costed_litres_milli, sums.costed_gallons_milli, unit)
  return {
    lines: sums.lines,
    unknown_lines: sums.unknown_lines,
    billed: fromUnits(sums.billed_cents, 'money'),
    unknown_billed: fromUnits(sums.unknown_cents, 'money'),
    cost: fromUnits(sums.cost_cents, 'money'),
    margin: fromUnits(margin_cents, 'money'),
    percent: percentOf(margin_cents, costed_cents),
    quantity: fromUnits(volumeOf(sums.litres_milli, sums.gallons_milli, unit), 'quantity'),
    per_unit: perUnitOf(sums.volume_margin_cents, costed_milli),
  }
}

export const marginIn = (currency: Currency, sums: MarginSums): CurrencyMargin => ({
  currency,
  unit: unitOfCurrency[currency],
  ...marginOf(sums, unitOfCurrency[currency]),
})
