import type { operations } from '@portal/contract/operations/operations.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { operationsPath } from './operations.paths.ts'

export const operationsRoutes: readonly FeatureRoute[] = [
  {
    path: operationsPath,
    can: accessOf<typeof operations.get>('customers.delete'),
    isForProviderAdmin: true,
    page: async () => (await import('./OperationsPage.tsx')).OperationsPage,
  },
]
