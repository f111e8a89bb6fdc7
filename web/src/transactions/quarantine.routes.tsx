import { transactionImports } from '@portal/contract/transactions.ts'
import type { FeatureRoute } from '../api/route.ts'

export const quarantinePath = '/quarantine'

const { quarantine } = transactionImports
export const quarantineRoutes: readonly FeatureRoute[] = [
  { path: quarantinePath, can: quarantine.can, list: quarantine.list, page: async () => (await import('./QuarantinePage.tsx')).QuarantinePage },
]
