import type { FeatureRoute } from '../api/route.ts'

export const taxRatesPath = '/tax-rates'

export const taxRatesRoutes: readonly FeatureRoute[] = [
  { path: taxRatesPath, can: 'rates.read', isList: true, page: async () => (await import('./TaxRatesPage.tsx')).TaxRatesPage },
]
