import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketsOf, comparisonOf, nextOf, pricePerUnit, startOf, stepsBack, volumeIn } from './dashboard.rules.ts'

const intervals = ['day', 'week', 'month'] as const
const dayOf = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10)
const dayNumbers = fc.integer({ min: 18_000, max: 24_000 })

describe('DASH-1 intervals', () => {
  test('a week starts on Monday, a month on its first day', () => {
    // 2026-11-01 is a Sunday.
    expect(intervals.map((one) => startOf(one, '2026-11-01'))).toEqual(['2026-11-01', '2026-10-26', '2026-11-01'])
    expect(startOf('week', '2026-11-02')).toBe('2026-11-02')
    expect(startOf('month', '2026-10-31')).toBe('2026-10-01')
  })
  test('each interval starts where the last one ends, across years and leap days', () => {
    expect(intervals.map((one) => nextOf(one, startOf(one, '2027-12-31')))).toEqual([
      '2028-01-01',
      '2028-01-03',
      '2028-01-01',
    ])
    expect([nextOf('day', '2028-02-28'), nextOf('month', '2028-01-01')]).toEqual(['2028-02-29', '2028-02-01'])
  })
  test('stepping back returns the first day of an interval, whatever day it starts from', () => {
    expect(intervals.map((one) => stepsBack(one, '2026-03-31', 0))).toEqual(['2026-03-31', '2026-03-30', '2026-03-01'])
    expect(intervals.map((one) => stepsBack(one, '2026-03-31', 2))).toEqual(['2026-03-29', '2026-03-16', '2026-01-01'])
  })
})

test('DASH-1 buckets cover each day of the span once and nothing outside it', () => {
  expect(bucketsOf('week', { from: '2026-11-04', to: '2026-11-10' })).toEqual([
    { start: '2026-11-02', from: '2026-11-04', to: '2026-11-08' },
    { start: '2026-11-09', from: '2026-11-09', to: '2026-11-10' },
  ])
  expect(bucketsOf('day', { from: '2026-11-04', to: '2026-11-03' })).toEqual([])
  fc.assert(
    fc.property(fc.constantFrom(...intervals), dayNumbers, fc.nat(200), (interval, first, more) => {
      const span = { from: dayOf(first), to: dayOf(first + more) }
      const buckets = bucketsOf(interval, span)
      expect([buckets[0]?.from, buckets.at(-1)?.to]).toEqual([span.from, span.to])
      for (const [at, { start, from, to }] of buckets.entries()) {
        expect([startOf(interval, from), startOf(interval, to)]).toEqual([start, start])
        const next = buckets[at + 1]
        if (next) expect(nextOf('day', to)).toBe(next.from)
      }
    }),
  )
})

describe('UX-11 a period is compared with', () => {
  const month = { from: '2026-10-19', to: '2026-11-17' }
  test('as many days before it', () => {
    expect(comparisonOf('30d', month, '2026-11-17')).toEqual({
      to: '2026-11-17',
      before: { from: '2026-09-19', to: '2026-10-18' },
      step: '30 days',
    })
    expect(comparisonOf('30d', month, null)).toEqual(comparisonOf('30d', month, '2026-12-31'))
  })
  test('the same span if its last days are not known yet, and with nothing if none are', () => {
    expect(comparisonOf('30d', month, '2026-11-14')).toEqual({
      to: '2026-11-14',
      before: { from: '2026-09-19', to: '2026-10-15' },
      step: '30 days',
    })
    expect(comparisonOf('30d', month, '2026-10-18')).toBeNull()
  })
  test('the same days of the year before, also of a leap year', () => {
    const year = { from: '2028-01-01', to: '2028-02-29' }
    expect(comparisonOf('year', year, null)?.before).toEqual({ from: '2027-01-01', to: '2027-02-28' })
    expect(comparisonOf('year', { from: '2029-01-01', to: '2029-03-01' }, null)).toEqual({
      to: '2029-03-01',
      before: { from: '2028-01-01', to: '2028-03-01' },
      step: '1 year',
    })
  })
})

test('DASH-1 M10 litres and gallons make one volume, with a unit price only if purchases exceed credits', () => {
  const fuel = { litres_milli: 100_000, gallons_milli: 10_000, fuel_cents: 20_000 }
  expect([volumeIn(fuel, 'L'), volumeIn(fuel, 'GAL')]).toEqual([137_854, 36_417])
  expect([pricePerUnit(fuel, 100_000), pricePerUnit(fuel, 3)]).toEqual([20_000, 666_666_667])
  expect([pricePerUnit(fuel, 0), pricePerUnit(fuel, -5)]).toEqual([null, null])
})
