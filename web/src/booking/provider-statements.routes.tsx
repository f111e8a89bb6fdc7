import type { providerStatements } from '@portal/contract/booking/provider-statements.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { statementsPath } from './provider-statements.paths.ts'

export const providerStatementsRoutes: readonly FeatureRoute[] = [
  {
    path: statementsPath,
    can: accessOf<typeof providerStatements.list>('transactions.create'),
    isList: true,
    page: async () => (await import('./ProviderStatementsPage.tsx')).ProviderStatementsPage,
  },
]
