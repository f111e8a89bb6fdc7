import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  daysToMask,
  encodeRefreshDays,
  lastDueDays,
  maskToDays,
  parseRefreshDays,
} from './refresh-days.rules.ts'

test('CARD-7 every choice of days survives encoding and decoding', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 127 }), (mask) => {
      const days = parseRefreshDays(encodeRefreshDays(maskToDays(mask)))
      expect(days && daysToMask(days)).toBe(mask)
    }),
  )
})

test('CARD-7 N/A excludes the days, and anything but a day object is null', () => {
  for (const text of [
    '',
    'x',
    'null',
    '[]',
    '{}',
    '{"monday":true,"na":true}',
    '{"monday":1}',
    '{"moonday":true}',
    '{"na":false}',
  ])
    expect(parseRefreshDays(text)).toBeNull()
  expect(parseRefreshDays('{"na":true}')).toMatchObject({ na: true, monday: false })
})

test('CARD-16 the last day due is the latest of the mask’s days in the window', () => {
  // 2026-11-01 is a Sunday.
  const due = lastDueDays('2026-10-30', '2026-11-04')
  expect([due[0], due[1], due[64], due[64 + 1], due[4], due[8], due[16], due[32], due[127]]).toEqual([
    null,
    '2026-11-02',
    '2026-11-01',
    '2026-11-02',
    '2026-11-04',
    null,
    null,
    '2026-10-31',
    '2026-11-04',
  ])
  expect(lastDueDays('2026-11-04', '2026-11-04').every((day) => day === null)).toBe(true)
  expect(lastDueDays('2020-01-01', '2026-11-04')[8]).toBe('2026-10-29')
  expect([addDays('2026-10-31', 1), addDays('2027-03-14', 1), addDays('2028-03-01', -1)]).toEqual([
    '2026-11-01',
    '2027-03-15',
    '2028-02-29',
  ])
})
