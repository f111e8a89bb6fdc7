import { expect, test } from 'vitest'
import { billingCycles, isCycleEnd, lastHalfMonth, lastMonth, lastWeek } from './billing-cycles.rules.ts'

test('INV-11 the offered periods are whole, over, and right at the ends of months, years and weeks', () => {
  // A Sunday belongs to the week that is not over.
  expect(lastWeek('2026-11-15')).toEqual({ start_date: '2026-11-02', end_date: '2026-11-08' })
  expect(lastWeek('2026-11-16')).toEqual({ start_date: '2026-11-09', end_date: '2026-11-15' })
  expect(lastWeek('2027-01-01')).toEqual({ start_date: '2026-12-21', end_date: '2026-12-27' })
  expect(lastHalfMonth('2026-11-15')).toEqual({ start_date: '2026-10-16', end_date: '2026-10-31' })
  expect(lastHalfMonth('2026-11-16')).toEqual({ start_date: '2026-11-01', end_date: '2026-11-15' })
  expect(lastHalfMonth('2028-03-01')).toEqual({ start_date: '2028-02-16', end_date: '2028-02-29' })
  expect(lastMonth('2026-01-31')).toEqual({ start_date: '2025-12-01', end_date: '2025-12-31' })
})

test('INV-11 a cycle is due on the days that its periods end with, and on no other', () => {
  const dueOn = (day: string) => billingCycles.filter((cycle) => isCycleEnd(cycle, day))
  expect(dueOn('2026-11-08')).toEqual(['weekly'])
  expect(dueOn('2026-11-14')).toEqual([])
  expect(dueOn('2026-11-15')).toEqual(['weekly', 'semi-monthly'])
  expect(dueOn('2026-10-31')).toEqual(['semi-monthly', 'monthly'])
  expect(dueOn('2027-02-28')).toEqual(['weekly', 'semi-monthly', 'monthly'])
  expect(dueOn('2028-02-28')).toEqual([])
  expect(dueOn('2028-02-29')).toEqual(['semi-monthly', 'monthly'])
})
