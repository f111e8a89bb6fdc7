import { expect, test } from 'vitest'
import { columnsOf, resultOf, totalsOf } from './report-result.rules.ts'

const columns = {
  label: 'Unit',
  currency: 'Currency',
  lines: ['Lines', 'number', 'summed'],
  litres: ['Litres', 'quantity', 'summed'],
  amount: ['Amount', 'money', 'summed'],
  price: ['Price', 'price'],
} as const

test('REPT-4 totals are exact, one for each currency, and the report adds what cannot be summed', () => {
  const rows = Array.from({ length: 10 }, (_, n) => ({
    label: `U${n}`,
    currency: n % 5 === 0 ? 'USD' : 'CAD',
    lines: 1,
    litres: 0.1,
    amount: 0.1,
    price: 1,
  }))
  expect(resultOf({ columns }, { parameters: {}, rows, ratios: [{ currency: 'CAD', price: 1 }] }).totals).toEqual([
    { currency: 'CAD', lines: 8, litres: 0.8, amount: 0.8, price: 1 },
    { currency: 'USD', lines: 2, litres: 0.2, amount: 0.2 },
  ])
})
test('REPT-4 subtotals are not counted twice, and nothing has no total', () => {
  const some = columnsOf({ columns })
  const rows = [
    { currency: 'CAD', amount: 1.5 },
    { currency: 'CAD', amount: 1.5, row_kind: 'subtotal' },
  ]
  expect(totalsOf(some, rows)).toEqual([{ currency: 'CAD', amount: 1.5 }])
  expect(totalsOf(some, [])).toEqual([])
  expect(totalsOf([], rows, [{ price: 2 }])).toEqual([{ price: 2 }])
})
test('REPT-4 a column without a value in a currency has no total there, and one with zeros has zero', () => {
  const rows = [
    { currency: 'CAD', lines: 0, litres: null, amount: 0 },
    { currency: 'USD', lines: 1, litres: 2.5, amount: null },
    { currency: 'USD', lines: 1, litres: null, amount: null },
  ]
  expect(totalsOf(columnsOf({ columns }), rows)).toStrictEqual([
    { currency: 'CAD', lines: 0, amount: 0 },
    { currency: 'USD', lines: 2, litres: 2.5 },
  ])
})
test('REPT-1 headings can follow the parameters, and a column can be left out', () => {
  expect(columnsOf({ columns }, { headings: { label: 'Driver' }, without: ['currency', 'lines'] })).toMatchObject([
    { field: 'label', heading: 'Driver', kind: 'text', is_summed: false },
    { field: 'litres', kind: 'quantity', is_summed: true },
    { field: 'amount' },
    { field: 'price', is_summed: false },
  ])
})
