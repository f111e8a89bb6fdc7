import { expect, test } from 'vitest'
import { fuelProviders, providerFacts, providersWithRates, readProvider } from './providers.rules.ts'

test('TXN-9 RATE-1 MARK-3 each spelling of a provider is read, whatever its case and hyphens, and no other name', () => {
  const spellings = ['ESSO', 'Esso', 'suncore', 'COMDATA', 'Pipeline', 'TAPetro', 'TA-Petro', 'ta-petro', ' taPETRO ']
  expect(spellings.map(readProvider)).toEqual([
    'Esso',
    'Esso',
    'Suncore',
    'Comdata',
    'Pipeline',
    'TA-Petro',
    'TA-Petro',
    'TA-Petro',
    'TA-Petro',
  ])
  expect(['', 'Shell', 'Esso2', 'constructor'].map(readProvider)).toEqual([null, null, null, null])
  for (const provider of fuelProviders) expect(readProvider(providerFacts[provider].importName)).toBe(provider)
  expect(fuelProviders.map((provider) => providerFacts[provider].importName)).toEqual([
    'ESSO',
    'Suncore',
    'Comdata',
    'Pipeline',
    'TAPetro',
  ])
})

test('RATE-1 M10 three providers have rate files; two use gallons and US dollars', () => {
  expect(providersWithRates).toEqual(['Esso', 'Pipeline', 'TA-Petro'])
  const american = fuelProviders.filter(
    (provider) => providerFacts[provider].unit === 'GAL' && providerFacts[provider].currency === 'USD',
  )
  expect(american).toEqual(['Comdata', 'TA-Petro'])
})
