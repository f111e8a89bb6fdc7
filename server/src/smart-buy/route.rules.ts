import { amountOf } from '@portal/contract/rules/exact.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { convertQuantity } from '@portal/contract/rules/units.ts'
import { besideLine, type GeoPoint } from '@portal/contract/smart-buy/distance.rules.ts'
import type { Stop } from '@portal/contract/smart-buy/smart-buy.ts'
import { type StoredSmartPrice, toPriced } from './smart-buy.columns.ts'

type Route = { from: GeoPoint; to: GeoPoint; corridor_km: number; tank_milli: number }
const tenths = (km: number): number => Math.round(km * 10) / 10
/** The same product in the same currency. Currencies are never compared. */
const groupOf = ({ product, currency }: Pick<StoredSmartPrice, 'product' | 'currency'>): string =>
  `${product} ${currency}`

/** What a full tank, in thousandths of a litre, costs at a price. */
export const fillCents = ({ unit }: Pick<StoredSmartPrice, 'unit'>, price_e6: number, tank_milli: number): number =>
  amountOf(convertQuantity(tank_milli, 'L', unit), price_e6)

/** The sites within the corridor, in the order of the way, with the cheapest of each product and currency marked. */
export function stopsOnTheWay(
  prices: readonly StoredSmartPrice[],
  { from, to, corridor_km, tank_milli }: Route,
): Stop[] {
  const onTheWay = prices.flatMap((price) => {
    const { latitude, longitude } = price
    if (latitude === null || longitude === null) return []
    const beside = besideLine(from, to, { latitude, longitude })
    return beside.off_km <= corridor_km ? [{ price, beside }] : []
  })
  const lowest = new Map<string, number>()
  for (const { price } of onTheWay)
    lowest.set(groupOf(price), Math.min(lowest.get(groupOf(price)) ?? Number.POSITIVE_INFINITY, price.litre_e6))
  return onTheWay
    .sort(
      ({ beside: one, price }, { beside: other, price: next }) =>
        one.along_km - other.along_km || one.off_km - other.off_km || price.id - next.id,
    )
    .map(({ price, beside }) => ({
      ...toPriced(price),
      along_km: tenths(beside.along_km),
      off_km: tenths(beside.off_km),
      is_cheapest: price.litre_e6 === lowest.get(groupOf(price)),
      fill_before_sales_tax: fromUnits(fillCents(price, price.price_e6, tank_milli), 'money'),
      fill_with_sales_tax:
        price.with_e6 === null ? null : fromUnits(fillCents(price, price.with_e6, tank_milli), 'money'),
    }))
}
