import { expect, test } from 'vitest'
import { lastingParameters, nextScheduled, reportDays, scheduledDays } from './report-period.rules.ts'

test('REPT-1 a report covers the last full month unless days are given', () => {
  expect(reportDays({}, '2026-03-15')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(reportDays({ from: '2026-01-05' }, '2026-03-15')).toEqual({ from: '2026-01-05', to: '2026-03-15' })
  expect(reportDays({ from: '2026-04-05' }, '2026-03-15')).toEqual({ from: '2026-04-05', to: '2026-04-05' })
  expect(reportDays({ to: '2025-12-09' }, '2026-03-15')).toEqual({ from: '2025-12-01', to: '2025-12-09' })
})
test('REPT-1 a report can cover several full months unless days are given', () => {
  expect(reportDays({}, '2026-11-18', 3)).toEqual({ from: '2026-08-01', to: '2026-10-31' })
  expect(reportDays({}, '2026-03-01', 3)).toEqual({ from: '2025-12-01', to: '2026-02-28' })
  expect(reportDays({ to: '2026-01-09' }, '2026-03-15', 3)).toEqual({ from: '2025-11-01', to: '2026-01-09' })
  expect(reportDays({ from: '2026-01-05' }, '2026-03-15', 3)).toEqual({ from: '2026-01-05', to: '2026-03-15' })
})
test('REPT-7 a schedule reports the last full day, week or month, on the next day, Monday or first', () => {
  // 2026-11-16 is a Monday.
  expect(scheduledDays('daily', '2026-11-16')).toEqual({ from: '2026-11-15', to: '2026-11-15' })
  expect(scheduledDays('weekly', '2026-11-16')).toEqual({ from: '2026-11-09', to: '2026-11-15' })
  expect(scheduledDays('monthly', '2026-11-01')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(nextScheduled('daily', '2026-12-31')).toBe('2027-01-01')
  expect(['2026-11-15', '2026-11-16', '2026-11-17'].map((day) => nextScheduled('weekly', day))).toEqual([
    '2026-11-16',
    '2026-11-23',
    '2026-11-23',
  ])
  expect(['2026-11-30', '2026-12-01', '2026-12-15', '2027-01-31'].map((day) => nextScheduled('monthly', day))).toEqual([
    '2026-12-01',
    '2027-01-01',
    '2027-01-01',
    '2027-02-01',
  ])
})
test('REPT-5 REPT-7 a quarter is reported once, from the first day after it', () => {
  expect(scheduledDays('quarterly', '2027-01-01')).toEqual({ from: '2026-10-01', to: '2026-12-31' })
  expect(
    ['2026-09-30', '2026-10-01', '2026-11-18', '2026-12-31', '2027-01-01'].map((day) =>
      nextScheduled('quarterly', day),
    ),
  ).toEqual(['2026-10-01', '2027-01-01', '2027-01-01', '2027-01-01', '2027-04-01'])
})
test('REPT-7 a schedule keeps no days, also not those to compare with', () => {
  const days = { from: '2026-10-01', to: '2026-10-31', from0: '2026-09-01', to0: '2026-09-30', quarter: '2026Q3' }
  expect(lastingParameters({ ...days, as_of: '2026-10-31', against: 'previous' })).toEqual({ against: 'previous' })
})
