import { taxRates } from '@portal/contract/tax-rates.ts'
import type { FeatureRoute } from '../api/route.ts'

export const taxRatesPath = '/tax-rates'

export const taxRatesRoutes: readonly FeatureRoute[] = [
  { path: taxRatesPath, can: taxRates.list.can, list: taxRates.list.list, page: async () => (await import('./TaxRatesPage.tsx')).TaxRatesPage },
]
