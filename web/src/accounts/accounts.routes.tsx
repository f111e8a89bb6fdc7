import type { FeatureRoute } from '../api/route.ts'

export const accountsRoutes: readonly FeatureRoute[] = [
  {
    path: '/customer/$id/statement',
    can: 'invoices.read',
    page: async () => (await import('./StatementPage.tsx')).StatementPage,
  },
]
