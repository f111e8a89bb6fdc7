import './transactions.css'
import '../ui/trouble/panel.css'
import { Button } from '@mantine/core'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactionFiles } from '@portal/contract/transactions/transaction-files.ts'
import { type Transaction, transactions } from '@portal/contract/transactions/transactions.ts'
import { IconArrowBackUp, IconArrowLeft, IconCircleCheck, IconPencil } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { toList } from '../api/list-address.ts'
import { useCan } from '../api/session.ts'
import { AttachmentList } from '../attachments/AttachmentList.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { RecordLink } from '../links/RecordLink.tsx'
import { TransactionMargin } from '../margins/TransactionMargin.tsx'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import { localTimeText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { FlagBadges } from './flags.tsx'
import { Purchases } from './form/Purchases.tsx'
import { TransactionFacts } from './TransactionFacts.tsx'
import { TransactionHead } from './TransactionHead.tsx'
import { transactionsPath } from './transactions.paths.ts'
import { type Reviewing, useReviewing } from './use-reviewing.tsx'

const TransactionExceptions = lazily(() => import('./exceptions/TransactionExceptions.tsx'), 'TransactionExceptions')
const PriceExplanation = lazily(() => import('./PriceExplanation.tsx'), 'PriceExplanation')

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
  return (
    <>
      <div className="page-head">
        <div className="form-title">
          <Heading title={transaction.authentication_id}>{t('View Transaction')}</Heading>
          <span className="form-subject">{transaction.authentication_id}</span>
          <FlagBadges row={{ ...transaction, exceptions: [] }} />
        </div>
        <HeadActions transaction={transaction} reviewing={reviewing} />
      </div>
      <div className="form-column">
        <TransactionHead transaction={transaction} />
        <TransactionFacts transaction={transaction} />
        <Suspense fallback={null}>
          <TransactionExceptions id={transaction.id} />
        </Suspense>
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
        <TransactionMargin id={transaction.id} />
        <SameCode transaction={transaction} />
        <AttachmentList calls={transactionFiles} id={transaction.id} />
      </div>
      {reviewing.question}
    </>
  )
}

function HeadActions({ transaction, reviewing }: { transaction: Transaction; reviewing: Reviewing }) {
  const { t } = useTranslation()
  const can = useCan()
  const { id, review, is_invoiced } = transaction
  return (
    <div className="page-actions">
      <LinkButton {...toList(transactionsPath)} icon={IconArrowLeft} label="Back to Transactions" />
      {can(manualTransactions.update) ? (
        <LinkButton to={`${transactionsPath}/${id}/edit`} icon={IconPencil} label="Edit" />
      ) : null}
      {review === 'open' && can(transactions.accept) ? (
        <Button
          loading={reviewing.isBusy}
          leftSection={<IconCircleCheck size={16} aria-hidden />}
          onClick={() => reviewing.ask('accept', { ids: [id] })}
        >
          {t('Accept')}
        </Button>
      ) : null}
      {review === 'accepted' && !is_invoiced && can(transactions.unaccept) ? (
        <Button
          variant="default"
          loading={reviewing.isBusy}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => reviewing.undo([id])}
        >
          {t('Undo acceptance')}
        </Button>
      ) : null}
    </div>
  )
}

/** Several transactions can share a code: a purchase and its credit, or a reused code. */
function SameCode({ transaction: { same_code } }: { transaction: Transaction }) {
  const { t, language } = useTranslation()
  if (same_code.length === 0) return null
  return (
    <section className="panel form-section" aria-labelledby="same-code">
      <h2 id="same-code">{t('Other transactions with this code')}</h2>
      <ul className="same-code">
        {same_code.map(({ txn_id, txn_date, txn_amount, currency }) => (
          <li key={txn_id}>
            <RecordLink kind="transaction" id={txn_id}>
              {localTimeText(txn_date)} · {moneyText(txn_amount, language, currency)}
            </RecordLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
