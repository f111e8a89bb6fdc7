import { expect, test } from 'vitest'
import { addAlike, monthsWithin } from './report-parts.rules.ts'

test('REPT-8 a period in months, each day once', () => {
  expect(monthsWithin({ from: '2026-01-31', to: '2026-03-01' })).toEqual([
    { from: '2026-01-31', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-01' },
  ])
  expect(monthsWithin({ from: '2025-12-05', to: '2025-12-31' })).toEqual([{ from: '2025-12-05', to: '2025-12-31' }])
  expect(monthsWithin({ from: '2026-02-02', to: '2026-02-01' })).toEqual([])
})

test('REPT-8 rows of the same texts are added up, in the order of their first', () => {
  const rows = [
    { currency: 'CAD', label: 'a', cents: 1, lines: 1 },
    { currency: 'CAD', label: null, cents: 5, lines: 1 },
    { currency: 'USD', label: 'a', cents: 7, lines: 2 },
    { currency: 'CAD', label: 'a', cents: -3, lines: 4 },
  ]
  expect(addAlike(rows)).toEqual([{ ...rows[0], cents: -2, lines: 5 }, rows[1], rows[2]])
})
