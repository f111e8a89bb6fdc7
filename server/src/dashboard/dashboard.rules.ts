import type { DashboardPeriod, SummaryInterval } from '@portal/contract/dashboard/dashboard.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { convertQuantity, type VolumeUnit } from '@portal/contract/rules/units.ts'

export type Span = { from: string; to: string }

const dayMs = 86_400_000
const moved = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
/** Like `date_trunc`: a week starts on Monday. */
export function startOf(interval: SummaryInterval, day: string): string {
  if (interval === 'day') return day
  if (interval === 'month') return `${day.slice(0, 7)}-01`
  return moved(day, -((new Date(day).getUTCDay() + 6) % 7))
}
export function nextOf(interval: SummaryInterval, start: string): string {
  if (interval === 'month') return startOf('month', moved(start, 31))
  return moved(start, interval === 'week' ? 7 : 1)
}
/** The first day of the interval that many steps before the one containing the day. */
export function stepsBack(interval: SummaryInterval, day: string, steps: number): string {
  let start = startOf(interval, day)
  for (let step = 0; step < steps; step++) start = startOf(interval, moved(start, -1))
  return start
}
/** Every day, week or month of a span: its first day, and its part within the span. */
export function bucketsOf(interval: SummaryInterval, { from, to }: Span): (Span & { start: string })[] {
  const buckets: (Span & { start: string })[] = []
  for (let start = startOf(interval, from); start <= to; start = nextOf(interval, start)) {
    const last = moved(nextOf(interval, start), -1)
    buckets.push({ start, from: start < from ? from : start, to: last > to ? to : last })
  }
  return buckets
}

/** The same day of the year before; of a leap day the 28th. */
function yearBefore(day: string): string {
  const same = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return same.endsWith('-02-29') ? `${same.slice(0, 8)}28` : same
}
/** `to`: the period's last compared day. `step`: how far back the span before is, as PostgreSQL writes it. */
export type ComparedSpans = { to: string; before: Span; step: string }
/**
 * What a period is compared with (UX-11). Days whose purchases are not known yet are left out on both sides: 27 days
 * against 30 would look like a decline.
 */
export function comparisonOf(period: DashboardPeriod, span: Span, knownUntil: string | null): ComparedSpans | null {
  const to = knownUntil !== null && knownUntil < span.to ? knownUntil : span.to
  if (to < span.from) return null
  if (period === 'year') return { to, before: { from: yearBefore(span.from), to: yearBefore(to) }, step: '1 year' }
  const days = (Date.parse(span.to) - Date.parse(span.from)) / dayMs + 1
  return { to, before: { from: moved(span.from, -days), to: moved(to, -days) }, step: `${days} days` }
}

/** Fuel in litres and gallons as counted, and its amount before sales tax. */
export type FuelSums = { litres_milli: number; gallons_milli: number; fuel_cents: number }
export const volumeIn = (fuel: FuelSums, unit: VolumeUnit): number =>
  convertQuantity(fuel.litres_milli, 'L', unit) + convertQuantity(fuel.gallons_milli, 'GAL', unit)
/** Converts cents and thousandths to ten-thousandths of a dollar per unit. Credits alone have no unit price. */
export const pricePerUnit = (fuel: FuelSums, volume_milli: number): number | null =>
  volume_milli > 0 ? roundedRatio([fuel.fuel_cents, 100_000], [volume_milli]) : null
