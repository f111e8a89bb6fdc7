import type { exchangeRates } from '@portal/contract/exchange-rates/exchange-rates.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { exchangeRatesPath } from './exchange-rates.paths.ts'

export const exchangeRatesRoutes: readonly FeatureRoute[] = [
  {
    path: exchangeRatesPath,
    can: accessOf<typeof exchangeRates.list>('reporting.read'),
    isForStaff: true,
    isList: true,
    page: async () => (await import('./ExchangeRatesPage.tsx')).ExchangeRatesPage,
  },
]
