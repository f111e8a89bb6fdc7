import { expect, test } from 'vitest'
import { statementStatus, sumStatement, type TiedImport } from './statement-sums.rules.ts'

const figures = (amount_cents: number) => ({ rows: 1, quantity_milli: 0, amount_cents })
const tied = (
  import_id: number,
  cents: Record<string, number>,
  repeats: TiedImport['tie_out']['repeats'] = [],
): TiedImport => ({
  import_id,
  file_name: `${import_id}.xlsx`,
  created_at: '2026-11-05T00:00:00Z',
  tie_out: {
    groups: Object.entries(cents).map(([currency, amount]) => ({
      currency,
      unit: null,
      file: figures(amount),
      booked: figures(amount),
      already_there: figures(0),
      quarantined: figures(0),
      rejected: figures(0),
      unread: 0,
      rebate_cents: 0,
    })),
    repeats,
    controls_total: 0,
    controls_differing: 0,
    controls: [],
  },
})

test('TXN-17 a statement counts the rows of its files in its currency, and a row of two files once', () => {
  const repeat = { import_id: 1, currency: 'CAD', rows: 1, amount_cents: 300 }
  const files = [tied(1, { CAD: 1000, USD: 50 }), tied(2, { CAD: 800 }, [repeat, { ...repeat, import_id: 9 }])]
  const { files_cents, imports } = sumStatement('CAD', files)
  expect([files_cents, imports.map(({ amount, repeated }) => [amount, repeated])]).toEqual([
    1500,
    [
      [10, 0],
      [8, 3],
    ],
  ])
  expect(sumStatement('USD', files).files_cents).toBe(50)
  // On its own, the second file counts in full.
  expect(sumStatement('CAD', files.slice(1)).files_cents).toBe(800)
})

test('TXN-17 an explanation holds for its own difference only', () => {
  expect([statementStatus(0, 5), statementStatus(5, 5), statementStatus(5, 4), statementStatus(5, null)]).toEqual([
    'tied',
    'explained',
    'open',
    'open',
  ])
})
