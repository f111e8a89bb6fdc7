import './transactions.css'
import { lockReason, transactionBinLock, transactionLock } from '@portal/contract/rules/record-locks.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { useCan } from '../api/session.ts'
import { ListPage } from '../list/ListPage.tsx'
import { useListState } from '../list/use-list.ts'
import { useSelection } from '../list/use-selection.ts'
import { FlagMark } from './flags.tsx'
import { ImportTransactionsButton } from './ImportTransactionsButton.tsx'
import { LinesTable } from './LinesTable.tsx'
import { ReviewTools } from './ReviewTools.tsx'
import { decisionsOn, transactionColumnsFor } from './transaction-columns.tsx'
import { transactionsPath } from './transactions.paths.ts'
import { useReviewing } from './use-reviewing.tsx'

export function TransactionsPage() {
  const can = useCan()
  const selection = useSelection()
  const reviewing = useReviewing()
  const mayAccept = can(transactions.accept)
  const { query } = useListState(transactions.list.list)
  const isReviewing = query.filter.some((term) => term.startsWith('review:'))
  return (
    <ListPage
      title="Transactions"
      path={transactionsPath}
      endpoint={transactions.list}
      columns={transactionColumnsFor(can(transactions.explain), isReviewing)}
      nameOf={(transaction) => transaction.authentication_id}
      keyOf={(transaction) => transaction.authentication_id}
      empty={{ none: 'No transaction records to show', filtered: 'No Transaction found.' }}
      get={transactions.get}
      update={manualTransactions.update}
      remove={transactions.remove}
      lockOf={(transaction) => lockReason(transactionLock(transaction))}
      binLockOf={(transaction) => lockReason(transactionBinLock(transaction))}
      add={{ endpoint: manualTransactions.create, label: 'Add Transaction' }}
      headActions={<ImportTransactionsButton />}
      selection={mayAccept ? selection : undefined}
      toolbar={mayAccept ? <ReviewTools selection={selection} reviewing={reviewing} /> : null}
      markOf={(row) => <FlagMark row={row} />}
      expand={(row) => <LinesTable row={row} />}
      rowActions={(row) => (mayAccept ? decisionsOn(row, reviewing) : [])}
    >
      {reviewing.question}
    </ListPage>
  )
}
