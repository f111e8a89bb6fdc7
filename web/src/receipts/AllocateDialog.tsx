import type { AllocationInput } from '@portal/contract/receipts/receipts.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { z } from 'zod'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useRecordForm } from '../form/record-form.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { allocationsOf } from './allocation-form.ts'
import { OpenAllocations } from './OpenAllocations.tsx'
import { useOpenInvoices } from './use-open-invoices.ts'
import { useRefreshMoney } from './use-refresh-money.ts'

type Source = { company_id: number; currency: Currency; on_account: number }
type Props = {
  source: Source
  title: string
  submit: string
  isBusy: boolean
  send: (allocations: AllocationInput[]) => Promise<unknown>
  opened: boolean
  onClose: () => void
}

/** Money on account, or an open credit note, goes to open invoices (RECV-1, RECV-3). */
export function AllocateDialog({ source, title, submit, isBusy, send, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const { company_id, currency, on_account } = source
  const form = useRecordForm(z.object({}), { allocations: null })
  const refresh = useRefreshMoney()
  const open = useOpenInvoices(opened ? company_id : null, currency)
  const allocations = allocationsOf(form, open.data?.invoices ?? [], on_account)
  const save = async () => {
    allocations.demandValid()
    if (allocations.body.length === 0) throw new Error('Allocate an amount to at least one invoice.')
    try {
      await send(allocations.body)
    } catch (error) {
      throw allocations.atFields(error)
    }
    await refresh()
  }
  const wiring = useDialogSubmit(form, save, onClose)
  return (
    <FormDialog {...wiring} opened={opened} title={title} submit={submit} isBusy={isBusy} size={760}>
      <OpenAllocations
        title={t('{amount} is on account.', { amount: moneyText(on_account, language, currency) })}
        open={open}
        allocations={allocations}
        currency={currency}
      />
    </FormDialog>
  )
}
