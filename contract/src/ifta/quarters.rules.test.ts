import { expect, test } from 'vitest'
import { daysOfQuarter, lastFullQuarter, quarterBefore, quarterOf, quarterPattern } from './quarters.rules.ts'

test('REPT-5 a quarter has its days, and the last full one is proposed', () => {
  expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map(quarterOf)).toEqual([
    '2026Q1',
    '2026Q1',
    '2026Q2',
    '2026Q4',
  ])
  expect(['2026Q1', '2026Q2', '2026Q3', '2026Q4'].map(daysOfQuarter)).toEqual([
    { from: '2026-01-01', to: '2026-03-31' },
    { from: '2026-04-01', to: '2026-06-30' },
    { from: '2026-07-01', to: '2026-09-30' },
    { from: '2026-10-01', to: '2026-12-31' },
  ])
  expect(['2026Q1', '2026Q4'].map(quarterBefore)).toEqual(['2025Q4', '2026Q3'])
  expect(lastFullQuarter('2026-11-18')).toBe('2026Q3')
  expect(lastFullQuarter('2027-01-01')).toBe('2026Q4')
  expect(['2026Q5', '26Q1', '2026-Q1', '1999Q1', '2026Q3x'].filter((text) => quarterPattern.test(text))).toEqual([])
})
