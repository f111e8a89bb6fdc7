import { expect, test } from 'vitest'
import { dayBefore, readView, writeView } from './dashboard-address.ts'

test('DASH-1 an address ignores invalid values and omits defaults', () => {
  expect(readView({})).toEqual({ period: '30d', interval: 'day', currency: null, until: null })
  expect(readView({ period: 'decade', interval: 'hour', currency: 'EUR', until: '2026-02-30' })).toEqual(readView({}))
  expect(readView({ period: 'year' }).interval).toBe('week')
  for (const search of [
    {},
    { period: '7d', interval: 'week' },
    { period: '90d', interval: 'day', currency: 'USD', until: '2026-11-14' },
  ])
    expect(writeView(readView(search))).toEqual(search)
  expect(dayBefore('2026-03-01')).toBe('2026-02-28')
})
