import { Skeleton, Text } from '@mantine/core'
import { type AllocationInput, receipts } from '@portal/contract/receipts/receipts.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useRecordForm } from '../form/record-form.ts'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { moneyText } from '../ui/words/texts.ts'
import { AllocationSum } from './AllocationSum.tsx'
import { AllocationTable } from './AllocationTable.tsx'
import { allocationsOf } from './allocation-form.ts'
import { ProposeAgain } from './ProposeAgain.tsx'
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
  const { t, i18n } = useTranslation()
  const { company_id, currency, on_account } = source
  const form = useRecordForm(z.object({}), { allocations: null })
  const refresh = useRefreshMoney()
  const open = useQuery({
    queryKey: queryKeyOf(receipts.openInvoices, { company_id, currency }),
    queryFn: ({ signal }) => call(receipts.openInvoices, { query: { company_id, currency } }, { signal }),
    enabled: opened,
    gcTime: 0,
  })
  const invoices = open.data?.invoices ?? []
  const allocations = allocationsOf(form, invoices, on_account)
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
      <div className="record-section-head">
        <Text>{t('{amount} is on account.', { amount: moneyText(on_account, i18n.language, currency) })}</Text>
        {invoices.length > 0 ? <ProposeAgain allocations={allocations} /> : null}
      </div>
      {open.error ? (
        <LoadTrouble error={open.error} isRetrying={open.isFetching} onRetry={() => open.refetch()} />
      ) : null}
      {!open.data && !open.error ? <Skeleton height={120} /> : null}
      {open.data && invoices.length === 0 ? (
        <p className="record-note">{t('This customer has no open invoices in {currency}.', { currency })}</p>
      ) : null}
      {invoices.length > 0 ? (
        <>
          <AllocationTable invoices={invoices} currency={currency} allocations={allocations} />
          <AllocationSum allocations={allocations} currency={currency} />
        </>
      ) : null}
    </FormDialog>
  )
}
