import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactLength, exactVolume, shownLength, shownVolume, wholeLength, wholeVolume } from './ifta-measures.rules.ts'

test('REPT-5 miles and gallons become kilometres and litres exactly, rounded once', () => {
  // 100 mi = 160.9344 km; 100 gal = 378.5411784 L.
  expect(wholeLength(exactLength(100_000, 'mi'), 'CA')).toBe(161)
  expect(wholeVolume(exactVolume(100_000, 'GAL'), 'CA')).toBe(379)
  expect(shownLength(exactLength(100_000, 'mi'), 'CA')).toBe(160.934)
  expect(shownVolume(exactVolume(100_000, 'GAL'), 'CA')).toBe(378.541)
  expect(wholeLength(exactLength(160_934, 'km'), 'US')).toBe(100)
  expect(wholeVolume(exactVolume(1_000_000, 'L'), 'US')).toBe(264)
  // Half a kilometre three times is one and a half, not three.
  expect(wholeLength(3n * exactLength(500, 'km'), 'CA')).toBe(2)
  expect(wholeVolume(exactVolume(-500, 'L'), 'CA')).toBe(-1)
})

test('REPT-5 a whole number of a base’s own unit stays as it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (n) => {
      expect(wholeLength(exactLength(n * 1000, 'mi'), 'US')).toBe(n)
      expect(wholeVolume(exactVolume(n * 1000, 'GAL'), 'US')).toBe(n)
      expect(wholeLength(exactLength(n * 1000, 'km'), 'CA')).toBe(n)
    }),
  )
})
