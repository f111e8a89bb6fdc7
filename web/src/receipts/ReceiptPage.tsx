import './receipts.css'
import '../form/form.css'
import '../ui/record/record.css'
import '../ui/trouble/panel.css'
import { Button } from '@mantine/core'
import { receiptModes } from '@portal/contract/payments/payment-modes.ts'
import { type Allocation, type Receipt, receipts } from '@portal/contract/receipts/receipts.ts'
import { refunds } from '@portal/contract/write-offs/write-offs.ts'
import { IconArrowBackUp, IconFileInvoice, IconPlus, IconReceiptRefund } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { statementPath } from '../accounts/accounts.paths.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormHead } from '../form/FormHead.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, instantText, moneyText, nothing } from '../ui/words/texts.ts'
import { refundsPath } from '../write-offs/write-offs.paths.ts'
import { ReceiptBadge } from './receipt-columns.tsx'
import { receiptPath, receiptsPath, recordReceiptPath } from './receipts.paths.ts'

const AllocateDialog = lazily(() => import('./AllocateDialog.tsx'), 'AllocateDialog')
const ReverseReceiptDialog = lazily(() => import('./ReverseReceiptDialog.tsx'), 'ReverseReceiptDialog')
const RefundDialog = lazily(() => import('../write-offs/RefundDialog.tsx'), 'RefundDialog')

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
        badge={<ReceiptBadge row={receipt} />}
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
  const { t, i18n } = useTranslation()
  const { currency, refunded, reverses_id, is_reversed, note } = receipt
  const money = (amount: number) => moneyText(amount, i18n.language, currency)
  return (
    <section className="panel form-section" aria-labelledby="receipt-head">
      <h2 id="receipt-head">{t('Receipt')}</h2>
      <dl className="record-facts">
        <Fact name={t('Amount')}>{money(receipt.amount)}</Fact>
        <Fact name={t('Customer')}>
          <Link to={statementPath(receipt.company_id)}>{receipt.company_name}</Link>
        </Fact>
        <Fact name={t('Date received')}>{dateText(receipt.receipt_date)}</Fact>
        <Fact name={t('Payment mode')}>{t(receiptModes[receipt.payment_mode])}</Fact>
        <Fact name={t('Reference')}>{receipt.reference}</Fact>
        {reverses_id === null ? (
          <>
            <Fact name={t('Allocated')}>{money(receipt.allocated)}</Fact>
            {refunded > 0 ? (
              <Fact name={t('Refunded')}>
                <Link to={refundsPath} search={{ filter: [`company_name:${receipt.company_name}`] } as never}>
                  {money(refunded)}
                </Link>
              </Fact>
            ) : null}
          </>
        ) : (
          <Fact name={t('Reverses')}>
            <Link to={receiptPath(reverses_id)}>{t('Receipt {id}', { id: reverses_id })}</Link>
          </Fact>
        )}
        {is_reversed ? <Fact name={t('Status')}>{t('Reversed')}</Fact> : null}
        {note ? <Fact name={t('Reason')}>{note}</Fact> : null}
        <Fact name={t('Recorded by')}>{receipt.created_by}</Fact>
        <Fact name={t('Recorded at')}>{instantText(receipt.created_at)}</Fact>
      </dl>
      {receipt.on_account > 0 ? <OnAccount receipt={receipt} /> : null}
    </section>
  )
}

/** Money that is left, and what can be done with it. */
function OnAccount({ receipt }: { receipt: Receipt }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const allocate = useAction(receipts.allocate, { isShownInPlace: true })
  const params = { id: receipt.id }
  const allocating = useDialog<void>((_, frame) => (
    <AllocateDialog
      {...frame}
      source={receipt}
      title="Allocate money on account"
      submit="Allocate"
      isBusy={allocate.isPending}
      send={(allocations) => allocate.mutateAsync({ params, body: { allocations } })}
    />
  ))
  const refunding = useDialog<void>((_, frame) => (
    <RefundDialog {...frame} source={{ ...receipt, receipt_id: receipt.id }} />
  ))
  return (
    <div className="on-account">
      <p>
        <strong>{moneyText(receipt.on_account, i18n.language, receipt.currency)}</strong> {t('on account')}
      </p>
      {can(receipts.allocate) ? (
        <Button leftSection={<IconFileInvoice size={16} aria-hidden />} onClick={() => allocating.ask()}>
          {t('Allocate')}
        </Button>
      ) : null}
      {can(refunds.create) ? (
        <Button
          variant="default"
          leftSection={<IconReceiptRefund size={16} aria-hidden />}
          onClick={() => refunding.ask()}
        >
          {t('Refund')}
        </Button>
      ) : null}
      {allocating.dialog}
      {refunding.dialog}
    </div>
  )
}

function Allocations({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  if (receipt.reverses_id !== null) return null
  return (
    <section className="panel form-section" aria-labelledby="allocations">
      <h2 id="allocations">{t('Allocations')}</h2>
      {receipt.allocations.length === 0 ? (
        <p className="record-note">{t('Nothing of this receipt is allocated yet.')}</p>
      ) : (
        <table className="record-table" aria-labelledby="allocations">
          <thead>
            <tr>
              <th scope="col">{t('Invoice')}</th>
              <th scope="col">{t('Allocated on')}</th>
              <th scope="col">{t('Status')}</th>
              <th scope="col" data-align="end">
                {t('Amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {receipt.allocations.map((one) => (
              <AllocationRow key={one.id} allocation={one} receipt={receipt} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function AllocationRow({ allocation, receipt }: { allocation: Allocation; receipt: Receipt }) {
  const { t, i18n } = useTranslation()
  const { invoice_id, invoice_number, allocated_on, amount, is_reversed, reverses_id } = allocation
  const word = reverses_id !== null ? 'Reversal' : is_reversed ? 'Reversed' : null
  return (
    <tr data-over={is_reversed || reverses_id !== null || undefined}>
      <td data-label={t('Invoice')}>
        <Link to={`${invoicesPath}/${invoice_id}/view`}>{invoice_number}</Link>
      </td>
      <td data-label={t('Allocated on')}>{dateText(allocated_on)}</td>
      <td data-label={t('Status')}>{word ? <StatusBadge word={word} /> : nothing}</td>
      <td data-label={t('Amount')} data-align="end">
        {moneyText(amount, i18n.language, receipt.currency)}
      </td>
    </tr>
  )
}
