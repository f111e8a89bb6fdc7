import './payments.css'
import {
  type PaymentRow,
  payments,
  type ReversalKind,
  reversalInput,
  reversalKinds,
} from '@portal/contract/payments/payments.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ReversalKindField } from './ReversalKindField.tsx'

/** The kind has no default: the user must choose (PAY-7). */
const asked = reversalInput.extend({ kind: z.enum(reversalKinds) })
const { TextField } = fieldsOf(asked)

/** The features that a reversal changes. */
const touched = ['payments', 'receipts', 'invoices', 'accounts', 'cards', 'transactions']

type Props = { payment: PaymentRow; opened: boolean; onClose: () => void }

/** Asks which of the two reasons applies before a payment is reversed, and shows the effect of each (PAY-5, PAY-7). */
export function ReversePaymentDialog({ payment, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const form = useRecordForm(asked, { kind: null, reason: '' })
  const queries = useQueryClient()
  const { id } = payment
  const reverse = useAction(payments.reverse, {
    isShownInPlace: true,
    second: ({ cards_changed: count }) =>
      count === 0
        ? {}
        : { detail: count === 1 ? t('1 card was put on hold') : t('{count} cards were put on hold', { count }) },
  })
  const preview = useQuery({
    queryKey: queryKeyOf(payments.reversal, { id }),
    queryFn: ({ signal }) => call(payments.reversal, { params: { id } }, { signal }),
    // No preview once the reversal is requested: the call rejects a reversed payment.
    enabled: opened && !reverse.isPending,
    // The effect may have changed, so never use a cached response.
    gcTime: 0,
  })
  const close = () => {
    form.state.reset()
    reverse.reset()
    onClose()
  }
  const submit = (kind: ReversalKind, reason: string) => {
    if (!preview.data) return
    const onSettled = () => Promise.all(touched.map((feature) => queries.invalidateQueries({ queryKey: [feature] })))
    reverse.mutate({ params: { id }, body: { kind, reason } }, { onSuccess: close, onSettled })
  }
  const amount = moneyText(payment.amount_paid, language, payment.currency)
  return (
    <FormDialog
      opened={opened}
      title="Reverse payment"
      form={form}
      submit="Reverse"
      isBusy={reverse.isPending}
      error={reverse.error?.message ?? preview.error?.message}
      onSubmit={({ kind, reason }) => submit(kind as ReversalKind, String(reason ?? ''))}
      onClose={close}
    >
      <p className="reversal-facts">
        {t('{amount} paid by {company} for {invoice}', {
          amount,
          company: payment.company_name,
          invoice: payment.invoice_number,
        })}
      </p>
      <p className="reversal-facts">{t('The amount is due again.')}</p>
      <ReversalKindField preview={preview.data} currency={payment.currency} of="payment" />
      <TextField name="reason" label="Reason" />
    </FormDialog>
  )
}
