import './billing.css'
import { Alert, Button, Group, Loader, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Period } from '@portal/contract/billing/billing-cycles.rules.ts'
import { billingRuns, isPeriodInOrder, type RunPreview } from '@portal/contract/billing/billing-runs.ts'
import { AppError } from '@portal/contract/errors.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { useLeaveGuard } from '../form/leave-guard.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { RunPreviewTable } from './RunPreviewTable.tsx'

type Props = { opened: boolean; onClose: () => void }

/** Previews the invoices before anything is billed. The same table selects the customers (INV-11). */
export function NewRunDialog({ opened, onClose }: Props) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [isChanged, setChanged] = useState(false)
  const { isAsking, question, leaveBy } = useLeaveGuard(opened && isChanged)
  const close = () => {
    setChanged(false)
    onClose()
  }
  return (
    <>
      <Dialog
        opened={opened}
        onClose={() => leaveBy(close)}
        title={t('New billing run')}
        size={920}
        fullScreen={isPhone}
        closeOnEscape={!isAsking}
      >
        <NewRun onClose={close} onChanged={setChanged} />
      </Dialog>
      {question}
    </>
  )
}

/** Null until the user chooses: then the service proposes the period that is due. */
function usePreview(period: Partial<Period> | null) {
  const { start_date, end_date } = period ?? {}
  const chosen = start_date && end_date && isPeriodInOrder({ start_date, end_date }) ? { start_date, end_date } : null
  const asked = period === null ? {} : chosen
  return useQuery({
    queryKey: [...queryKeyOf(billingRuns.preview, asked ?? {}), 'dialog'],
    queryFn: ({ signal }) => call(billingRuns.preview, { query: asked ?? {} }, { signal }),
    enabled: asked !== null,
    // Amounts must be current, so never use a cached response.
    gcTime: 0,
  })
}

function NewRun({ onClose, onChanged }: Pick<Props, 'onClose'> & { onChanged: (isChanged: boolean) => void }) {
  const { t } = useTranslation()
  const [chosenPeriod, setPeriod] = useState<Partial<Period> | null>(null)
  const [chosenLeft, setLeft] = useState<ReadonlySet<number> | null>(null)
  const preview = usePreview(chosenPeriod)
  const start = useAction(billingRuns.start)
  const rows = preview.data?.rows ?? []
  const due = preview.data && { start_date: preview.data.start_date, end_date: preview.data.end_date }
  const period = chosenPeriod ?? due ?? {}
  // Customers whose own period does not end here start unselected. Staff can still select them.
  const left = chosenLeft ?? new Set(rows.filter(({ is_due }) => !is_due).map(({ company_id }) => company_id))
  const billed = rows.filter(({ outcome, company_id }) => outcome === 'invoice' && !left.has(company_id))
  const chosen = [
    ...new Set(rows.filter(({ company_id }) => !left.has(company_id)).map(({ company_id }) => company_id)),
  ]
  const refusal = start.error ?? (preview.error && !preview.isFetching ? preview.error : null)
  const fields = refusal instanceof AppError ? refusal.fields : undefined
  const change = (next: Partial<Period>) => {
    setPeriod(next)
    setLeft(null)
    start.reset()
    onChanged(true)
  }
  const leave = (companies: ReadonlySet<number>) => {
    setLeft(companies)
    onChanged(true)
  }
  const begin = () =>
    start.mutate(
      { body: { ...(period as Period), customers: left.size === 0 ? null : chosen } },
      { onSuccess: onClose },
    )
  const isBackwards = period.start_date && period.end_date && period.start_date > period.end_date
  const dateFault = isBackwards ? 'field.to-before-from' : fields?.end_date
  return (
    <div className="new-run">
      <PeriodFields
        period={period}
        onChange={change}
        error={dateFault ? sentence(t, dateFault) : undefined}
        isDisabled={start.isPending}
      />
      {refusal && !fields?.end_date ? (
        <Alert color="bad" variant="outline" role="alert">
          {sentence(t, fields?.customers ?? refusal.message)}
        </Alert>
      ) : null}
      {preview.isFetching && !preview.data ? <Skeleton height={160} /> : null}
      {preview.data && !isBackwards ? (
        <RunPreviewTable rows={rows} left={left} onLeft={leave} isDisabled={start.isPending} />
      ) : null}
      <Group gap={12} justify="flex-end" className="new-run-foot">
        <SumOfBilled billed={billed} />
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          onClick={begin}
          disabled={billed.length === 0 || start.isPending}
          {...(start.isPending ? { leftSection: <Loader size={16} /> } : {})}
        >
          {t('Start billing run')}
        </Button>
      </Group>
    </div>
  )
}

function SumOfBilled({ billed }: { billed: RunPreview['rows'] }) {
  const { t, language } = useTranslation()
  const sums = Map.groupBy(billed, ({ currency }) => currency)
  const texts = [...sums].map(([currency, rows]) => {
    const cents = rows.reduce((sum, { total }) => sum + Math.round(total * 100), 0)
    return moneyText(cents / 100, language, currency)
  })
  return (
    <p className="new-run-sum" role="status">
      {billed.length === 0
        ? t('Nothing to bill')
        : [billed.length === 1 ? t('1 invoice') : t('{count} invoices', { count: billed.length }), ...texts].join(
            ' · ',
          )}
    </p>
  )
}
