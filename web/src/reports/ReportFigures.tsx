import type { ReportRow, ReportRunRecord } from '@portal/contract/reports/reports.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ReportBars } from './ReportBars.tsx'
import { ReportTable } from './ReportTable.tsx'

type Found = Pick<ReportRunRecord, 'name' | 'columns' | 'rows' | 'totals' | 'notes' | 'chart' | 'total_name'>
/** What a report found: what to know first, then for each currency a picture and the table (REPT-1). */
export function ReportFigures({ run }: { run: Found }) {
  const { t } = useTranslation()
  const groups = [...Map.groupBy(run.rows, ({ currency }) => currency ?? null)].toSorted(([one], [other]) =>
    String(one ?? '~').localeCompare(String(other ?? '~')),
  )
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

type GroupProps = { run: Found; currency: ReportRow[string]; rows: readonly ReportRow[]; isOnly: boolean }
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
