import type { accounts } from '@portal/contract/accounts/accounts.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { statementPath } from './accounts.paths.ts'

export const accountsRoutes: readonly FeatureRoute[] = [
  {
    path: statementPath('$id'),
    can: accessOf<typeof accounts.statement>('invoices.read'),
    takes: ['from', 'to'],
    page: async () => (await import('./StatementPage.tsx')).StatementPage,
  },
]
