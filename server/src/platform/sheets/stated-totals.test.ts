import { expect, test } from 'vitest'
import { isControlTied, type StatedRow, StatedTotals } from './stated-totals.ts'

const row = (amount_cents: number | null, changes: Partial<StatedRow> = {}): StatedRow => ({
  currency: 'CAD',
  unit: 'L',
  quantity_milli: 1000,
  amount_cents,
  rebate_cents: 0,
  column_milli: 1000,
  ...changes,
})
const total = (amount_cents: number | null, quantity_milli: number | null = null, currency: string | null = null) => ({
  amount_cents,
  quantity_milli,
  currency,
})
function read(...steps: (StatedRow | ReturnType<typeof total>)[]) {
  const totals = new StatedTotals()
  steps.forEach((step, at) => {
    if ('unit' in step) totals.add(step, false)
    else totals.control(at + 2, step)
  })
  return totals.summary()
}

test('TXN-17 rows are added up by currency and unit; a rejected row counts what can be read of it', () => {
  const totals = new StatedTotals()
  totals.add(row(100), false)
  totals.add(row(250, { rebate_cents: 5 }), false)
  totals.add(row(30, { currency: 'USD', unit: 'GAL' }), true)
  totals.add(row(null, { quantity_milli: null }), true)
  expect(totals.summary().groups).toEqual([
    {
      currency: 'CAD',
      unit: 'L',
      file: { rows: 3, quantity_milli: 2000, amount_cents: 350 },
      rejected: { rows: 1, quantity_milli: 0, amount_cents: 0, unread: 1 },
      rebate_cents: 5,
    },
    {
      currency: 'USD',
      unit: 'GAL',
      file: { rows: 1, quantity_milli: 1000, amount_cents: 30 },
      rejected: { rows: 1, quantity_milli: 1000, amount_cents: 30, unread: 0 },
      rebate_cents: 0,
    },
  ])
})

test('TXN-17 a total row ties to its section or to everything above it, in its currency', () => {
  const usd = { currency: 'USD' }
  const tied = read(row(100), row(200), total(300), row(40, usd), total(40, 1000, 'USD'), row(7), total(347, 4000))
  expect([tied.controls_total, tied.controls_differing]).toEqual([3, 0])
  // Of those that tie, the last of each currency is kept.
  expect(tied.controls).toEqual([
    { row: 6, ...total(40, 1000, 'USD'), sum: { rows: 1, quantity_milli: 1000, amount_cents: 40 } },
    { row: 8, ...total(347, 4000), sum: { rows: 4, quantity_milli: 4000, amount_cents: 347 } },
  ])
  const off = read(row(100), row(200), total(299), total(300, 1999))
  expect([off.controls_total, off.controls_differing, off.controls.map(isControlTied)]).toEqual([2, 2, [false, false]])
  expect(off.controls[0]?.sum.amount_cents).toBe(300)
})

test('TXN-17 a total row without figures is no control total, and only the first that differ are kept', () => {
  expect(read(row(1), total(null)).controls_total).toBe(0)
  const many = read(row(1), ...Array.from({ length: 50 }, () => total(9)), total(1))
  expect([many.controls_total, many.controls_differing, many.controls.length]).toEqual([51, 50, 21])
})
