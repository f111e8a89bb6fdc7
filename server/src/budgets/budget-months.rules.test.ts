import { expect, test } from 'vitest'
import { budgetIn, monthAfter, monthEnd, monthsBetween, projectedCents } from './budget-months.rules.ts'

test('REPT-2 a budget holds from its month until the next one', () => {
  const budgets = [
    { from_month: '2026-03-01', amount_cents: 100 },
    { from_month: '2026-06-01', amount_cents: 200 },
  ]
  const months = ['2026-02-01', '2026-03-01', '2026-05-01', '2026-06-01', '2027-01-01']
  expect(months.map((month) => budgetIn(budgets, month))).toEqual([null, 100, 100, 200, 200])
})
test('months of a period, across years and short months', () => {
  expect(monthsBetween('2026-11-14', '2027-02-01')).toEqual(['2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01'])
  expect(monthsBetween('2026-02-10', '2026-02-11')).toEqual(['2026-02-01'])
  expect([monthAfter('2026-01-01'), monthEnd('2028-02-01'), monthEnd('2026-12-01')]).toEqual([
    '2026-02-01',
    '2028-02-29',
    '2026-12-31',
  ])
})
test('REPT-2 only a month that is not over has a projection', () => {
  expect(projectedCents('2026-11-01', '2026-11-10', 1000)).toBe(3000)
  expect(projectedCents('2026-11-01', '2026-11-30', 1000)).toBe(null)
  expect(projectedCents('2026-10-01', '2026-11-10', 1000)).toBe(null)
  expect(projectedCents('2026-12-01', '2026-11-10', 0)).toBe(null)
})
