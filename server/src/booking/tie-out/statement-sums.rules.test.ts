import { expect, test } from 'vitest'
import { statementImports, type TiedImport } from './statement-sums.rules.ts'

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

test('TXN-17 a statement shows the rows of its files in its currency, and those that two files contain', () => {
  const repeat = { import_id: 1, currency: 'CAD', rows: 1, amount_cents: 300 }
  const files = [tied(1, { CAD: 1000, USD: 50 }), tied(2, { CAD: 800 }, [repeat, { ...repeat, import_id: 9 }])]
  const shown = (currency: string, some = files) =>
    statementImports(currency, some).map(({ amount, repeated }) => [amount, repeated])
  expect(shown('CAD')).toEqual([
    [10, 0],
    [8, 3],
  ])
  expect(shown('USD')).toEqual([
    [0.5, 0],
    [0, 0],
  ])
  // On its own, the second file counts in full.
  expect(shown('CAD', files.slice(1))).toEqual([[8, 0]])
})
