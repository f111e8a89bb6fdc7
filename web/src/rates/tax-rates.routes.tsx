import type { FeatureRoute } from '../api/route.ts'
import { taxRatesPath } from './tax-rates.paths.ts'

export const taxRatesRoutes: readonly FeatureRoute[] = [
  {
    path: taxRatesPath,
    can: 'rates.read',
    isList: true,
    page: async () => (await import('./TaxRatesPage.tsx')).TaxRatesPage,
  },
]
