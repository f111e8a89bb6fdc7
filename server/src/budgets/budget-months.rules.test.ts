import { expect, test } from 'vitest'
import { budgetIn, isNotOver, monthAfter, monthEnd, monthsBetween, projectionOf } from './budget-months.rules.ts'

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
  const on = (today: string, knownUntil: string | null = today) => ({ today, knownUntil })
  expect(projectionOf('2026-11-01', on('2026-11-10'), 1000)).toEqual({ cents: 3000, until: '2026-11-10' })
  expect(projectionOf('2026-11-01', on('2026-11-30'), 1000)).toBe(null)
  expect(projectionOf('2026-10-01', on('2026-11-10'), 1000)).toBe(null)
  expect(projectionOf('2026-12-01', on('2026-11-10'), 0)).toBe(null)
  expect(['2026-11-10', '2026-11-30'].map((day) => isNotOver('2026-11-01', on(day)))).toEqual([true, false])
})
test('REPT-2 UX-11 a projection counts the days until the last known one, and none without a known day', () => {
  const of = (today: string, knownUntil: string | null) => projectionOf('2026-11-01', { today, knownUntil }, 1400)
  expect(of('2026-11-18', '2026-11-14')).toEqual({ cents: 3000, until: '2026-11-14' })
  expect(of('2026-11-30', '2026-11-28')).toEqual({ cents: 1500, until: '2026-11-28' })
  // A file can be of tomorrow, by a clock further east.
  expect(of('2026-11-14', '2026-11-15')).toEqual({ cents: 3000, until: '2026-11-14' })
  expect([of('2026-11-02', '2026-10-31'), of('2026-11-02', null)]).toEqual([null, null])
  expect(isNotOver('2026-11-01', { today: '2026-11-30', knownUntil: null })).toBe(true)
})
