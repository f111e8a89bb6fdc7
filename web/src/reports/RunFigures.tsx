import { Progress } from '@mantine/core'
import type { ReportRunRecord } from '@portal/contract/reports/reports.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ReportFigures } from './ReportFigures.tsx'

/** What a run found, or its state. */
export function RunFigures({ run }: { run: ReportRunRecord }) {
  const { t } = useTranslation()
  if (run.status === 'failed')
    return <p role="alert">{sentence(t, run.reason?.message ?? null, run.reason?.sentence)}</p>
  return run.status === 'done' ? <ReportFigures run={run} /> : <Underway run={run} />
}

function Underway({ run: { progress_done, progress_total } }: { run: ReportRunRecord }) {
  const { t } = useTranslation()
  const share = progress_total > 0 ? (100 * progress_done) / progress_total : 100
  return (
    <div className="report-underway" role="status">
      <p>{t('This report takes a while. You can leave this page; it will be in Reporting.')}</p>
      <Progress value={share} animated={progress_total === 0} aria-label={t('Progress')} />
    </div>
  )
}
