import type { taxRates } from '@portal/contract/rates/tax-rates.ts'
import { accessOf, type FeatureRoute } from '../../api/route.ts'
import { taxCandidatesPath, taxRatesPath } from './tax-rates.paths.ts'

export const taxRatesRoutes: readonly FeatureRoute[] = [
  {
    path: taxRatesPath,
    can: accessOf<typeof taxRates.list>('rates.read'),
    isList: true,
    page: async () => (await import('./TaxRatesPage.tsx')).TaxRatesPage,
  },
  {
    path: taxCandidatesPath('$id'),
    can: accessOf<typeof taxRates.candidates>('rates.read'),
    page: async () => (await import('./TaxCandidatesPage.tsx')).TaxCandidatesPage,
  },
]
