import type { FeatureRoute } from '../api/route.ts'
import type { FormMode } from '../form/record-form.ts'
import { transactionsPath } from './transactions.paths.ts'

export const transactionForm = (mode: FormMode) => async () => {
  const { TransactionFormPage } = await import('./form/TransactionFormPage.tsx')
  return () => <TransactionFormPage mode={mode} />
}

export const transactionsRoutes: readonly FeatureRoute[] = [
  {
    path: transactionsPath,
    can: 'transactions.read',
    isList: true,
    page: async () => (await import('./TransactionsPage.tsx')).TransactionsPage,
  },
  { path: `${transactionsPath}/add-new`, can: 'transactions.create', takes: ['company'], page: transactionForm('add') },
  { path: `${transactionsPath}/$id/edit`, can: 'transactions.update', page: transactionForm('edit') },
  {
    path: `${transactionsPath}/$id/view`,
    can: 'transactions.read',
    page: async () => (await import('./TransactionPage.tsx')).TransactionPage,
  },
]
