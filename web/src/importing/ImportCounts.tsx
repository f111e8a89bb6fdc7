import './importing.css'
import type { ImportRecord } from '@portal/contract/imports.ts'
import { useTranslation } from 'react-i18next'

/** How many rows became what. */
export function ImportCounts({ record }: { record: ImportRecord }) {
  const { t, i18n } = useTranslation()
  const { read, booked, duplicate, quarantined, failed } = record.counts
  const isPlan = record.status === 'ready'
  const entries: [string, number, string][] = [
    [isPlan ? 'Can be imported' : 'Imported', booked, 'ok'],
    ['Already there', duplicate, 'none'],
    ...(quarantined > 0 ? [['Quarantined', quarantined, 'warn'] as [string, number, string]] : []),
    ['Rejected', failed, failed > 0 ? 'bad' : 'none'],
    ['Rows read', read, 'none'],
  ]
  return (
    <dl className="import-counts">
      {entries.map(([label, count, tone]) => (
        <div key={label} data-tone={tone}>
          <dt>{t(label)}</dt>
          <dd>{count.toLocaleString(i18n.language)}</dd>
        </div>
      ))}
    </dl>
  )
}
