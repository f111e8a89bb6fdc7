import { expect, test } from 'vitest'
import {
  barTicks,
  dayNumber,
  dayOfNumber,
  dayTicks,
  dayTickText,
  labelEvery,
  labelWidth,
  valueTicks,
  withinPicture,
} from './chart-scale.ts'

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
test('UX-11 a label on the axis has no year, is drawn as often as it fits, and stays in the picture', () => {
  for (const locale of ['en-CA', 'fr-CA']) {
    const text = dayTickText('2026-11-09', locale)
    expect(text).toMatch(/9/)
    expect(text).not.toMatch(/26/)
  }
  // Twelve months on a phone: every second or third. On a wide screen: all.
  expect(labelEvery(labelWidth('Nov'), 270 / 12)).toBe(2)
  expect(labelEvery(labelWidth('Nov'), 600 / 12)).toBe(1)
  expect(labelEvery(labelWidth('Nov'), 0)).toBe(1)
  expect(withinPicture(299, 'Nov 9', 300)).toBeLessThan(300 - labelWidth('Nov 9') / 2 + 6)
  expect(withinPicture(0, 'Nov 9', 300)).toBeGreaterThan(15)
  expect(withinPicture(150, 'Nov 9', 300)).toBe(150)
})
