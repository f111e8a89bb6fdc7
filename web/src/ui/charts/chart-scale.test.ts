import { expect, test } from 'vitest'
import { barTicks, dayNumber, dayOfNumber, dayTicks, valueTicks } from './chart-scale.ts'

test('RATE-3 value ticks are round and cover all values', () => {
  expect(valueTicks(1.52, 1.71)).toEqual([1.5, 1.55, 1.6, 1.65, 1.7, 1.75])
  expect(valueTicks(3.5, 3.5)).toEqual([3.5, 3.6])
  expect(valueTicks(0, 100)).toEqual([0, 50, 100])
})
test('DASH-1 an axis goes to at least 100 and starts at zero unless a value is negative', () => {
  expect(barTicks([])).toEqual([0, 50, 100])
  expect(barTicks([3, 7])).toEqual([0, 50, 100])
  expect(barTicks([3, 180])).toEqual([0, 50, 100, 150, 200])
  expect(barTicks([-60, 20])).toEqual([-100, -50, 0, 50, 100])
})
test('RATE-3 day ticks are whole days, each once, including both ends', () => {
  expect(dayOfNumber(dayNumber('2026-11-15'))).toBe('2026-11-15')
  expect(dayTicks(10, 100, 3)).toEqual([10, 40, 70, 100])
  expect(dayTicks(10, 11, 6)).toEqual([10, 11])
  expect(dayTicks(10, 10, 6)).toEqual([10])
  expect(dayTicks(10, 100, 0)).toEqual([10, 100])
})
