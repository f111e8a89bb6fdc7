import { expect, test } from 'vitest'
import { typedNumber } from './typed-number.ts'

test('CARD-8 a number is parsed as typed, and empty is null', () => {
  expect(typedNumber('')).toBeNull()
  expect(typedNumber(' 12.340 ')).toBe(12.34)
  expect(typedNumber('99999999.99')).toBe(99999999.99)
  expect(typedNumber('-1')).toBe(-1)
})
test('CARD-8 invalid input is reported, not truncated to a number', () => {
  expect(['abc', '1e5', '12,34', '1,234.5', '12a', '.', '0x10'].map((text) => Number.isNaN(typedNumber(text)))).toEqual(
    [true, true, true, true, true, true, true],
  )
})
