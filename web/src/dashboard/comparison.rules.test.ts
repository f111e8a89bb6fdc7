import { describe, expect, test } from 'vitest'
import { compared, comparedCount, hasNoDataYet } from './comparison.rules.ts'

describe('UX-11 a figure against the period before', () => {
  test('changes by a percentage with one decimal', () => {
    expect(compared(112.34, 100)).toEqual({ kind: 'percent', isMore: true, percent: 12.3 })
    expect(compared(75, 100)).toEqual({ kind: 'percent', isMore: false, percent: -25 })
    expect(compared(-20, 100)).toEqual({ kind: 'percent', isMore: false, percent: -120 })
    expect(compared(999, 100)).toEqual({ kind: 'percent', isMore: true, percent: 899 })
  })
  test('is the same if the change rounds to nothing', () => {
    expect(compared(100, 100)).toEqual({ kind: 'same' })
    expect(compared(100.04, 100)).toEqual({ kind: 'same' })
  })
  test('is so many times as much from tenfold on', () => {
    expect(compared(1000, 100)).toEqual({ kind: 'times', isMore: true, times: 10 })
    expect(compared(1260, 100)).toEqual({ kind: 'times', isMore: true, times: 13 })
  })
  test('is compared with nothing if there was nothing, or credits alone', () => {
    for (const before of [null, undefined, 0, -5]) expect(compared(100, before)).toEqual({ kind: 'none' })
    expect(compared(null, 100)).toEqual({ kind: 'none' })
  })
  test('counts how many more or fewer', () => {
    expect(comparedCount(3, 2)).toEqual({ kind: 'count', isMore: true, count: 1 })
    expect(comparedCount(0, 2)).toEqual({ kind: 'count', isMore: false, count: -2 })
    expect(comparedCount(2, 0)).toEqual({ kind: 'count', isMore: true, count: 2 })
    expect(comparedCount(2, 2)).toEqual({ kind: 'same' })
    expect(comparedCount(2, null)).toEqual({ kind: 'none' })
  })
})

test('UX-11 a day after the last file has no data yet, unless something was bought; an earlier one had no purchases', () => {
  const day = { from: '2026-11-15', transactions: 0 }
  expect(hasNoDataYet(day, '2026-11-14')).toBe(true)
  expect(hasNoDataYet({ ...day, transactions: 1 }, '2026-11-14')).toBe(false)
  expect(hasNoDataYet(day, '2026-11-15')).toBe(false)
  expect(hasNoDataYet(day, null)).toBe(false)
})
