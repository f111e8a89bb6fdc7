import { expect, test } from 'vitest'
import { dayHere, typedDay, typedPastDay } from './day.ts'

test('LIST-10 a typed two-digit year is in this century', () => {
  expect(typedDay('9/3/26')).toBe('2026-03-09')
  expect(typedDay('09-03-1988')).toBe('1988-03-09')
  expect(typedDay('31/02/26')).toBeNull()
})
test('PROF-1 a birth date with a two-digit year is never in the future', () => {
  const today = '2026-11-15'
  expect(typedPastDay('29/02/88', today)).toBe('1988-02-29')
  expect(typedPastDay('15/11/26', today)).toBe('2026-11-15')
  expect(typedPastDay('16/11/26', today)).toBe('1926-11-16')
  expect(typedPastDay('29/02/1988', today)).toBe('1988-02-29')
  expect(typedPastDay('01/01/2088', today)).toBe('2088-01-01')
  expect(typedPastDay('nonsense', today)).toBeNull()
})
test('today is the day in the local time zone', () => {
  expect(dayHere(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})
