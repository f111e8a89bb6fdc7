import fc from 'fast-check'
import { expect, test } from 'vitest'
import { besideLine, distanceKm, type GeoPoint } from './distance.rules.ts'

const toronto = { latitude: 43.7, longitude: -79.42 }
const montreal = { latitude: 45.51, longitude: -73.59 }
const kingston = { latitude: 44.23, longitude: -76.48 }
const winnipeg = { latitude: 49.88, longitude: -97.15 }

/** Where the network is. */
const point = fc.record({
  latitude: fc.double({ min: 25, max: 70, noNaN: true }),
  longitude: fc.double({ min: -140, max: -52, noNaN: true }),
})
const between = (from: GeoPoint, to: GeoPoint, part: number): GeoPoint => ({
  latitude: from.latitude + part * (to.latitude - from.latitude),
  longitude: from.longitude + part * (to.longitude - from.longitude),
})

test('SMART-1 distances are those of a globe', () => {
  expect(distanceKm(toronto, montreal)).toBeCloseTo(503, -1)
  expect(distanceKm(toronto, toronto)).toBe(0)
})

test('SMART-2 Kingston is on the way from Toronto to Montréal, Winnipeg is not', () => {
  const { along_km, off_km } = besideLine(toronto, montreal, kingston)
  expect(along_km).toBeGreaterThan(230)
  expect(along_km).toBeLessThan(260)
  expect(off_km).toBeLessThan(50)
  expect(besideLine(toronto, montreal, winnipeg)).toEqual({ along_km: 0, off_km: distanceKm(toronto, winnipeg) })
})

test('SMART-2 the towns themselves are at the ends of the line', () => {
  fc.assert(
    fc.property(point, point, (from, to) => {
      const whole = distanceKm(from, to)
      const [start, end] = [besideLine(from, to, from), besideLine(from, to, to)]
      expect(start.along_km).toBeCloseTo(0, 3)
      expect(start.off_km).toBeCloseTo(0, 3)
      expect(end.along_km).toBeCloseTo(whole, 3)
      expect(end.off_km).toBeCloseTo(0, 3)
    }),
  )
})

test('SMART-2 no point of the line is nearer to a site than the line is', () => {
  fc.assert(
    fc.property(point, point, point, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, site, part) => {
      const { along_km, off_km } = besideLine(from, to, site)
      const whole = distanceKm(from, to)
      expect(along_km).toBeGreaterThanOrEqual(0)
      expect(along_km).toBeLessThanOrEqual(whole + 1e-6)
      expect(off_km).toBeLessThanOrEqual(Math.min(distanceKm(from, site), distanceKm(to, site)) + 1e-6)
      // A point beside the line is as far from the site as the triangle allows.
      const other = between(from, to, part)
      const away = besideLine(from, to, other).off_km
      expect(distanceKm(other, site)).toBeGreaterThanOrEqual(off_km - away - 1e-6)
    }),
  )
})

test('SMART-2 back is the same way', () => {
  fc.assert(
    fc.property(point, point, point, (from, to, site) => {
      const [there, back] = [besideLine(from, to, site), besideLine(to, from, site)]
      fc.pre(distanceKm(from, to) > 1)
      expect(back.off_km).toBeCloseTo(there.off_km, 3)
      expect(back.along_km + there.along_km).toBeCloseTo(distanceKm(from, to), 3)
    }),
  )
})
