import { expect, test } from 'vitest'
import { downloadName, localDay } from './download-name.ts'

const provider = { kind: 'provider', name: 'Fresh Fuels Energy' } as const
test('LIST-11 LIST-15 a downloaded list is named after its rows, its customer and its day', () => {
  const day = '2026-11-17'
  expect(downloadName({ rows: 'credit_notes', company: provider, day, format: 'csv' })).toBe(
    'credit-notes-2026-11-17.csv',
  )
  const company = { kind: 'customer', name: 'Transport Bélanger & Fils' } as const
  expect(downloadName({ rows: 'transactions', by: 'line', company, day, format: 'xlsx' })).toBe(
    'transactions-by-line-transport-belanger-fils-2026-11-17.xlsx',
  )
})
test('LIST-11 the day is the user’s', () => {
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})
