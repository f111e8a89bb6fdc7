import type { FeatureRoute } from '../api/route.ts'
import { quarantinePath } from './quarantine.paths.ts'

export const quarantineRoutes: readonly FeatureRoute[] = [
  {
    path: quarantinePath,
    can: 'transactions.create',
    isList: true,
    page: async () => (await import('./QuarantinePage.tsx')).QuarantinePage,
  },
]
