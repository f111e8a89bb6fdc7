import type { ExceptionRule } from '@portal/contract/exceptions/exception-rules.data.ts'
import { isFuel, type ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { convertQuantity, type VolumeUnit } from '@portal/contract/rules/units.ts'
import { type UnitPurchases, unitPageRows } from '@portal/contract/units/units.ts'

/** A purchase for a unit; `txn_at` is the site's local time. */
export type StoredPurchase = {
  id: number
  authentication_id: string
  txn_at: string
  location: string | null
  amount_cents: number
  currency: string
  driver_name: string | null
  odometer: string | null
}
export type BoughtLine = {
  transaction_id: number
  product: string
  unit: string | null
  quantity_milli: number
  amount_cents: number
}
export type FoundException = { id: number; transaction_id: number; rule: string; staff_verdict: string | null }
/** The first days of the current month, of the one before, and of all that is looked at. */
export type Months = { this_month: string; month_before: string; since: string }
type Facts = {
  months: Months
  /** Newest first. */
  purchases: readonly StoredPurchase[]
  lines: readonly BoughtLine[]
  exceptions: readonly FoundException[]
}

function fuelOf(purchases: readonly StoredPurchase[], lines: readonly BoughtLine[]): UnitPurchases['this_month'] {
  const currencyOf = new Map(purchases.map(({ id, currency }) => [id, currency as Currency]))
  const sums = new Map<Currency, { litres_milli: number; cents: number }>()
  for (const line of lines) {
    const currency = currencyOf.get(line.transaction_id)
    if (!currency || !isFuel(line.product as ProductCode)) continue
    const sum = sums.get(currency) ?? { litres_milli: 0, cents: 0 }
    sum.litres_milli += line.unit ? convertQuantity(line.quantity_milli, line.unit as VolumeUnit, 'L') : 0
    sum.cents += line.amount_cents
    sums.set(currency, sum)
  }
  return [...sums]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, { litres_milli, cents }]) => ({
      currency,
      litres: fromUnits(litres_milli, 'quantity'),
      amount: fromUnits(cents, 'money'),
    }))
}

function driversOf(purchases: readonly StoredPurchase[]): UnitPurchases['drivers'] {
  const named = purchases.flatMap(({ driver_name, txn_at }) =>
    driver_name?.trim() ? [{ driver_name: driver_name.trim(), last_at: txn_at }] : [],
  )
  return [...Map.groupBy(named, ({ driver_name }) => driver_name)]
    .map(([driver_name, [newest, ...others]]) => ({
      driver_name,
      count: others.length + 1,
      last_at: newest?.last_at ?? '',
    }))
    .slice(0, unitPageRows)
}

function exceptionsOf({ purchases, exceptions }: Facts): UnitPurchases['exceptions'] {
  const byTransaction = Map.groupBy(exceptions, ({ transaction_id }) => transaction_id)
  return purchases
    .flatMap(({ id, authentication_id, txn_at }) =>
      (byTransaction.get(id) ?? []).map((found) => ({
        id: found.id,
        rule: found.rule as ExceptionRule,
        state: (found.staff_verdict ?? 'open') as 'open' | 'confirmed' | 'dismissed',
        transaction_id: id,
        authentication_id,
        txn_date: txn_at,
      })),
    )
    .slice(0, unitPageRows)
}

/** What a unit's page says of its purchases: fuel by month, drivers, odometer, the last ones, exceptions (UX-1). */
export function unitPurchasesOf(facts: Facts): UnitPurchases {
  const { months, purchases, lines } = facts
  const read = purchases.find(({ odometer }) => odometer?.trim())
  const fuelFrom = (from: string, until = '9999') =>
    fuelOf(
      purchases.filter(({ txn_at }) => txn_at >= from && txn_at < until),
      lines,
    )
  return {
    since: months.since,
    count: purchases.length,
    last_odometer: read ? { reading: read.odometer?.trim() ?? '', at: read.txn_at } : null,
    this_month: fuelFrom(months.this_month),
    month_before: fuelFrom(months.month_before, months.this_month),
    drivers: driversOf(purchases),
    last: purchases.slice(0, unitPageRows).map((one) => ({
      id: one.id,
      authentication_id: one.authentication_id,
      txn_date: one.txn_at,
      location: one.location,
      txn_amount: fromUnits(one.amount_cents, 'money'),
      currency: one.currency as Currency,
    })),
    exceptions: exceptionsOf(facts),
  }
}
