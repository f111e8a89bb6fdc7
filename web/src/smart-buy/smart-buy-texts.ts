import { productWords } from '@portal/contract/lookups/products.rules.ts'
import type { SmartPrice, Stop } from '@portal/contract/smart-buy/smart-buy.ts'
import { nothing, numberFormat } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'

const four = { minimumFractionDigits: 4, maximumFractionDigits: 4 }
/** A price with four decimals and its unit, such as `1.7234 CAD/L`. */
export const pricePerUnitText = (
  value: number | null,
  locale: string,
  { currency, unit }: { currency: string; unit: string },
): string =>
  value === null
    ? nothing
    : `${numberFormat(locale, four).format(value)}\u00a0${currency}/${unit === 'L' ? 'L' : 'gal'}`
export const kmText = (km: number | null, locale: string): string =>
  km === null ? nothing : `${numberFormat(locale, { maximumFractionDigits: 1 }).format(km)}\u00a0km`
export const sitePlaceText = ({
  city,
  province,
  provider,
}: Pick<SmartPrice, 'city' | 'province' | 'provider'>): string =>
  [[city, province].filter(Boolean).join(', '), provider].filter(Boolean).join(' · ')
export const unitPriceText = (t: TFunction, row: SmartPrice | Stop, locale: string): string =>
  `${t(productWords[row.product])}: ${pricePerUnitText(row.price_before_sales_tax, locale, row)}`
