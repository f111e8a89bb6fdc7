import { Progress } from '@mantine/core'
import type { ReportRow, ReportRunRecord } from '@portal/contract/reports/reports.ts'
import { useTranslation } from 'react-i18next'
import { sentence } from '../ui/words/sentence.ts'
import { ReportBars } from './ReportBars.tsx'
import { ReportTable } from './ReportTable.tsx'

/** What a run found: what to know first, then for each currency a picture and the table (REPT-1). */
export function ReportFigures({ run }: { run: ReportRunRecord }) {
  const { t } = useTranslation()
  if (run.status === 'failed')
    return <p role="alert">{sentence(t, run.reason?.message ?? null, run.reason?.sentence)}</p>
  if (run.status !== 'done') return <Underway run={run} />
  const groups = [...Map.groupBy(run.rows, ({ currency }) => currency ?? null)]
  return (
    <>
      {run.notes.length > 0 ? (
        <section className="report-notes" aria-label={t('Before you read the figures')}>
          <strong>{t('Before you read the figures')}</strong>
          <ul>
            {run.notes.map((note) => (
              <li key={note.sentence}>{sentence(t, note.message, note.sentence)}</li>
            ))}
          </ul>
        </section>
      ) : null}
      {run.rows.length === 0 ? <p>{t('Nothing was found for this period and these choices.')}</p> : null}
      {groups.map(([currency, rows]) => (
        <Group key={String(currency)} run={run} currency={currency} rows={rows} isOnly={groups.length === 1} />
      ))}
    </>
  )
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

type GroupProps = { run: ReportRunRecord; currency: ReportRow[string]; rows: readonly ReportRow[]; isOnly: boolean }
function Group({ run, currency, rows, isOnly }: GroupProps) {
  const total = run.totals.find((one) => (one.currency ?? null) === currency)
  return (
    <>
      {isOnly || currency === null ? null : <h2>{currency}</h2>}
      {run.chart ? <ReportBars run={run} chart={run.chart} rows={rows} /> : null}
      <ReportTable run={run} rows={rows} total={total} name={[run.name, currency].filter(Boolean).join(' ')} />
    </>
  )
}
