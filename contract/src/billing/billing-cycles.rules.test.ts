import { expect, test } from 'vitest'
import { billingCycles, isCycleEnd, lastHalfMonth, lastMonth, lastWeek } from './billing-cycles.rules.ts'

test('INV-11 the offered periods are complete and correct at the ends of weeks, months and years', () => {
  // A Sunday belongs to the week that has not ended.
  expect(lastWeek('2026-11-15')).toEqual({ start_date: '2026-11-02', end_date: '2026-11-08' })
  expect(lastWeek('2026-11-16')).toEqual({ start_date: '2026-11-09', end_date: '2026-11-15' })
  expect(lastWeek('2027-01-01')).toEqual({ start_date: '2026-12-21', end_date: '2026-12-27' })
  expect(lastHalfMonth('2026-11-15')).toEqual({ start_date: '2026-10-16', end_date: '2026-10-31' })
  expect(lastHalfMonth('2026-11-16')).toEqual({ start_date: '2026-11-01', end_date: '2026-11-15' })
  expect(lastHalfMonth('2028-03-01')).toEqual({ start_date: '2028-02-16', end_date: '2028-02-29' })
  expect(lastMonth('2026-01-31')).toEqual({ start_date: '2025-12-01', end_date: '2025-12-31' })
})

test('INV-11 a cycle is due only on the last day of its periods', () => {
  const dueOn = (day: string) => billingCycles.filter((cycle) => isCycleEnd(cycle, day))
  expect(dueOn('2026-11-08')).toEqual(['weekly'])
  expect(dueOn('2026-11-14')).toEqual([])
  expect(dueOn('2026-11-15')).toEqual(['weekly', 'semi-monthly'])
  expect(dueOn('2026-10-31')).toEqual(['semi-monthly', 'monthly'])
  expect(dueOn('2027-02-28')).toEqual(['weekly', 'semi-monthly', 'monthly'])
  expect(dueOn('2028-02-28')).toEqual([])
  expect(dueOn('2028-02-29')).toEqual(['semi-monthly', 'monthly'])
})
