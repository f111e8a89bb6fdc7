import { Checkbox, Text } from '@mantine/core'
import { type BankLine, bankLines } from '@portal/contract/bank-files/bank-lines.ts'
import { id } from '@portal/contract/fields.ts'
import { messageOf } from '@portal/contract/message.ts'
import type { AllocationInput } from '@portal/contract/receipts/receipts.ts'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useField } from '../form/form-context.ts'
import { type RecordForm, useRecordForm, type Values } from '../form/record-form.ts'
import { CompanySelect } from '../pickers/CompanySelect.tsx'
import { allocationsOf, partsByNumber } from '../receipts/allocation-form.ts'
import { OpenAllocations } from '../receipts/OpenAllocations.tsx'
import { useOpenInvoices } from '../receipts/use-open-invoices.ts'
import { useRefreshMoney } from '../receipts/use-refresh-money.ts'
import { notify } from '../ui/notify.ts'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { Candidates } from './Candidates.tsx'

type Props = { line: BankLine; opened: boolean; onClose: () => void }
const shape = z.object({ company_id: id() })
const blankFor = ({ proposal }: BankLine): Values => ({
  company_id: proposal?.company_id ?? null,
  allocations: proposal ? partsByNumber(proposal.allocations) : null,
  is_other: false,
})

/** The customer and the invoices that a line pays, as proposed or as a person changes them (RECV-1). */
export function BookLineDialog({ line, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const { currency } = line
  const form = useRecordForm(shape, blankFor(line))
  const { company_id } = form.state.values as { company_id: number | null }
  const open = useOpenInvoices(opened ? company_id : null, currency)
  const allocations = allocationsOf(form, open.data?.invoices ?? [], line.amount)
  const booking = useBooking(line)
  const save = async (values: Values) => {
    if (open.data === undefined) throw new Error('The open invoices are not loaded yet. Save again in a moment.')
    allocations.demandValid()
    await booking.send(values.company_id as number, allocations.body, values.is_other === true)
  }
  const wiring = useDialogSubmit(form, save, onClose)
  const amount = moneyText(line.amount, language, currency)
  const choose = (company: number | null, parts: readonly AllocationInput[] | null) => {
    form.change('company_id', company)
    form.change('allocations', parts && partsByNumber(parts))
  }
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title="Book as a receipt"
      submit={t('Book {amount}', { amount })}
      isBusy={booking.isBusy}
      size={760}
    >
      <Text fw={600}>{[line.payer, line.reference, dateText(line.line_date), amount].filter(Boolean).join(' · ')}</Text>
      <Candidates line={line} onChoose={choose} />
      <PayerField onChoose={(company) => choose(company, null)} />
      {company_id === null ? null : (
        <OpenAllocations title={t('Open invoices')} open={open} allocations={allocations} currency={currency} />
      )}
      <OtherMoney line={line} form={form} />
    </FormDialog>
  )
}

function PayerField({ onChoose }: { onChoose: (company: number | null) => void }) {
  const { value, input } = useField<number | null>('company_id', 'Customer')
  return <CompanySelect {...input} value={value} onChange={(chosen) => onChoose(chosen?.id ?? null)} />
}

/** An equal receipt may be the same money (RECV-2). */
function OtherMoney({ line, form }: { line: BankLine; form: RecordForm }) {
  const { t } = useTranslation()
  const perhaps = line.proposal?.perhaps_booked
  if (!perhaps) return null
  return (
    <Checkbox
      checked={form.state.values.is_other === true}
      onChange={(event) => form.change('is_other', event.currentTarget.checked)}
      label={t('This is not the same money as receipt {id} of {day}', {
        id: perhaps.receipt_id,
        day: dateText(perhaps.receipt_date),
      })}
    />
  )
}

/** Books one line. Why it was refused is shown in the dialog. */
function useBooking({ id: lineId, version }: BankLine) {
  const { t } = useTranslation()
  const refresh = useRefreshMoney()
  const confirm = useAction(bankLines.confirm, { isShownInPlace: true })
  const send = async (company_id: number, allocations: AllocationInput[], confirm_duplicate: boolean) => {
    const lines = [{ id: lineId, version, company_id, allocations, confirm_duplicate }]
    const { results } = await confirm.mutateAsync({ body: { lines } })
    await refresh()
    const [result] = results
    if (result?.outcome !== 'booked') throw new Error(result?.message ? messageOf(result.message) : 'Operation Failed!')
    notify.success(t('1 receipt booked'))
  }
  return { send, isBusy: confirm.isPending }
}
