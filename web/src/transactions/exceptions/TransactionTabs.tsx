import './exceptions.css'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { transactionsPath } from '../transactions.paths.ts'
import { exceptionsPath } from './exceptions.paths.ts'

/** Without it, the list would count as open on the inbox too, whose address is under it. */
const own = { exact: true, includeSearch: false } as const

/** The list of transactions, and the inbox of their exceptions (EXC-2). */
export function TransactionTabs() {
  const { t } = useTranslation()
  return (
    <nav className="record-tabs" aria-label={t('Transactions and exceptions')}>
      <Link to={transactionsPath} activeOptions={own}>
        {t('Transactions')}
      </Link>
      <Link to={exceptionsPath} search={{ filter: ['state:open'] } as never} activeOptions={own}>
        {t('Exceptions')}
      </Link>
    </nav>
  )
}
