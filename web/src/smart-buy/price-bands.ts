export type PriceBand = 'low' | 'middle' | 'high'
type Priced = { currency: string; product: string; price: number }

/**
 * Whether a price is among the cheapest, middle or dearest third of its product and currency. Currencies are never
 * compared. If all prices are the same, none is cheaper, as on the list.
 */
export function priceBands<Row extends Priced>(rows: readonly Row[]): PriceBand[] {
  const ends = new Map<string, { low: number; high: number; isOne: boolean }>()
  for (const [key, some] of Map.groupBy(rows, ({ currency, product }) => `${currency} ${product}`)) {
    const prices = some.map(({ price }) => price).sort((one, other) => one - other)
    const at = (part: number) => prices[Math.min(prices.length - 1, Math.floor(part * prices.length))] ?? 0
    ends.set(key, { low: at(1 / 3), high: at(2 / 3), isOne: prices[0] === prices.at(-1) })
  }
  return rows.map(({ currency, product, price }) => {
    const { low = 0, high = 0, isOne } = ends.get(`${currency} ${product}`) ?? {}
    if (isOne || price < low) return 'low'
    return price > high || (price === high && low < high) ? 'high' : 'middle'
  })
}
