import type {
  CurrencySpend,
  DashboardInterval,
  Summary,
  SummaryInterval,
  TopFiveReply,
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

const byStart = ({ transactions, purchases }: Bought, start: string) => ({
  transactions: transactions.find(({ bucket }) => bucket === start) ?? noTransactions,
  fuel: purchases.find(({ kind, bucket }) => kind === 'bucket' && bucket === start) ?? noFuel,
})

export type Bought = { transactions: readonly SpendRow[]; purchases: readonly PurchaseRow[] }
const inCurrency = ({ transactions, purchases }: Bought, currency: Currency): Bought => ({
  transactions: transactions.filter((row) => row.currency === currency),
  purchases: purchases.filter((row) => row.currency === currency),
})
function totalsOf({ transactions, purchases }: Bought, unit: VolumeUnit) {
  const total = sumOf(transactions, transactionKeys)
  const fuel = sumOf(
    purchases.filter(({ kind }) => kind === 'bucket'),
    fuelKeys,
  )
  return { ...toFigures(total, fuel, unit), exceptions: total.exceptions }
}

type Asked = {
  currency: Currency
  span: Span
  interval: DashboardInterval
  /** The period's last compared day, or null. */
  comparedTo: string | null
}
/** One currency's part of the dashboard, from the rows of all currencies. The rows before are moved to today's days. */
export function toCurrencySpend({ currency, span, interval, comparedTo }: Asked, all: Bought, before: Bought) {
  const unit = unitOfCurrency[currency]
  const [now, then] = [inCurrency(all, currency), inCurrency(before, currency)]
  return {
    currency,
    unit,
    ...totalsOf(now, unit),
    before: then.transactions.length === 0 ? null : totalsOf(then, unit),
    points: bucketsOf(interval, span).map(({ start, from, to }) => {
      const [own, earlier] = [byStart(now, start), byStart(then, start)]
      const isCompared = comparedTo !== null && from <= comparedTo
      return {
        from,
        to,
        ...toFigures(own.transactions, own.fuel, unit),
        before: isCompared ? toFigures(earlier.transactions, earlier.fuel, unit) : null,
      }
    }),
    products: byAmount(now.purchases.filter(({ kind }) => kind === 'product').map(toProduct)),
    provinces: byAmount(
      now.purchases
        .filter(({ kind }) => kind === 'province')
        .map((row) => ({
          province: row.province || null,
          volume: fromUnits(volumeIn(row, unit), 'quantity'),
          lines: row.lines,
          amount: fromUnits(row.amount_cents, 'money'),
        })),
    ),
  } satisfies CurrencySpend
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

export type TopRow = Omit<FuelSums, 'fuel_cents'> & {
  kind: 'driver' | 'unit' | 'site'
  name: string
  /** The company of a driver or unit, the location of a site. */
  detail: string | null
  transactions: number
  amount_cents: number
}
/** Without rows if there are too many to look through. */
export function toTopFive(currency: Currency, span: Span, found: readonly TopRow[] | null): TopFiveReply {
  const rows = found ?? []
  const unit = unitOfCurrency[currency]
  const of = (wanted: TopRow['kind']) =>
    rows
      .filter(({ kind }) => kind === wanted)
      .map((row) => ({
        ...row,
        amount: fromUnits(row.amount_cents, 'money'),
        volume: fromUnits(volumeIn({ ...row, fuel_cents: 0 }, unit), 'quantity'),
      }))
  const named = (kind: 'driver' | 'unit') =>
    of(kind).map(({ name, detail, transactions, amount, volume }) => ({
      name,
      company: detail,
      transactions,
      amount,
      volume,
    }))
  return {
    ...span,
    is_too_many: found === null,
    currency,
    unit,
    drivers: named('driver'),
    units: named('unit'),
    sites: of('site').map(({ name, detail, transactions, amount, volume }) => ({
      number: name,
      name: detail ?? name,
      transactions,
      amount,
      volume,
    })),
  }
}
