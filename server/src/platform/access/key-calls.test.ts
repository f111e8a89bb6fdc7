import { expect, test } from 'vitest'
import { keyCallsOf } from './key-calls.ts'

const at = (ms: number) => new Date(1_800_000_000_000 + ms)

test('INTEG-4 no minute has more calls than the limit, and each key has its own', () => {
  const calls = keyCallsOf(3)
  const taken = [0, 10_000, 20_000, 30_000, 59_999, 60_000, 60_001, 70_000].map((ms) => {
    const { remaining, resetSeconds, isRefused } = calls.take(7, at(ms))
    return [ms, remaining, resetSeconds, isRefused]
  })
  expect(taken).toEqual([
    [0, 2, 60, false],
    [10_000, 1, 50, false],
    [20_000, 0, 40, false],
    [30_000, 0, 30, true],
    [59_999, 0, 1, true],
    // The first call is a minute ago; a refused one never counted.
    [60_000, 0, 10, false],
    [60_001, 0, 10, true],
    [70_000, 0, 10, false],
  ])
  expect(calls.take(8, at(20_000))).toMatchObject({ remaining: 2, isRefused: false })
})

test('INTEG-4 a clock that is set back blocks nobody, and 0 is no limit', () => {
  const calls = keyCallsOf(1)
  expect(calls.take(1, at(3_600_000)).isRefused).toBe(false)
  expect(calls.take(1, at(0)).isRefused).toBe(false)
  expect(calls.take(1, at(1)).isRefused).toBe(true)
  const free = keyCallsOf(0)
  for (let n = 0; n < 5; n++) expect(free.take(1, at(0))).toMatchObject({ limit: 0, isRefused: false })
})

test('INTEG-1 the last use of a key is due once a minute', () => {
  const calls = keyCallsOf(0)
  expect([0, 1, 59_999, 60_000, 60_001].map((ms) => calls.isTouchDue(1, at(ms)))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ])
  expect(calls.isTouchDue(2, at(1))).toBe(true)
})
