import { expect, test } from 'vitest'
import { readProductCode, shippedCodesOf, shippedTable } from './product-codes.rules.ts'
import { type FuelProviderName, fuelProviders } from './providers.rules.ts'

const productOf = (provider: FuelProviderName, code: string) => readProductCode(shippedTable(provider), code).product
test('TXN-9 RATE-3 a provider’s codes map to our products in any case, with or without leading zeros', () => {
  expect(productOf('Esso', ' dsl  eff ls ')).toBe('D1')
  expect(productOf('Esso', 'Sup')).toBe('GAS')
  expect(productOf('Suncore', 'Diesel Winter')).toBe('D1W')
  expect(
    ['020', '20', 'DIESEL', '021', 'DIESEL #1', '33', '140', 'GAS', 'OIL', 'SCALE'].map((code) =>
      productOf('Pipeline', code),
    ),
  ).toEqual(['D1', 'D1', 'D1', 'D1W', 'D1W', 'RF', 'DEF', 'GAS', 'OIL', 'OTH'])
  expect(productOf('TA-Petro', 'DIESEL BIO ULTRA LS 20%')).toBe('D1')
  expect(['O', '0', '3', 'Q', 'y', 'I', 'Z'].map((code) => productOf('Comdata', code))).toEqual([
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
  expect(productOf('TA-Petro', 'DIESEL')).toBeNull()
  expect(productOf('Esso', 'constructor')).toBeNull()
  expect(productOf('Esso', '')).toBeNull()
})
test('TXN-9 each code of a provider maps to exactly one product', () => {
  for (const provider of fuelProviders) {
    const codes = shippedCodesOf(provider).map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes)
      expect([provider, code, productOf(provider, code)]).toEqual([provider, code, expect.any(String)])
  }
})
test('RATE-5 a shipped code shares only the rate of another code of the same product', () => {
  for (const provider of fuelProviders)
    for (const { rate_code, product } of shippedCodesOf(provider))
      if (rate_code !== null) expect(productOf(provider, rate_code)).toBe(product)
})
