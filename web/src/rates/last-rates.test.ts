import { expect, test } from 'vitest'
import { lastRates } from './last-rates.ts'

const point = (day: string, price: number) => ({ day, price, retail: null })

test('UX-1 a site shows the latest rate of each product and its change, to the fourth decimal', () => {
  expect(
    lastRates([
      { product: 'D1', code: 'ULSD', points: [point('2026-11-15', 1.4021), point('2026-11-16', 1.3998)] },
      { product: 'GAS', code: 'REG', points: [point('2026-11-16', 1.2)] },
      { product: 'DEF', code: 'DEF', points: [] },
    ]),
  ).toEqual([
    { product: 'D1', code: 'ULSD', day: '2026-11-16', price: 1.3998, change: -0.0023 },
    { product: 'GAS', code: 'REG', day: '2026-11-16', price: 1.2, change: null },
  ])
})
