import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillCents, stopsOnTheWay } from './route.rules.ts'
import type { StoredSmartPrice } from './smart-buy.columns.ts'

const toronto = { latitude: 43.7, longitude: -79.42 }
const montreal = { latitude: 45.51, longitude: -73.59 }
const priceAt = (id: number, changes: Partial<StoredSmartPrice> = {}): StoredSmartPrice => ({
  id,
  site_id: id,
  site_number: String(id),
  site_name: null,
  provider: 'Esso',
  city: null,
  province: 'ON',
  latitude: 44.23,
  longitude: -76.48,
  is_approximate: false,
  product: 'D1',
  grade: 'D',
  priced_on: '2026-11-01',
  currency: 'CAD',
  unit: 'L',
  price_e6: 1_500_000,
  with_e6: 1_695_000,
  litre_e6: 1_500_000,
  gallon_e6: 5_678_118,
  with_litre_e6: 1_695_000,
  with_gallon_e6: 6_416_273,
  retail_e6: null,
  saving_e6: null,
  distance_km: null,
  ...changes,
})
const route = { from: toronto, to: montreal, corridor_km: 60, tank_milli: 400_000 }

test('SMART-2 a fill is the tank at the price, in the unit of the price', () => {
  expect(fillCents({ unit: 'L' }, 1_500_000, 400_000)).toBe(60_000)
  expect(fillCents({ unit: 'GAL' }, 4_000_000, 378_541)).toBe(40_000)
})

test('SMART-2 sites off the corridor and sites without a position are left out', () => {
  const far = priceAt(2, { latitude: 49.88, longitude: -97.15 })
  const unknown = priceAt(3, { latitude: null, longitude: null })
  expect(stopsOnTheWay([priceAt(1), far, unknown], route).map(({ id }) => id)).toEqual([1])
})

test('SMART-2 the cheapest is one of its product and currency, and the order is that of the way', () => {
  const site = fc.record({
    latitude: fc.double({ min: 43, max: 46, noNaN: true }),
    longitude: fc.double({ min: -80, max: -73, noNaN: true }),
    litre_e6: fc.integer({ min: 1_000_000, max: 2_000_000 }),
    currency: fc.constantFrom('CAD' as const, 'USD' as const),
    product: fc.constantFrom('D1' as const, 'RF' as const),
  })
  fc.assert(
    fc.property(fc.array(site, { maxLength: 20 }), (sites) => {
      const stops = stopsOnTheWay(
        sites.map((one, at) => priceAt(at + 1, one)),
        route,
      )
      expect(stops.every(({ off_km }) => off_km <= 60.05)).toBe(true)
      const along = stops.map(({ along_km }) => along_km)
      expect(along).toEqual(along.toSorted((one, other) => one - other))
      for (const stop of stops) {
        const same = stops.filter(({ product, currency }) => product === stop.product && currency === stop.currency)
        const lowest = Math.min(...same.map(({ before_per_litre }) => before_per_litre))
        expect(stop.is_cheapest).toBe(stop.before_per_litre === lowest)
      }
    }),
  )
})
