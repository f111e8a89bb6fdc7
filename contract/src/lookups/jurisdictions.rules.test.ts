import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countryOf, jurisdictionOf, jurisdictions, provinces, taxRegions } from './jurisdictions.rules.ts'

test('RATE-4 an unknown province is null, never a default', () => {
  expect(['on', 'TX', 'CA', 'XX', ''].map(jurisdictionOf)).toEqual(['CA-ON', 'US-TX', 'US-CA', null, null])
  expect([' qc ', 'Ontario', 'CA-ON', 'O'].map(jurisdictionOf)).toEqual(['CA-QC', null, null, null])
})

test('RATE-4 the 13 provinces and territories, the 50 states with DC and both countries are listed once', () => {
  expect(provinces).toHaveLength(13)
  expect(jurisdictions.filter((one) => one.startsWith('US-'))).toHaveLength(51)
  expect(new Set(jurisdictions).size).toBe(13 + 51 + 2)
})

test('RATE-4 every listed province or state is read from its two letters, in any case, with its own country', () => {
  const parts = jurisdictions.filter((one) => one.includes('-'))
  fc.assert(
    fc.property(fc.constantFrom(...parts), fc.boolean(), (one, isLower) => {
      const code = one.slice(3)
      expect(jurisdictionOf(isLower ? code.toLowerCase() : code)).toBe(one)
      expect(countryOf(one)).toBe(one.slice(0, 2))
    }),
  )
  expect(['CA', 'US', 'US-CA', 'CA-ON'].map(countryOf)).toEqual(['CA', 'US', 'US', 'CA'])
})

test('RATE-4 the regions with a local tax are in British Columbia', () => {
  expect(taxRegions.map((region) => jurisdictionOf(region.slice(0, 2)))).toEqual(['CA-BC', 'CA-BC'])
})
