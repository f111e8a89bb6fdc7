import './payments.css'
import { Button } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { moneyAboveZero } from '@portal/contract/fields.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { paymentModeList } from '@portal/contract/payments/payment-modes.ts'
import { paymentInput, payments } from '@portal/contract/payments/payments.ts'
import { firstIssuedAfter } from '@portal/contract/receipts/allocations.rules.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { Meanings } from '../form/Meanings.tsx'
import { type RecordForm, useRecordForm, type Values } from '../form/record-form.ts'
import { dayHere } from '../ui/words/day.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** The invoice to pay, as far as the dialog needs it. */
export type PayableInvoice = {
  invoice_number: string
  company_name: string
  issued_date: string
  amount_due: number
  currency: (typeof currencies)[number]
}
type Props = { invoice: PayableInvoice; opened: boolean; onClose: () => void }

/** Each opening starts fresh. Closing keeps the form mounted, so it can restore the focus. */
export function AddPaymentDialog(props: Props) {
  const [opening, setOpening] = useState({ no: 0, isOpen: false })
  if (props.opened !== opening.isOpen) setOpening({ no: opening.no + (props.opened ? 1 : 0), isOpen: props.opened })
  return <PaymentForm key={opening.no} {...props} />
}

/** The server checks the same again on the locked row (PAY-2). */
const schemaFor = ({ amount_due }: PayableInvoice) =>
  paymentInput.extend({
    amount_paid: moneyAboveZero().refine((paid) => paid <= amount_due, { error: 'payment.exceeds-due' }),
  })
const { TextField, NumberField, SelectField, DateField } = fieldsOf(paymentInput)

const blankFor = ({ invoice_number, company_name, amount_due, currency }: PayableInvoice): Values => ({
  payment_date: dayHere(new Date()),
  company_name,
  invoice_id: invoice_number,
  amount_due,
  currency,
  amount_paid: null,
  payment_mode: null,
  referenceId: '',
})
const given = ['company_name', 'invoice_id', 'amount_due', 'currency']
const lockOf = (name: string) => (given.includes(name) ? 'Taken from the invoice.' : undefined)
const modes = paymentModeList.map(({ name, code }) => ({ value: code, label: name }))

/** Both mean that another user paid first: the form already rejects more than the displayed amount due. */
const staleCodes: readonly string[] = ['payment.stale-due', 'payment.exceeds-due']
const asRead = (locale: string) => (amount: number) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount)

const paymentHelp = {
  'Payment Mode': 'How the money came: by cheque, transfer or card.',
  'Reference Id': 'The number of the cheque or transfer, as on the bank’s statement.',
}
function PaymentForm({ invoice: seen, opened, onClose }: Props) {
  const { language } = useTranslation()
  const [invoice, setInvoice] = useState(seen)
  const form = useRecordForm(schemaFor(invoice), blankFor(invoice))
  const queries = useQueryClient()
  const register = useAction(payments.register, { keepPlace: true })
  const [refusal, setRefusal] = useState<string>()
  /** A payment changes the invoice, the customer's account and maybe its cards. */
  const refresh = () =>
    Promise.all(['invoices', 'accounts', 'cards'].map((feature) => queries.invalidateQueries({ queryKey: [feature] })))
  /** Loads the current amount due and keeps the other input. If that fails, the error says what to do. */
  const reread = async (error: AppError) => {
    const fresh = await call(invoices.get, { params: { id: invoice.invoice_number } }, { keepPlace: true }).catch(
      () => null,
    )
    if (!fresh) return form.state.setErrors(error.fields ?? {})
    const now = { ...invoice, amount_due: fresh.invoice_dto.amount_due }
    setInvoice(now)
    form.rebase(blankFor(now))
    if (error.fields?.amount_paid) form.state.setErrors({ amount_paid: error.fields.amount_paid })
    setRefusal('payment.stale-due')
  }
  const submit = async (values: Values) => {
    // Saves only changed input (PAY-1).
    if (!form.state.isDirty()) return
    setRefusal(undefined)
    try {
      await register.mutateAsync({ body: values as z.input<typeof paymentInput> })
      form.state.resetDirty()
      onClose()
    } catch (error) {
      const fields = error instanceof AppError ? error.fields : undefined
      if (error instanceof AppError && staleCodes.includes(error.code)) await reread(error)
      else if (fields) form.state.setErrors(fields)
      else setRefusal(error instanceof Error ? error.message : 'Operation Failed!')
    }
    await refresh()
  }
  return (
    <FormDialog
      opened={opened}
      title="Add Payment"
      form={form}
      submit="Save"
      isBusy={register.isPending}
      error={refusal}
      first="amount_paid"
      lockOf={lockOf}
      onSubmit={submit}
      onClose={onClose}
    >
      <PaymentDate form={form} invoice={invoice} />
      <TextField name="company_name" label="Company Name" />
      <TextField name="invoice_id" label="Invoice Number" />
      <div className="payment-pair">
        <NumberField name="amount_due" label="Amount Due" unit={invoice.currency} asRead={asRead(language)} />
        <SelectField name="currency" label="Currency" options={currencies} />
      </div>
      <AmountPaid invoice={invoice} onFull={() => form.change('amount_paid', invoice.amount_due)} />
      <SelectField name="payment_mode" label="Payment Mode" options={modes} />
      <TextField name="referenceId" label="Reference Id" />
      <Meanings of={paymentHelp} />
    </FormDialog>
  )
}

/** A payment before its invoice counts as money on account until then (RECV-6). */
function PaymentDate({ form, invoice }: { form: RecordForm; invoice: PayableInvoice }) {
  const { t } = useTranslation()
  const day = form.state.values.payment_date as string | null
  const isEarly = firstIssuedAfter(day, [invoice], [invoice.amount_due]) !== null
  const hint = isEarly
    ? t('Before the date of {invoice}: until then, its money is on account.', { invoice: invoice.invoice_number })
    : undefined
  return <DateField name="payment_date" label="Payment Date" hint={hint} />
}

function AmountPaid({ invoice, onFull }: { invoice: PayableInvoice; onFull: () => void }) {
  const { t, language } = useTranslation()
  return (
    <div className="payment-amount">
      <NumberField name="amount_paid" label="Amount Paid" unit={invoice.currency} decimals={2} />
      <Button size="compact-xs" variant="subtle" className="payment-full" onClick={onFull}>
        {t('Pay in full ({amount})', { amount: moneyText(invoice.amount_due, language, invoice.currency) })}
      </Button>
    </div>
  )
}
