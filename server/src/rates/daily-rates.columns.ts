import type { DailyRate, Site, SitePrices } from '@portal/contract/rates/daily-rates.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'

export type StoredRate = Omit<DailyRate, 'price' | 'retail'> & { price_e4: number; retail_e4: number | null }
const priceOf = (units: number) => fromUnits(units, 'price')

export const toDailyRate = ({ price_e4, retail_e4, ...rest }: StoredRate): DailyRate => ({
  ...rest,
  price: priceOf(price_e4),
  retail: retail_e4 === null ? null : priceOf(retail_e4),
})

export type PricedSite = Site & Pick<SitePrices, 'currency' | 'unit'>
export type StoredPrice = { product: string; code: string; day: string; price_e4: number; retail_e4: number | null }

/** One series for each code, in order of appearance. */
export function toSitePrices(
  site: PricedSite,
  prices: readonly StoredPrice[],
  period: Pick<SitePrices, 'from_date' | 'to_date'>,
): SitePrices {
  const series = [...Map.groupBy(prices, ({ code }) => code).entries()]
  return {
    ...site,
    ...period,
    products: series.map(([code, points]) => ({
      product: points.at(-1)?.product as SitePrices['products'][number]['product'],
      code,
      points: points.map(({ day, price_e4, retail_e4 }) => ({
        day,
        price: priceOf(price_e4),
        retail: retail_e4 === null ? null : priceOf(retail_e4),
      })),
    })),
  }
}
