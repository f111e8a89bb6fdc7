import { expect, test } from 'vitest'
import { dayHere, typedDay, typedPastDay } from './day.ts'

test('LIST-10 a typed day is of this century unless the year is whole', () => {
  expect(typedDay('9/3/26')).toBe('2026-03-09')
  expect(typedDay('09-03-1988')).toBe('1988-03-09')
  expect(typedDay('31/02/26')).toBeNull()
})
test('PROF-1 a day of birth with a short year is never still to come', () => {
  const today = '2026-11-15'
  expect(typedPastDay('29/02/88', today)).toBe('1988-02-29')
  expect(typedPastDay('15/11/26', today)).toBe('2026-11-15')
  expect(typedPastDay('16/11/26', today)).toBe('1926-11-16')
  expect(typedPastDay('29/02/1988', today)).toBe('1988-02-29')
  expect(typedPastDay('01/01/2088', today)).toBe('2088-01-01')
  expect(typedPastDay('nonsense', today)).toBeNull()
})
test('the day is that of the clock on the wall', () => {
  expect(dayHere(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})
