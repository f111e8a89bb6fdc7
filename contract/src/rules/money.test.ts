import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimals, decimalsOf, fromUnits, toUnits, type Unit } from './money.ts'

const units = Object.keys(decimals) as Unit[]

test('API-2 every amount survives the way to its units and back', () => {
  fc.assert(
    fc.property(fc.constantFrom(...units), fc.integer({ min: -1e13, max: 1e13 }), (unit, whole) => {
      expect(toUnits(fromUnits(whole, unit), unit)).toBe(whole)
    }),
    { numRuns: 5000 },
  )
})

test('API-2 amounts that binary fractions spoil are read to the cent', () => {
  expect([1.005, 8.165].map((value) => decimalsOf(value))).toEqual([3, 3])
  expect([0.07, 0.29, 1.1, 4.35, 1e-2, 100.1, 19.99, -12.34].map((value) => toUnits(value, 'money'))).toEqual([
    7, 29, 110, 435, 1, 10010, 1999, -1234,
  ])
})

test('API-2 what is not an amount of the unit is refused, never rounded', () => {
  for (const value of [0.001, 1.234, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, 1e20])
    expect(() => toUnits(value, 'money')).toThrow(RangeError)
  expect(() => fromUnits(1.5, 'money')).toThrow(RangeError)
})
