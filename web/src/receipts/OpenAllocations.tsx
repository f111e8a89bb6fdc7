import '../ui/record/record.css'
import { Skeleton, Text } from '@mantine/core'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { AllocationSum } from './AllocationSum.tsx'
import { AllocationTable } from './AllocationTable.tsx'
import type { Allocations } from './allocation-form.ts'
import { ProposeAgain } from './ProposeAgain.tsx'
import type { OpenInvoicesQuery } from './use-open-invoices.ts'

type Props = { title: string; open: OpenInvoicesQuery; allocations: Allocations; currency: Currency }

/** In a dialog: the open invoices with the amount that each gets, and the sum. */
export function OpenAllocations({ title, open, allocations, currency }: Props) {
  const { t } = useTranslation()
  const invoices = open.data?.invoices ?? []
  return (
    <div>
      <div className="record-section-head">
        <Text>{title}</Text>
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
    </div>
  )
}
