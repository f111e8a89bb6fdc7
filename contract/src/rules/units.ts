import { roundedRatio } from './exact.ts'

export const volumeUnits = ['L', 'GAL'] as const
export type VolumeUnit = (typeof volumeUnits)[number]

/** Litres in a US gallon, exactly 3.785411784, as a ratio of integers. */
export const gallon = { litres: 3_785_411_784, per: 1_000_000_000 }

type Ratio = { over: number; under: number }
/** How many `to` units are in one `from` unit. */
export const ratioBetween = (from: VolumeUnit, to: VolumeUnit): Ratio => {
  if (from === to) return { over: 1, under: 1 }
  return from === 'GAL' ? { over: gallon.litres, under: gallon.per } : { over: gallon.per, under: gallon.litres }
}

/** Converts a quantity to another unit, with three decimals. */
export function convertQuantity(quantity_milli: number, from: VolumeUnit, to: VolumeUnit): number {
  const { over, under } = ratioBetween(from, to)
  return roundedRatio([quantity_milli, over], [under])
}

/** Converts a unit price, keeping its number of decimals: 1 per litre is 3.7854 per gallon. */
export function convertPrice(price: number, from: VolumeUnit, to: VolumeUnit): number {
  const { over, under } = ratioBetween(to, from)
  return roundedRatio([price, over], [under])
}
