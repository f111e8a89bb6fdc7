import { expect, test } from 'vitest'
import { readCurrency } from './currency.ts'

test('LIST-13 the spellings of the two currencies are read, and nothing else is', () => {
  expect(['C', 'CN', 'cad', ' CAD '].map(readCurrency)).toEqual(['CAD', 'CAD', 'CAD', 'CAD'])
  expect(['U', 'US', 'usd'].map(readCurrency)).toEqual(['USD', 'USD', 'USD'])
  expect(['', 'EUR', 'CA', '$', 'constructor'].map(readCurrency)).toEqual([null, null, null, null, null])
})
