import './receipts.css'
import '../form/form.css'
import '../ui/record/record.css'
import '../ui/trouble/panel.css'
import { Button } from '@mantine/core'
import { receiptModes } from '@portal/contract/payments/payment-modes.ts'
import { type Allocation, type Receipt, receipts } from '@portal/contract/receipts/receipts.ts'
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { statementPath } from '../accounts/accounts.paths.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormHead } from '../form/FormHead.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { RecordLink } from '../links/RecordLink.tsx'
import { PaymentBadge } from '../payments/payment-columns.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, instantText, moneyText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { refundsPath } from '../write-offs/write-offs.paths.ts'
import { OnAccount } from './OnAccount.tsx'
import { receiptsPath, recordReceiptPath } from './receipts.paths.ts'
import { SettledInvoices } from './SettledInvoices.tsx'

const ReverseReceiptDialog = lazily(() => import('./ReverseReceiptDialog.tsx'), 'ReverseReceiptDialog')

/** A receipt: what came in, what it paid and what is left on account (RECV-1). */
export function ReceiptPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return (
    <RecordLoader key={id} endpoint={receipts.get} id={id}>
      {(receipt) => (
        <div className="record-page">
          <Head receipt={receipt} />
          <ReceiptFacts receipt={receipt} />
          <Allocations receipt={receipt} />
        </div>
      )}
    </RecordLoader>
  )
}

function Head({ receipt }: { receipt: Receipt }) {
  const can = useCan()
  const { t } = useTranslation()
  const { ask, dialog } = useDialog<void>((_, frame) => <ReverseReceiptDialog receipt={receipt} {...frame} />)
  const canReverse = can(receipts.reverse) && receipt.reverses_id === null && !receipt.is_reversed
  return (
    <>
      <FormHead
        title="Receipt"
        subject={receipt.reference}
        badge={<PaymentBadge row={receipt} />}
        mode="view"
        list={{ label: 'Back to Receipts', path: receiptsPath }}
        actions={
          <>
            {canReverse ? (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                disabled={receipt.refunded > 0}
                title={receipt.refunded > 0 ? sentence(t, 'receipt.refunded') : undefined}
                onClick={() => ask()}
              >
                {t('Reverse')}
              </Button>
            ) : null}
            {can(receipts.create) ? (
              <LinkButton to={recordReceiptPath} icon={IconPlus} label="Record another receipt" />
            ) : null}
          </>
        }
      />
      {dialog}
    </>
  )
}

function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { t, language } = useTranslation()
  const { currency, refunded, reverses_id, is_reversed, note } = receipt
  const money = (amount: number) => moneyText(amount, language, currency)
  return (
    <section className="panel form-section" aria-labelledby="receipt-head">
      <h2 id="receipt-head">{t('Receipt')}</h2>
      <dl className="record-facts">
        <Fact name={t('Amount')}>{money(receipt.amount)}</Fact>
        <Fact name={t('Customer')}>
          <RecordLink kind="company" id={receipt.company_id}>
            {receipt.company_name}
          </RecordLink>
        </Fact>
        <Fact name={t('Account')}>
          <PageLink className="record-link" to={statementPath(receipt.company_id)}>
            {t('Statement of account')}
          </PageLink>
        </Fact>
        <Fact name={t('Date received')}>{dateText(receipt.receipt_date)}</Fact>
        <Fact name={t('Payment mode')}>{t(receiptModes[receipt.payment_mode])}</Fact>
        <Fact name={t('Reference')}>{receipt.reference}</Fact>
        {reverses_id === null ? (
          <>
            <Fact name={t('Allocated')}>{money(receipt.allocated)}</Fact>
            {refunded > 0 ? (
              <Fact name={t('Refunded')}>
                <PageLink
                  className="record-link"
                  to={refundsPath}
                  search={{ filter: [`company_name:${receipt.company_name}`] }}
                >
                  {money(refunded)}
                </PageLink>
              </Fact>
            ) : null}
          </>
        ) : (
          <Fact name={t('Reverses')}>
            <RecordLink kind="receipt" id={reverses_id}>
              {t('Receipt {id}', { id: reverses_id })}
            </RecordLink>
          </Fact>
        )}
        {is_reversed ? <Fact name={t('Status')}>{t('Reversed')}</Fact> : null}
        {note ? <Fact name={t('Reason')}>{note}</Fact> : null}
        <Fact name={t('Recorded by')}>{receipt.created_by}</Fact>
        <Fact name={t('Recorded at')}>{instantText(receipt.created_at)}</Fact>
      </dl>
      {receipt.on_account > 0 ? <Remainder receipt={receipt} /> : null}
    </section>
  )
}

function Remainder({ receipt }: { receipt: Receipt }) {
  const can = useCan()
  const allocate = useAction(receipts.allocate, { isShownInPlace: true })
  return (
    <OnAccount
      source={{ ...receipt, receipt_id: receipt.id }}
      allocate={
        can(receipts.allocate)
          ? {
              label: 'Allocate',
              title: 'Allocate money on account',
              submit: 'Allocate',
              isBusy: allocate.isPending,
              send: (allocations) => allocate.mutateAsync({ params: { id: receipt.id }, body: { allocations } }),
            }
          : undefined
      }
    />
  )
}

function Allocations({ receipt }: { receipt: Receipt }) {
  if (receipt.reverses_id !== null) return null
  return (
    <SettledInvoices
      id="allocations"
      title="Allocations"
      none="Nothing of this receipt is allocated yet."
      currency={receipt.currency}
      settled={receipt.allocations.map((one) => ({
        ...one,
        day: one.allocated_on,
        isOver: one.is_reversed || one.reverses_id !== null,
        status: <AllocationStatus one={one} />,
      }))}
    />
  )
}

function AllocationStatus({ one: { reverses_id, is_reversed } }: { one: Allocation }) {
  const word = reverses_id !== null ? 'Reversal' : is_reversed ? 'Reversed' : null
  return word ? <StatusBadge word={word} /> : nothing
}
