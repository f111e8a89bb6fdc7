import { Text } from '@mantine/core'
import { moneyAboveZero } from '@portal/contract/fields.ts'
import { receiptModes } from '@portal/contract/payments/payment-modes.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { refundInput, refunds } from '@portal/contract/write-offs/write-offs.ts'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm, type Values } from '../form/record-form.ts'
import { useRefreshMoney } from '../receipts/use-refresh-money.ts'
import { dayHere } from '../ui/words/day.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const { refund_date, payment_mode, reference, reason } = refundInput.shape
/** The server checks the same again on the locked row. */
const asked = z.object({ amount: moneyAboveZero(), refund_date, payment_mode, reference, reason })
const { TextField, NumberField, SelectField, DateField } = fieldsOf(asked)
const modes = Object.entries(receiptModes).map(([value, label]) => ({ value, label }))

export type RefundSource = { company_name: string; currency: Currency; on_account: number } & (
  | { receipt_id: number }
  | { credit_note_number: string }
)
type Props = { source: RefundSource; opened: boolean; onClose: () => void }

/** Pays money on account, or an open credit note, back to the customer (RECV-5). */
export function RefundDialog({ source, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const { company_name, currency, on_account } = source
  const form = useRecordForm(asked, {
    amount: on_account,
    refund_date: dayHere(new Date()),
    payment_mode: 'cheque',
    reference: '',
    reason: '',
  })
  const refresh = useRefreshMoney()
  const create = useAction(refunds.create, { isShownInPlace: true })
  const of =
    'receipt_id' in source ? { receipt_id: source.receipt_id } : { credit_note_number: source.credit_note_number }
  const send = async (values: Values) => {
    await create.mutateAsync({ body: { ...of, ...(values as z.output<typeof asked>) } })
    await refresh()
  }
  const wiring = useDialogSubmit(form, send, onClose)
  const amount = moneyText(on_account, language, currency)
  return (
    <FormDialog {...wiring} opened={opened} title="Refund" submit="Record refund" isBusy={create.isPending}>
      <Text>{t('{company} has {amount} on account. Record what you refund.', { company: company_name, amount })}</Text>
      <NumberField name="amount" label="Amount" unit={currency} decimals={2} />
      <DateField name="refund_date" label="Date refunded" />
      <SelectField name="payment_mode" label="Payment mode" options={modes} />
      <TextField name="reference" label="Reference" />
      <TextField name="reason" label="Reason" />
    </FormDialog>
  )
}
