import { expect, test } from 'vitest'
import { priceBands } from './price-bands.ts'

const at = (price: number, currency = 'CAD', product = 'D1') => ({ price, currency, product })

test('SMART-1 prices are cheap or dear among those of their product and currency', () => {
  expect(priceBands([at(1), at(2), at(3), at(4), at(5), at(6)])).toEqual([
    'low',
    'low',
    'middle',
    'middle',
    'high',
    'high',
  ])
  expect(priceBands([at(1), at(2), at(3), at(1.5, 'USD'), at(9, 'CAD', 'RF')])).toEqual([
    'low',
    'middle',
    'high',
    'low',
    'low',
  ])
})

test('SMART-1 SMART-2 of equal prices each is the cheapest, as the list says', () => {
  expect(priceBands([at(1), at(1), at(1), at(1)])).toEqual(['low', 'low', 'low', 'low'])
  expect(priceBands([])).toEqual([])
})
