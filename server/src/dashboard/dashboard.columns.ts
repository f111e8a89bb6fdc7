import type {
  CurrencySpend,
  DashboardInterval,
  Summary,
  SummaryInterval,
} from '@portal/contract/dashboard/dashboard.ts'
import { unitOfCurrency } from '@portal/contract/dashboard/dashboard.ts'
import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { convertQuantity, type VolumeUnit } from '@portal/contract/rules/units.ts'

export type Span = { from: string; to: string }
type StopSums = { stops: number; amount_cents: number; exceptions: number }
/** Litres and gallons of fuel as they were counted, and what that fuel came to before sales tax. */
type FuelSums = { litres_milli: number; gallons_milli: number; fuel_cents: number }
export type StopRow = StopSums & { currency: Currency; bucket: string }
export type PurchaseRow = FuelSums & {
  kind: 'bucket' | 'product' | 'province'
  currency: Currency
  bucket: string | null
  product: ProductCode | null
  unit: string | null
  province: string | null
  lines: number
  quantity_milli: number
  amount_cents: number
}

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
/** The beginning of the interval so many before the one that a day is in. */
export function stepsBack(interval: SummaryInterval, day: string, steps: number): string {
  let start = startOf(interval, day)
  for (let step = 0; step < steps; step++) start = startOf(interval, moved(start, -1))
  return start
}
/** Every day or week of a span, by its beginning, with the part of it that is within the span. */
export function bucketsOf(interval: SummaryInterval, { from, to }: Span): (Span & { start: string })[] {
  const buckets: (Span & { start: string })[] = []
  for (let start = startOf(interval, from); start <= to; start = nextOf(interval, start)) {
    const last = moved(nextOf(interval, start), -1)
    buckets.push({ start, from: start < from ? from : start, to: last > to ? to : last })
  }
  return buckets
}

const noStops: StopSums = { stops: 0, amount_cents: 0, exceptions: 0 }
const noFuel: FuelSums = { litres_milli: 0, gallons_milli: 0, fuel_cents: 0 }
const volumeOf = (fuel: FuelSums, unit: VolumeUnit): number =>
  convertQuantity(fuel.litres_milli, 'L', unit) + convertQuantity(fuel.gallons_milli, 'GAL', unit)
/** Cents and thousandths to ten-thousandths of a dollar a unit. What was only taken back has no price. */
const priceOf = (fuel: FuelSums, volume_milli: number): number | null =>
  volume_milli > 0 ? fromUnits(roundedRatio([fuel.fuel_cents, 100_000], [volume_milli]), 'price') : null

function toFigures(stops: StopSums, fuel: FuelSums, unit: VolumeUnit) {
  const volume_milli = volumeOf(fuel, unit)
  return {
    stops: stops.stops,
    amount: fromUnits(stops.amount_cents, 'money'),
    volume: fromUnits(volume_milli, 'quantity'),
    price: priceOf(fuel, volume_milli),
  }
}
const sumOf = <Key extends string>(rows: readonly Record<Key, number>[], keys: readonly Key[]): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)])) as Record<Key, number>
const stopKeys = ['stops', 'amount_cents', 'exceptions'] as const
const fuelKeys = ['litres_milli', 'gallons_milli', 'fuel_cents'] as const
const dearest = <Row extends { amount: number }>(rows: Row[]): Row[] => rows.toSorted((a, b) => b.amount - a.amount)

type Bought = { stops: readonly StopRow[]; purchases: readonly PurchaseRow[] }
/** One currency's part of the dashboard, from the rows of all. */
export function toCurrencySpend(
  currency: Currency,
  span: Span,
  interval: DashboardInterval,
  all: Bought,
): CurrencySpend {
  const unit = unitOfCurrency[currency]
  const stops = all.stops.filter((row) => row.currency === currency)
  const purchases = all.purchases.filter((row) => row.currency === currency)
  const byBucket = purchases.filter(({ kind }) => kind === 'bucket')
  const total = sumOf(stops, stopKeys)
  return {
    currency,
    unit,
    ...toFigures(total, sumOf(byBucket, fuelKeys), unit),
    exceptions: total.exceptions,
    points: bucketsOf(interval, span).map(({ start, from, to }) => {
      const stop = stops.find(({ bucket }) => bucket === start) ?? noStops
      return { from, to, ...toFigures(stop, byBucket.find(({ bucket }) => bucket === start) ?? noFuel, unit) }
    }),
    products: dearest(purchases.filter(({ kind }) => kind === 'product').map(toProduct)),
    provinces: dearest(
      purchases
        .filter(({ kind }) => kind === 'province')
        .map((row) => ({
          province: row.province || null,
          volume: fromUnits(volumeOf(row, unit), 'quantity'),
          lines: row.lines,
          amount: fromUnits(row.amount_cents, 'money'),
        })),
    ),
  }
}
const toProduct = ({
  product,
  unit,
  quantity_milli,
  lines,
  amount_cents,
}: PurchaseRow): CurrencySpend['products'][number] => ({
  product: product as ProductCode,
  unit: (unit || null) as VolumeUnit | null,
  quantity: fromUnits(quantity_milli, 'quantity'),
  lines,
  amount: fromUnits(amount_cents, 'money'),
})

export type SummaryRow = { bucket: string; count: number; amount_cents: number }
export const toSummary = (interval: SummaryInterval, span: Span, rows: readonly SummaryRow[]): Summary =>
  bucketsOf(interval, span).map(({ start }) => {
    const { count, amount_cents } = rows.find(({ bucket }) => bucket === start) ?? { count: 0, amount_cents: 0 }
    return { period: interval === 'month' ? start.slice(0, 7) : start, count, amount: fromUnits(amount_cents, 'money') }
  })
