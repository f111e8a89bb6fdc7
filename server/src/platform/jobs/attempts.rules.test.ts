import { expect, test } from 'vitest'
import { isExhausted, nextDaily, pauseAfter } from './attempts.rules.ts'

test('OPS-3 work rests longer after each failed attempt, and the attempt after the last pause is the last', () => {
  const pausesMs = [2000, 15_000]
  expect([1, 2, 3, 4].map((attempt) => pauseAfter(pausesMs, attempt))).toEqual([2000, 15_000, null, null])
  expect([1, 2, 3, 4].map((attempt) => isExhausted(pausesMs, attempt))).toEqual([false, false, false, true])
  expect([pauseAfter([], 1), isExhausted([], 1), isExhausted([], 2)]).toEqual([null, false, true])
})

test.each([
  ['2026-11-16T03:14:59.999Z', '2026-11-16T03:15:00.000Z'],
  ['2026-11-16T03:15:00.000Z', '2026-11-17T03:15:00.000Z'],
  ['2026-11-16T23:59:00.000Z', '2026-11-17T03:15:00.000Z'],
  ['2026-12-31T12:00:00.000Z', '2027-01-01T03:15:00.000Z'],
])('a daily job that ends at %s is next due at %s', (now, due) => {
  expect(nextDaily('03:15', new Date(now)).toISOString()).toBe(due)
})
