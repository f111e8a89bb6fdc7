import { expect, test } from 'vitest'
import { drawnBars } from './report-bars.ts'

test('REPT-6 UX-11 the parts of a waterfall hang between the two sums, on a scale from zero', () => {
  const rows = [
    { part: 'Before', amount: 1000, row_kind: 'subtotal' },
    { part: 'Volume', amount: 600 },
    { part: 'Price', amount: -400 },
    { part: 'After', amount: 1200, row_kind: 'subtotal' },
  ]
  const { bars, begins } = drawnBars({ kind: 'waterfall', label: 'part', value: 'amount' }, rows)
  expect(begins).toBe(0)
  const ends = bars.map(({ start, width }) => [start, start + width])
  expect(ends).toEqual([
    [0, 62.5],
    [62.5, 100],
    [75, 100],
    [0, 75],
  ])
  expect(bars.map(({ tone }) => tone)).toEqual(['sum', 'more', 'less', 'sum'])
})
test('REPT-6 small parts are on a scale that shows them, and it says where it begins', () => {
  const rows = [
    { part: 'Before', amount: 2000, row_kind: 'subtotal' },
    { part: 'Volume', amount: 200 },
    { part: 'Price', amount: -100 },
    { part: 'After', amount: 2100, row_kind: 'subtotal' },
  ]
  const { bars, begins } = drawnBars({ kind: 'waterfall', label: 'part', value: 'amount' }, rows)
  expect(begins).toBe(1970)
  expect(bars.map(({ start, width }) => [Math.round(start), Math.round(start + width)])).toEqual([
    [0, 13],
    [13, 100],
    [57, 100],
    [0, 57],
  ])
})
test('REPT-1 plain bars begin at zero', () => {
  const rows = [
    { label: 'Without', amount: null },
    { label: 'U0', amount: 20 },
    { label: 'U1', amount: -5 },
  ]
  const { bars, begins, of } = drawnBars({ kind: 'bars', label: 'label', value: 'amount' }, rows)
  expect([bars.length, of, begins, bars[0]?.row.label]).toEqual([2, 2, -5, 'U0'])
  expect([bars[0]?.start, bars[0]?.width]).toEqual([20, 80])
  expect([bars[1]?.start, bars[1]?.width, bars[1]?.tone]).toEqual([0, 20, 'less'])
})
test('REPT-1 of rows that are alike none pushes out a higher one', () => {
  const rows = Array.from({ length: 20 }, (_, n) => ({ label: `U${n}`, amount: n === 19 ? 9 : 5 }))
  const { bars } = drawnBars({ kind: 'bars', label: 'label', value: 'amount' }, rows)
  expect([bars.length, bars.at(-1)?.row.label]).toEqual([12, 'U19'])
})
test('REPT-1 of many rows the twelve highest are drawn, in their own order', () => {
  const rows = Array.from({ length: 20 }, (_, n) => ({ label: `U${n}`, amount: n }))
  const { bars, of } = drawnBars({ kind: 'bars', label: 'label', value: 'amount' }, rows)
  expect([of, bars.map(({ row }) => row.label)]).toEqual([20, rows.slice(8).map(({ label }) => label)])
})
test('REPT-2 UX-11 a mark is on the scale of the bars, and a bar beyond its own is marked', () => {
  const rows = [
    { month: '2026-08', spent: 50, budget: null },
    { month: '2026-09', spent: 60, budget: 40 },
    { month: '2026-10', spent: 30, budget: 80 },
    { month: '2026-11', spent: 80, budget: 80 },
  ]
  const mark = { value: 'budget', caption: 'The line is the monthly budget.' }
  const { bars, begins } = drawnBars({ kind: 'bars', label: 'month', value: 'spent', mark }, rows)
  expect(begins).toBe(0)
  expect(bars.map((bar) => [bar.width, bar.mark, bar.tone])).toEqual([
    [62.5, null, 'more'],
    [75, 50, 'beyond'],
    [37.5, 100, 'more'],
    [100, 100, 'more'],
  ])
  const without = drawnBars({ kind: 'bars', label: 'month', value: 'spent' }, rows)
  expect(without.bars.map((bar) => [bar.mark, bar.tone])).toEqual(rows.map(() => [null, 'more']))
})
