import '@mantine/core/styles/Progress.css'
import { Progress } from '@mantine/core'
import type { BillingRun } from '@portal/contract/billing/billing-runs.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { invoicesCreated } from './invoices-created.ts'

/** A run's progress as text and as a bar. */
export function RunProgress({ run }: { run: BillingRun }) {
  const { t } = useTranslation()
  const { customers_done: done, customers_total: total, invoices_made: count } = run
  const words =
    total === null
      ? t('Waiting to start')
      : `${t('{done} of {total} customers', { done, total })} · ${invoicesCreated(t, count)}`
  return (
    <div className="run-progress">
      <p role="status">{words}</p>
      <Progress value={total ? (100 * done) / total : 100} animated={total === null} aria-label={t('Progress')} />
    </div>
  )
}
