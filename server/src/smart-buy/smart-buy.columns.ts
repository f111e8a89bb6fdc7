import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import type { MissedGroup, MissedLine, MissedTotal, SmartPrice } from '@portal/contract/smart-buy/smart-buy.ts'

/** A product at a site with the company's price, as the database adds it up. */
export type StoredSmartPrice = {
  id: number
  site_id: number
  site_number: string
  site_name: string | null
  provider: string
  city: string | null
  province: string | null
  latitude: number | null
  longitude: number | null
  is_approximate: boolean
  product: ProductCode
  grade: string
  priced_on: string
  currency: Currency
  unit: VolumeUnit
  price_e6: number
  with_e6: number | null
  litre_e6: number
  gallon_e6: number
  with_litre_e6: number | null
  with_gallon_e6: number | null
  retail_e6: number | null
  saving_e6: number | null
  distance_km: number | null
}
const price = (e6: number): number => fromUnits(e6, 'linePrice')
const maybePrice = (e6: number | null): number | null => (e6 === null ? null : price(e6))

export const toPriced = (stored: StoredSmartPrice) => ({
  id: stored.id,
  site_id: stored.site_id,
  site_number: stored.site_number,
  site_name: stored.site_name,
  provider: stored.provider,
  city: stored.city,
  province: stored.province,
  latitude: stored.latitude,
  longitude: stored.longitude,
  is_approximate: stored.is_approximate,
  product: stored.product,
  grade: stored.grade,
  priced_on: stored.priced_on,
  currency: stored.currency,
  unit: stored.unit,
  price_before_sales_tax: price(stored.price_e6),
  price_with_sales_tax: maybePrice(stored.with_e6),
  before_per_litre: price(stored.litre_e6),
  before_per_gallon: price(stored.gallon_e6),
  with_per_litre: maybePrice(stored.with_litre_e6),
  with_per_gallon: maybePrice(stored.with_gallon_e6),
  retail: maybePrice(stored.retail_e6),
  saving: maybePrice(stored.saving_e6),
})
export const toSmartPrice = (stored: StoredSmartPrice): SmartPrice => ({
  ...toPriced(stored),
  distance_km: stored.distance_km,
})

export type StoredMissed = Omit<MissedLine, 'quantity' | 'paid' | 'cheapest_price' | 'price' | 'missed'> & {
  quantity_milli: number
  pre_cents: number
  price_e6: number
  cheapest_e6: number
  missed_cents: number
}
export const toMissedLine = (stored: StoredMissed): MissedLine => {
  const { quantity_milli, pre_cents, price_e6, cheapest_e6, missed_cents, ...line } = stored
  return {
    ...line,
    quantity: fromUnits(quantity_milli, 'quantity'),
    paid: fromUnits(pre_cents, 'money'),
    price: price(price_e6),
    cheapest_price: price(cheapest_e6),
    missed: fromUnits(missed_cents, 'money'),
  }
}
export type StoredMissedSum = { currency: Currency; purchases: number; pre_cents: number; missed_cents: number }
export const toMissedTotal = ({ currency, purchases, pre_cents, missed_cents }: StoredMissedSum): MissedTotal => ({
  currency,
  purchases,
  paid: fromUnits(pre_cents, 'money'),
  missed: fromUnits(missed_cents, 'money'),
})
export const toMissedGroup = ({ name, ...sum }: StoredMissedSum & { name: string | null }): MissedGroup => ({
  name,
  ...toMissedTotal(sum),
})
