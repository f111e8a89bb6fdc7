import { transactions } from '@portal/contract/transactions.ts'
import type { FeatureRoute } from '../api/route.ts'

export const transactionsPath = '/transactions'

export const transactionsRoutes: readonly FeatureRoute[] = [
  {
    path: transactionsPath,
    can: transactions.list.can,
    list: transactions.list.list,
    page: async () => (await import('./TransactionsPage.tsx')).TransactionsPage,
  },
  { path: `${transactionsPath}/$id/view`, can: transactions.get.can, page: async () => (await import('./TransactionPage.tsx')).TransactionPage },
]
