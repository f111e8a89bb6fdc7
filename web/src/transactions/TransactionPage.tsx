import './transactions.css'
import '../ui/trouble/panel.css'
import { Button } from '@mantine/core'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactionFiles } from '@portal/contract/transactions/transaction-files.ts'
import { type Transaction, transactions } from '@portal/contract/transactions/transactions.ts'
import { IconArrowBackUp, IconArrowLeft, IconCircleCheck, IconPencil } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toList } from '../api/list-address.ts'
import { useCan } from '../api/session.ts'
import { AttachmentList } from '../attachments/AttachmentList.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { Heading } from '../ui/Heading.tsx'
import { localTimeText, moneyText } from '../ui/words/texts.ts'
import { FlagBadges } from './FlagBadges.tsx'
import { Purchases } from './form/Purchases.tsx'
import { TransactionFacts } from './TransactionFacts.tsx'
import { transactionsPath } from './transactions.paths.ts'
import { useReviewing } from './use-reviewing.tsx'

const PriceExplanation = lazy(() =>
  import('./PriceExplanation.tsx').then((module) => ({ default: module.PriceExplanation })),
)

export function TransactionPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return (
    <RecordLoader key={id} endpoint={transactions.get} id={id}>
      {(transaction) => <TransactionView key={transaction.id} transaction={transaction} />}
    </RecordLoader>
  )
}

function TransactionView({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const can = useCan()
  const [isExplained, setExplained] = useState(false)
  const reviewing = useReviewing()
  const isDecided = transaction.review === 'accepted' && !transaction.is_invoiced
  return (
    <>
      <div className="page-head">
        <div className="form-title">
          <Heading title={transaction.authentication_id}>{t('View Transaction')}</Heading>
          <span className="form-subject">{transaction.authentication_id}</span>
          <FlagBadges row={transaction} />
        </div>
        <div className="page-actions">
          <Button
            component={Link}
            {...toList(transactionsPath)}
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            {t('Back to Transactions')}
          </Button>
          {can(manualTransactions.update) ? (
            <Button
              component={Link}
              to={`${transactionsPath}/${transaction.id}/edit`}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {t('Edit')}
            </Button>
          ) : null}
          {transaction.review === 'open' && can(transactions.accept) ? (
            <Button
              loading={reviewing.isBusy}
              leftSection={<IconCircleCheck size={16} aria-hidden />}
              onClick={() => reviewing.ask('accept', { ids: [transaction.id] })}
            >
              {t('Accept')}
            </Button>
          ) : null}
          {isDecided && can(transactions.unaccept) ? (
            <Button
              variant="default"
              loading={reviewing.isBusy}
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => reviewing.undo([transaction.id])}
            >
              {t('Undo acceptance')}
            </Button>
          ) : null}
        </div>
      </div>
      <div className="form-column">
        <TransactionFacts transaction={transaction} />
        <Purchases
          transaction={transaction}
          explain={
            can(transactions.explain) ? { isOpen: isExplained, toggle: () => setExplained(!isExplained) } : undefined
          }
        />
        {isExplained ? (
          <Suspense fallback={null}>
            <PriceExplanation id={transaction.id} />
          </Suspense>
        ) : null}
        <SameCode transaction={transaction} />
        <AttachmentList calls={transactionFiles} id={transaction.id} />
      </div>
      {reviewing.question}
    </>
  )
}

/** A code may stand for several: a stop and its reversal, or one that was given out again. */
function SameCode({ transaction: { same_code } }: { transaction: Transaction }) {
  const { t, i18n } = useTranslation()
  if (same_code.length === 0) return null
  return (
    <section className="panel form-section" aria-labelledby="same-code">
      <h2 id="same-code">{t('Other transactions with this code')}</h2>
      <ul className="same-code">
        {same_code.map(({ txn_id, txn_date, txn_amount, currency }) => (
          <li key={txn_id}>
            <Link className="row-link" to={`${transactionsPath}/${txn_id}/view`}>
              {localTimeText(txn_date)} · {moneyText(txn_amount, i18n.language, currency)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
