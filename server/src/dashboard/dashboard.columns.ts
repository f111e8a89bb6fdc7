import type {
  CurrencySpend,
  DashboardInterval,
  Summary,
  SummaryInterval,
} from '@portal/contract/dashboard/dashboard.ts'
import { unitOfCurrency } from '@portal/contract/dashboard/dashboard.ts'
import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import { bucketsOf, type FuelSums, pricePerUnit, type Span, volumeIn } from './dashboard.rules.ts'

type SpendSums = { transactions: number; amount_cents: number; exceptions: number }
export type SpendRow = SpendSums & { currency: Currency; bucket: string }
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

const noTransactions: SpendSums = { transactions: 0, amount_cents: 0, exceptions: 0 }
const noFuel: FuelSums = { litres_milli: 0, gallons_milli: 0, fuel_cents: 0 }

function toFigures(transactions: SpendSums, fuel: FuelSums, unit: VolumeUnit) {
  const volume_milli = volumeIn(fuel, unit)
  const price_e4 = pricePerUnit(fuel, volume_milli)
  return {
    transactions: transactions.transactions,
    amount: fromUnits(transactions.amount_cents, 'money'),
    volume: fromUnits(volume_milli, 'quantity'),
    price: price_e4 === null ? null : fromUnits(price_e4, 'price'),
  }
}
const sumOf = <Key extends string>(rows: readonly Record<Key, number>[], keys: readonly Key[]): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)])) as Record<Key, number>
const transactionKeys = ['transactions', 'amount_cents', 'exceptions'] as const
const fuelKeys = ['litres_milli', 'gallons_milli', 'fuel_cents'] as const
const byAmount = <Row extends { amount: number }>(rows: Row[]): Row[] => rows.toSorted((a, b) => b.amount - a.amount)

type Bought = { transactions: readonly SpendRow[]; purchases: readonly PurchaseRow[] }
/** One currency's part of the dashboard, from the rows of all currencies. */
export function toCurrencySpend(
  currency: Currency,
  span: Span,
  interval: DashboardInterval,
  all: Bought,
): CurrencySpend {
  const unit = unitOfCurrency[currency]
  const transactions = all.transactions.filter((row) => row.currency === currency)
  const purchases = all.purchases.filter((row) => row.currency === currency)
  const byBucket = purchases.filter(({ kind }) => kind === 'bucket')
  const total = sumOf(transactions, transactionKeys)
  return {
    currency,
    unit,
    ...toFigures(total, sumOf(byBucket, fuelKeys), unit),
    exceptions: total.exceptions,
    points: bucketsOf(interval, span).map(({ start, from, to }) => {
      const transaction = transactions.find(({ bucket }) => bucket === start) ?? noTransactions
      return { from, to, ...toFigures(transaction, byBucket.find(({ bucket }) => bucket === start) ?? noFuel, unit) }
    }),
    products: byAmount(purchases.filter(({ kind }) => kind === 'product').map(toProduct)),
    provinces: byAmount(
      purchases
        .filter(({ kind }) => kind === 'province')
        .map((row) => ({
          province: row.province || null,
          volume: fromUnits(volumeIn(row, unit), 'quantity'),
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
