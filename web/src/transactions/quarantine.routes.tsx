import type { FeatureRoute } from '../api/route.ts'

export const quarantinePath = '/quarantine'

export const quarantineRoutes: readonly FeatureRoute[] = [
  { path: quarantinePath, can: 'transactions.create', isList: true, page: async () => (await import('./QuarantinePage.tsx')).QuarantinePage },
]
