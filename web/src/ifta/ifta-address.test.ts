import { expect, test } from 'vitest'
import { quartersFor, readIftaView } from './ifta-address.ts'

test('REPT-5 the page opens with the last full quarter, and keeps what the address holds well', () => {
  expect(readIftaView({}, '2026-11-18')).toEqual({ quarter: '2026Q3', company_id: null, base: undefined })
  expect(readIftaView({ quarter: '2025Q1', company_id: 7, base: 'US' }, '2026-11-18')).toEqual({
    quarter: '2025Q1',
    company_id: 7,
    base: 'US',
  })
  // Another quarter than the one in the address would be read as the one that was asked for.
  expect(readIftaView({ quarter: '2026Q9', company_id: 'x', base: 'FR' }, '2026-11-18')).toEqual({
    quarter: null,
    company_id: null,
    base: undefined,
  })
  expect(quartersFor('2026-11-18', null)).toHaveLength(9)
  expect(quartersFor('2026-11-18', '2026Q3').slice(0, 3)).toEqual(['2026Q4', '2026Q3', '2026Q2'])
  expect(quartersFor('2026-11-18', '2020Q1').at(-1)).toBe('2020Q1')
})
