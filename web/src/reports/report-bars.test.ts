import { expect, test } from 'vitest'
import { drawnBars } from './report-bars.ts'

test('REPT-6 the parts of a waterfall hang between the two sums, on a scale that shows them', () => {
  const rows = [
    { part: 'Before', amount: 1000, row_kind: 'subtotal' },
    { part: 'Volume', amount: 200 },
    { part: 'Price', amount: -100 },
    { part: 'After', amount: 1100, row_kind: 'subtotal' },
  ]
  const { bars, begins } = drawnBars({ kind: 'waterfall', label: 'part', value: 'amount' }, rows)
  expect(begins).toBe(970)
  const ends = bars.map(({ start, width }) => [Math.round(start), Math.round(start + width)])
  expect(ends).toEqual([
    [0, 13],
    [13, 100],
    [57, 100],
    [0, 57],
  ])
  expect(bars.map(({ tone }) => tone)).toEqual(['sum', 'more', 'less', 'sum'])
})
test('REPT-1 plain bars begin at zero, the first twelve with a figure', () => {
  const figures = Array.from({ length: 20 }, (_, n) => ({ label: `U${n}`, amount: n === 1 ? -5 : 20 - n }))
  const rows = [{ label: 'Without', amount: null }, ...figures]
  const { bars, begins } = drawnBars({ kind: 'bars', label: 'label', value: 'amount' }, rows)
  expect([bars.length, begins, bars[0]?.row.label]).toEqual([12, -5, 'U0'])
  expect([bars[0]?.start, bars[0]?.width]).toEqual([20, 80])
  expect([bars[1]?.start, bars[1]?.width, bars[1]?.tone]).toEqual([0, 20, 'less'])
})
