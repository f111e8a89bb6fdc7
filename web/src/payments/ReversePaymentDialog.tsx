import './payments.css'
import { type PaymentRow, payments, reversalInput } from '@portal/contract/payments.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/use-action.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { moneyText } from '../ui/texts.ts'

const { TextField } = fieldsOf(reversalInput)

/** Asks before a payment is taken back, and says what follows from it (PAY-5). */
export function ReversePaymentDialog({ payment, opened, onClose }: { payment: PaymentRow | null; opened: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const form = useRecordForm(reversalInput, { reason: '' })
  const queries = useQueryClient()
  const reverse = useAction(payments.reverse)
  const close = () => {
    form.state.reset()
    reverse.reset()
    onClose()
  }
  const submit = (reason: string) => {
    if (!payment) return
    const onSettled = () =>
      Promise.all(['invoices', 'accounts', 'cards', 'transactions'].map((feature) => queries.invalidateQueries({ queryKey: [feature] })))
    reverse.mutate({ params: { id: payment.id }, body: { reason } }, { onSuccess: close, onSettled })
  }
  const amount = payment ? moneyText(payment.amount_paid, i18n.language, payment.currency) : ''
  return (
    <FormDialog
      opened={opened}
      title="Reverse payment (NSF)"
      form={form}
      submit="Reverse"
      isBusy={reverse.isPending}
      error={reverse.error?.message}
      onSubmit={({ reason }) => submit(String(reason ?? ''))}
      onClose={close}
    >
      <p className="reversal-facts">
        {payment ? t('{amount} paid by {company} for {invoice}', { amount, company: payment.company_name, invoice: payment.invoice_number }) : null}
      </p>
      <p className="reversal-facts">
        {t('The amount is due again, a fee goes on the next invoice, and the customer’s cards are put on hold until it is made good.')}
      </p>
      <TextField name="reason" label="Reason" isFirst />
    </FormDialog>
  )
}
