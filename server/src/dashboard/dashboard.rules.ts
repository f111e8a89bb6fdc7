import type { SummaryInterval } from '@portal/contract/dashboard/dashboard.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { convertQuantity, type VolumeUnit } from '@portal/contract/rules/units.ts'

export type Span = { from: string; to: string }

const dayMs = 86_400_000
const moved = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
/** As `date_trunc` has it: a week begins on Monday. */
export function startOf(interval: SummaryInterval, day: string): string {
  if (interval === 'day') return day
  if (interval === 'month') return `${day.slice(0, 7)}-01`
  return moved(day, -((new Date(day).getUTCDay() + 6) % 7))
}
export function nextOf(interval: SummaryInterval, start: string): string {
  if (interval === 'month') return startOf('month', moved(start, 31))
  return moved(start, interval === 'week' ? 7 : 1)
}
/** The first day of the interval that is so many before the one of a day. */
export function stepsBack(interval: SummaryInterval, day: string, steps: number): string {
  let start = startOf(interval, day)
  for (let step = 0; step < steps; step++) start = startOf(interval, moved(start, -1))
  return start
}
/** Every day, week or month of a span, by its first day, with the part of it that is within the span. */
export function bucketsOf(interval: SummaryInterval, { from, to }: Span): (Span & { start: string })[] {
  const buckets: (Span & { start: string })[] = []
  for (let start = startOf(interval, from); start <= to; start = nextOf(interval, start)) {
    const last = moved(nextOf(interval, start), -1)
    buckets.push({ start, from: start < from ? from : start, to: last > to ? to : last })
  }
  return buckets
}

/** Litres and gallons of fuel as they were counted, and what that fuel came to before sales tax. */
export type FuelSums = { litres_milli: number; gallons_milli: number; fuel_cents: number }
export const volumeIn = (fuel: FuelSums, unit: VolumeUnit): number =>
  convertQuantity(fuel.litres_milli, 'L', unit) + convertQuantity(fuel.gallons_milli, 'GAL', unit)
/** Cents and thousandths to ten-thousandths of a dollar a unit. Credits alone make no price. */
export const pricePerUnit = (fuel: FuelSums, volume_milli: number): number | null =>
  volume_milli > 0 ? roundedRatio([fuel.fuel_cents, 100_000], [volume_milli]) : null
