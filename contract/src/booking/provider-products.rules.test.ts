import { expect, test } from 'vitest'
import { fuelProviders } from '../lookups/providers.rules.ts'
import { productCodesOf, readProviderProduct } from './provider-products.rules.ts'

test('TXN-9 RATE-3 a provider’s codes map to our products in any case, with or without leading zeros', () => {
  expect(readProviderProduct('Esso', ' dsl  eff ls ')).toBe('D1')
  expect(readProviderProduct('Esso', 'Sup')).toBe('GAS')
  expect(readProviderProduct('Suncore', 'Diesel Winter')).toBe('D1W')
  expect(
    ['020', '20', 'DIESEL', '021', 'DIESEL #1', '33', '140', 'GAS', 'OIL', 'SCALE'].map((code) =>
      readProviderProduct('Pipeline', code),
    ),
  ).toEqual(['D1', 'D1', 'D1', 'D1W', 'D1W', 'RF', 'DEF', 'GAS', 'OIL', 'OTH'])
  expect(readProviderProduct('TA-Petro', 'DIESEL BIO ULTRA LS 20%')).toBe('D1')
  expect(['O', '0', '3', 'Q', 'y', 'I', 'Z'].map((code) => readProviderProduct('Comdata', code))).toEqual([
    'DEF',
    'OTH',
    'OIL',
    'FEE',
    'OTH',
    null,
    null,
  ])
})
test('TXN-9 a code of another provider, or an unknown code, gets no default', () => {
  expect(readProviderProduct('TA-Petro', 'DIESEL')).toBeNull()
  expect(readProviderProduct('Esso', 'constructor')).toBeNull()
  expect(readProviderProduct('Esso', '')).toBeNull()
})
test('TXN-9 each code of a provider maps to exactly one product', () => {
  for (const provider of fuelProviders) {
    const codes = productCodesOf(provider)
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes)
      expect([provider, code, readProviderProduct(provider, code)]).toEqual([provider, code, expect.any(String)])
  }
})
