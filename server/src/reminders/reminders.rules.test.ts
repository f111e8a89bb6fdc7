import { expect, test } from 'vitest'
import { dueStatements, monthBefore } from './reminders.rules.ts'

test('RECV-9 the month before a day', () => {
  expect([monthBefore('2026-03-31'), monthBefore('2027-01-01'), monthBefore('2028-03-15')]).toEqual([
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-12-01', to: '2026-12-31' },
    { from: '2028-02-01', to: '2028-02-29' },
  ])
})

test('RECV-9 statements are due on their day and shortly after, once a month, and never for a day before the settings', () => {
  const plan = { statement_day: 3, since: '2026-01-01', statements_through: null as string | null }
  const november = { from: '2026-11-01', to: '2026-11-30' }
  const due = (changes: Partial<typeof plan> | { statement_day: null }, day: string) =>
    dueStatements({ ...plan, ...changes }, day)
  expect(['2026-12-02', '2026-12-03', '2026-12-05', '2026-12-06'].map((day) => due({}, day))).toEqual([
    null,
    november,
    november,
    null,
  ])
  expect(due({ statement_day: null }, '2026-12-03')).toBeNull()
  expect([due({ since: '2026-12-03' }, '2026-12-04'), due({ since: '2026-12-04' }, '2026-12-04')]).toEqual([
    november,
    null,
  ])
  expect(
    ['2026-10-31', '2026-11-30', '2026-12-31'].map((statements_through) => due({ statements_through }, '2026-12-03')),
  ).toEqual([november, null, null])
})
