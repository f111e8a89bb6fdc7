import type { SitePrices } from '@portal/contract/rates/daily-rates.ts'

type Product = SitePrices['products'][number]
export type LastRate = Pick<Product, 'product' | 'code'> & {
  day: string
  price: number
  /** Against the rate before it; null if it is the first. */
  change: number | null
}

/** The latest rate of each product, and how it changed. Prices have four decimals. */
export const lastRates = (products: readonly Product[]): LastRate[] =>
  products.flatMap(({ product, code, points }) => {
    const [last, before] = [points.at(-1), points.at(-2)]
    if (!last) return []
    const change = before ? Math.round((last.price - before.price) * 10_000) / 10_000 : null
    return [{ product, code, day: last.day, price: last.price, change }]
  })
