import type { FeatureRoute } from '../api/route.ts'

export const transactionsPath = '/transactions'

export const transactionsRoutes: readonly FeatureRoute[] = [
  {
    path: transactionsPath,
    can: 'transactions.read',
    isList: true,
    page: async () => (await import('./TransactionsPage.tsx')).TransactionsPage,
  },
  { path: `${transactionsPath}/$id/view`, can: 'transactions.read', page: async () => (await import('./TransactionPage.tsx')).TransactionPage },
]
