import type { IftaBase } from '@portal/contract/ifta/ifta-words.data.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { gallon, type VolumeUnit } from '@portal/contract/rules/units.ts'

/** What a carrier files in. Nothing is rounded in another unit first. */
export const measures = {
  CA: { length: 'km', volume: 'L', currency: 'CAD' },
  US: { length: 'mi', volume: 'GAL', currency: 'USD' },
} as const satisfies Record<IftaBase, object>
export type LengthUnit = 'km' | 'mi'

/** A thousandth of each unit, in micrometres and in picolitres: whole numbers, so that sums of mixed units are exact. */
const lengths: Record<LengthUnit, bigint> = { km: 1_000_000n, mi: 1_609_344n }
const volumes: Record<VolumeUnit, bigint> = { L: BigInt(gallon.per), GAL: BigInt(gallon.litres) }

export const exactLength = (milli: number, unit: LengthUnit): bigint => BigInt(milli) * lengths[unit]
export const exactVolume = (milli: number, unit: VolumeUnit): bigint => BigInt(milli) * volumes[unit]

/** A whole number of the base's unit, as the form asks. */
export const wholeLength = (exact: bigint, base: IftaBase): number =>
  roundedRatio([exact], [lengths[measures[base].length], 1000])
export const wholeVolume = (exact: bigint, base: IftaBase): number =>
  roundedRatio([exact], [volumes[measures[base].volume], 1000])

/** With three decimals, for figures behind the form. */
export const shownLength = (exact: bigint, base: IftaBase): number =>
  fromUnits(roundedRatio([exact], [lengths[measures[base].length]]), 'quantity')
export const shownVolume = (exact: bigint, base: IftaBase): number =>
  fromUnits(roundedRatio([exact], [volumes[measures[base].volume]]), 'quantity')

export const sumOf = <T>(items: readonly T[], of: (item: T) => bigint): bigint =>
  items.reduce((sum, item) => sum + of(item), 0n)
