import { english } from '@portal/contract/english.ts'
import { expect, test } from 'vitest'
import { findingOf } from './findings.rules.ts'

const said = (...given: Parameters<typeof findingOf>) => english(findingOf(...given) ?? 'none')

test('EXC-1 an exception says its numbers', () => {
  expect(said('over_tank', 'tank', { bought: 612.4, size: 454, vehicle: '114' })).toBe(
    'Bought 612.4 L; the tank of unit 114 holds 454 L.',
  )
  expect(said('over_limit', 'cash', { bought: 250, left: 80, limit: 100 })).toBe(
    'Took 250.00 in cash; 80.00 was left, with a limit of 100.00.',
  )
  expect(said('possible_duplicate', '', { by: 'code', days: 1 })).toContain('days apart: 1.')
  expect(said('possible_duplicate', '', { by: 'code', days: 0 })).toContain('the same day')
  expect(said('possible_duplicate', '', { by: 'card', minutes: 0, quantity: 400, unit: 'L', product: 'D1' })).toContain(
    '400 L of ',
  )
})

test('EXC-1 COST-2 without the numbers there is no sentence, and without those of a cost a plain one', () => {
  expect(findingOf('over_limit', '', {})).toBeNull()
  expect(findingOf('below_cost', 'line 1', {})).toBeNull()
  expect(findingOf('unlikely', 'price 1', { product: 'D1' })).toMatch(/^exception.unlikely-price-plain /)
  const cost = { product: 'D1', price: 60, median: 1.6676, percent: 3498, prices: 6, currency: 'CAD' }
  expect(said('unlikely', 'price 1', cost)).toContain('3,498% off its median of the day, 1.6676 CAD (6 prices)')
})
