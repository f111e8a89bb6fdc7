import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf, flooredRatio, roundedRatio } from './exact.ts'
import { convertPrice, convertQuantity } from './units.ts'

test('M1 halves round away from zero, for positive and negative numbers', () => {
  const halves = [-25, -15, -5, -4, 0, 4, 5, 14, 15, 25]
  expect(halves.map((value) => roundedRatio([value], [10]))).toEqual([-3, -2, -1, 0, 0, 0, 1, 1, 2, 3])
  expect([-11, -10, -1, 0, 9, 10, 11].map((value) => flooredRatio([value], [10]))).toEqual([-2, -1, -1, 0, 0, 1, 1])
})

test('M1 amounts are exact where floating point is not, and refused if out of range', () => {
  expect(amountOf(4_698_224_097, 487_156_700)).toBe(228_877_134_695)
  expect(amountOf(1005, 100_000)).toBe(10)
  expect(amountOf(1050, 100_000)).toBe(11)
  expect(amountOf(-1050, 100_000)).toBe(-11)
  expect(() => amountOf(0.5, 1_000_000)).toThrow(RangeError)
  expect(() => amountOf(9e15, 9e15)).toThrow(RangeError)
})

test('M10 a US gallon is 3.785411784 litres for quantities, and the inverse for prices', () => {
  expect(convertQuantity(1_000_000_000, 'GAL', 'L')).toBe(3_785_411_784)
  expect(convertQuantity(1000, 'GAL', 'L')).toBe(3785)
  expect(convertQuantity(1000, 'L', 'GAL')).toBe(264)
  expect(convertQuantity(-1000, 'L', 'GAL')).toBe(-264)
  expect(convertPrice(10_000, 'L', 'GAL')).toBe(37_854)
  expect(convertPrice(37_854, 'GAL', 'L')).toBe(10_000)
  expect(convertQuantity(7, 'L', 'L')).toBe(7)
})

test('M10 converting gallons to litres and back gives the same gallons', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (milli) => {
      expect(convertQuantity(convertQuantity(milli, 'GAL', 'L'), 'L', 'GAL')).toBe(milli + 0)
    }),
    { numRuns: 2000 },
  )
})
