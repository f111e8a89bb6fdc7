import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysToMask, encodeRefreshDays, maskToDays, parseRefreshDays } from './refresh-days.ts'

test('CARD-7 every choice of days survives the way through its text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 127 }), (mask) => {
      const days = parseRefreshDays(encodeRefreshDays(maskToDays(mask)))
      expect(days && daysToMask(days)).toBe(mask)
    }),
  )
})

test('CARD-7 N/A excludes the days, and what is not a day object is none', () => {
  for (const text of ['', 'x', 'null', '[]', '{}', '{"monday":true,"na":true}', '{"monday":1}', '{"moonday":true}', '{"na":false}'])
    expect(parseRefreshDays(text)).toBeNull()
  expect(parseRefreshDays('{"na":true}')).toMatchObject({ na: true, monday: false })
})
