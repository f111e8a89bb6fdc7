import { RecordTabs } from '../../ui/record/RecordTabs.tsx'
import { transactionsPath } from '../transactions.paths.ts'
import { exceptionsPath } from './exceptions.paths.ts'

const tabs = [
  { label: 'Transactions', path: transactionsPath },
  { label: 'Exceptions', path: exceptionsPath, search: { filter: ['state:open'] } },
]

/** The list of transactions, and the inbox of their exceptions (EXC-2). */
export const TransactionTabs = () => <RecordTabs label="Transactions and exceptions" tabs={tabs} />
