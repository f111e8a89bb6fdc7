import { expect, test } from 'vitest'
import { canBeSucceeded, questionOf, stateWord } from './markup-form.ts'

const markup = { status: 'ACTIVE', from_date: '2026-01-01', to_date: '2026-06-30' } as const
const open = { ...markup, to_date: null }

test('MARK-5 a markup is in force from its first to its last day, inclusive', () => {
  const days = ['2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01']
  expect(days.map((day) => stateWord(markup, day))).toEqual(['Upcoming', 'ACTIVE', 'ACTIVE', 'Ended'])
  expect(stateWord(open, '2040-01-01')).toBe('ACTIVE')
  expect(stateWord({ ...open, status: 'INACTIVE' }, '2026-02-01')).toBe('INACTIVE')
})
test('MARK-5 a new value needs a day after the first and up to the last', () => {
  const can = (changes: object) => canBeSucceeded({ ...markup, ...changes } as Parameters<typeof canBeSucceeded>[0])
  expect([can({}), can({ to_date: null }), can({ to_date: '2026-01-01' }), can({ status: 'INACTIVE' })]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
test('MARK-5 deactivating a markup is previewed too; a new value from a date is always active', () => {
  const values = {
    customer_company_id: 7,
    fuel_company_provider_id: 1,
    mark_up_value: 0.2,
    from_date: '2026-01-01',
    to_date: null,
    status: 'INACTIVE',
  }
  const asked = questionOf(values, 'correct', { ...open, id: 3 } as Parameters<typeof questionOf>[2])
  expect(asked).toMatchObject({ replaces_id: 3, status: 'INACTIVE' })
  const succeeding = questionOf({ ...values, changes_from: '2026-02-01' }, 'from-date', {
    ...open,
    id: 3,
  } as Parameters<typeof questionOf>[2])
  expect(succeeding).not.toHaveProperty('status')
  expect(succeeding).toMatchObject({ succeeds_id: 3, from_date: '2026-02-01' })
})
