import type { ReportChart, ReportRow, ReportRunRecord } from '@portal/contract/reports/reports.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { drawnBars } from './report-bars.ts'
import { cellText } from './report-cells.ts'

type Props = { run: Pick<ReportRunRecord, 'columns'>; chart: ReportChart; rows: readonly ReportRow[] }
/** A bar for each row, from largest to smallest as the table has them, or a waterfall. The table says the same. */
export function ReportBars({ run, chart, rows }: Props) {
  const { t, language } = useTranslation()
  const column = run.columns.find(({ field }) => field === chart.value)
  if (!column) return null
  const { bars, begins, of } = drawnBars(chart, rows)
  if (bars.length < 2) return null
  const kind = run.columns.find(({ field }) => field === chart.label)?.kind ?? 'text'
  const say = { t, locale: language }
  const labelOf = (row: ReportRow) =>
    row[chart.label] ? cellText({ field: chart.label, kind }, row, say) : t('Without a name')
  const textOf = (value: number) =>
    cellText(column, { currency: rows[0]?.currency ?? null, [column.field]: value }, say)
  return (
    <figure className="report-bars" data-chart={chart.kind} aria-label={t(column.heading)}>
      <ol>
        {bars.map((bar, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups can have one name, and a run does not change.
          <li key={`${at} ${bar.row[chart.label]}`}>
            <span className="report-bar-label" title={labelOf(bar.row)}>
              {labelOf(bar.row)}
            </span>
            <span className="report-bar-track" aria-hidden>
              <span
                className="report-bar-fill"
                data-tone={bar.tone}
                data-broken={(begins > 0 && bar.tone === 'sum') || undefined}
                style={{ insetInlineStart: `${bar.start}%`, inlineSize: `${bar.width}%` }}
              />
              {bar.mark === null ? null : (
                <span className="report-bar-mark" style={{ insetInlineStart: `${bar.mark}%` }} />
              )}
            </span>
            <span className="report-bar-value">{textOf(bar.value)}</span>
          </li>
        ))}
      </ol>
      {chart.mark && bars.some(({ mark }) => mark !== null) ? <figcaption>{t(chart.mark.caption)}</figcaption> : null}
      {of > bars.length ? (
        <figcaption>{t('The {count} highest of {of}', { count: bars.length, of })}</figcaption>
      ) : null}
      {begins > 0 ? <figcaption>{t('The scale begins at {value}.', { value: textOf(begins) })}</figcaption> : null}
    </figure>
  )
}
