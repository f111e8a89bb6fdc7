import { dashboard } from '@portal/contract/dashboard/dashboard.ts'
import { reports } from '@portal/contract/reports/reports.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, clock } = await testApp()
clock.now = new Date('2026-11-14T18:00:00Z')
type Total = Record<string, number> & { currency: string }
/** The total that a tile's report shows, by the address the tile opens. */
const totalOf = async (who: string, key: string, query: Record<string, string>): Promise<Total> => {
  const { status, body } = await ask(who, reports.show, { params: { key }, query })
  expect([key, status, body.error]).toEqual([key, 200, undefined])
  return body.totals.find(({ currency }: Total) => currency === query.currency)
}
const cents = (amount: number | undefined) => Math.round((amount ?? 0) * 100)

test('DASH-1 UX-11 REPT-4 each tile of the period has the figure of the report it opens', async () => {
  for (const who of [people.staff, people.northline]) {
    const { body } = await ask(who, dashboard.get, { query: { period: '90d', until: '2026-11-14' } })
    const currencies = body.spend.currencies.filter(({ amount }: Total) => amount !== 0)
    expect(currencies.map(({ currency }: Total) => currency)).toEqual(['CAD', 'USD'])
    for (const { currency, amount, volume, price, margin, before } of currencies) {
      const { from, to } = body.period
      const asked = { from, to, currency, group_by: 'product' }
      const spend = await totalOf(who, 'spend', asked)
      const fuel = await totalOf(who, 'spend', { ...asked, products: 'fuel' })
      expect([currency, spend.amount]).toEqual([currency, amount])
      expect(Math.round((currency === 'CAD' ? fuel.litres : fuel.gallons) ?? 0)).toBe(Math.round(volume))
      expect(currency === 'CAD' ? fuel.price : fuel.gallon_price).toBeCloseTo(price, 3)
      // What is not fuel would be told apart.
      expect(spend.litres).toBeGreaterThan(fuel.litres ?? 0)
      if (who === people.staff) {
        const earned = await totalOf(who, 'margin', { ...asked, group_by: 'provider' })
        expect(earned.margin).toBe(margin.margin)
      }
      if (!body.before || !before) continue
      const compared = { from0: body.before.from, to0: body.before.to }
      const moved = await totalOf(who, 'why-it-moved', { from, to, ...compared, currency })
      expect(cents(moved.amount)).toBe(cents(amount) - cents(before.amount))
    }
  }
})
