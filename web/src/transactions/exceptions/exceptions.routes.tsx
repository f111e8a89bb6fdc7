import type { exceptions } from '@portal/contract/exceptions/exceptions.ts'
import type { exceptionThresholds } from '@portal/contract/exceptions/thresholds.ts'
import { accessOf, type FeatureRoute } from '../../api/route.ts'
import { exceptionsPath, thresholdsPath } from './exceptions.paths.ts'

export const exceptionsRoutes: readonly FeatureRoute[] = [
  {
    path: exceptionsPath,
    can: accessOf<typeof exceptions.list>('transactions.read'),
    isList: true,
    page: async () => (await import('./ExceptionsPage.tsx')).ExceptionsPage,
  },
  {
    path: thresholdsPath,
    can: accessOf<typeof exceptionThresholds.get>('rates.read'),
    page: async () => (await import('./ThresholdsPage.tsx')).ThresholdsPage,
  },
]
