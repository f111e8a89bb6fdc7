import type { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { quarantinePath } from './quarantine.paths.ts'

export const quarantineRoutes: readonly FeatureRoute[] = [
  {
    path: quarantinePath,
    can: accessOf<typeof transactionImports.quarantine>('transactions.create'),
    isList: true,
    page: async () => (await import('./QuarantinePage.tsx')).QuarantinePage,
  },
]
