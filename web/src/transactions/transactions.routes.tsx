import type { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import type { transactions } from '@portal/contract/transactions/transactions.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import type { FormMode } from '../form/record-form.ts'
import { transactionsPath } from './transactions.paths.ts'

export const transactionForm = (mode: FormMode) => async () => {
  const { TransactionFormPage } = await import('./form/TransactionFormPage.tsx')
  return () => <TransactionFormPage mode={mode} />
}

export const transactionsRoutes: readonly FeatureRoute[] = [
  {
    path: transactionsPath,
    can: accessOf<typeof transactions.list>('transactions.read'),
    isList: true,
    page: async () => (await import('./TransactionsPage.tsx')).TransactionsPage,
  },
  {
    path: `${transactionsPath}/add-new`,
    can: accessOf<typeof manualTransactions.create>('transactions.create'),
    takes: ['company'],
    page: transactionForm('add'),
  },
  {
    path: `${transactionsPath}/$id/edit`,
    can: accessOf<typeof manualTransactions.update>('transactions.update'),
    page: transactionForm('edit'),
  },
  {
    path: `${transactionsPath}/$id/view`,
    can: accessOf<typeof transactions.get>('transactions.read'),
    page: async () => (await import('./TransactionPage.tsx')).TransactionPage,
  },
]
