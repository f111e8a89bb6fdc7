import { expect, test } from 'vitest'
import { linesFilter, readMarginView } from './margin-address.ts'

const days = { from: '2026-10-01', to: '2026-10-31' }

test('COST-4 a group leads to its lines, and a week only to its days within the report', () => {
  const row = { key: '7', label: 'Northline Haulage', currency: 'CAD' }
  expect(linesFilter('site', days, { ...row, key: 'Esso:6006' })).toEqual([
    'txn_date:2026-10-01..2026-10-31',
    'currency:CAD',
    'provider:Esso',
    'site_number:6006',
  ])
  expect(linesFilter('customer', days, row)?.at(-1)).toBe('company_name:Northline Haulage')
  expect(linesFilter('week', days, { key: '2026-09-28', currency: 'USD' })).toEqual([
    'txn_date:2026-10-01..2026-10-04',
    'currency:USD',
  ])
  expect(linesFilter('week', days, { key: '2026-10-26', currency: 'USD' })?.[0]).toBe('txn_date:2026-10-26..2026-10-31')
  expect(linesFilter('site', days, { key: null, currency: 'CAD' })).toBeNull()
})

test('COST-4 a mistyped address shows the report as it opens', () => {
  expect(readMarginView({ group_by: 'colour', from: 'x', to: '2026-10-31' })).toEqual({
    group_by: 'provider',
    to: '2026-10-31',
  })
})
