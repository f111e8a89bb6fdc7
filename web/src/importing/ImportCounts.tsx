import './importing.css'
import type { ImportRecord } from '@portal/contract/imports.ts'
import { transactionImports } from '@portal/contract/transaction-imports.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../api/session.ts'

/** How many rows became what. `withReport`: the way to the import's own page, for whoever is not there. */
export function ImportCounts({ record, withReport = false }: { record: ImportRecord; withReport?: boolean }) {
  const { t, i18n } = useTranslation()
  const { read, booked, duplicate, quarantined, failed } = record.counts
  const { changed_count, skipped_count } = record
  const isPlan = record.status === 'ready'
  // Of a plan nothing waits yet.
  const hasWaiting = useCan()(transactionImports.quarantine) && record.status === 'done'
  const entries: [string, number, string][] = [
    [isPlan ? 'Can be imported' : 'Imported', booked - changed_count, 'ok'],
    ...(changed_count > 0 ? [[isPlan ? 'Can be changed' : 'Changed', changed_count, 'ok'] as [string, number, string]] : []),
    ['Already there', duplicate - skipped_count, 'none'],
    ...(skipped_count > 0 ? [['Example row, skipped', skipped_count, 'none'] as [string, number, string]] : []),
    ...(quarantined > 0 ? [['Quarantined', quarantined, 'warn'] as [string, number, string]] : []),
    ['Rejected', failed, failed > 0 ? 'bad' : 'none'],
    ['Rows read', read, 'none'],
  ]
  return (
    <dl className="import-counts">
      {entries.map(([label, count, tone]) => (
        <div key={label} data-tone={tone}>
          <dt>{t(label)}</dt>
          <dd>
            {count.toLocaleString(i18n.language)}
            {label === 'Imported' && withReport && record.status === 'done' ? (
              <Link to={`/imports/${record.id}/view` as string}>{t('Open import {id}', { id: record.id })}</Link>
            ) : null}
            {label === 'Quarantined' && hasWaiting ? (
              <Link to={'/quarantine' as string} search={{ filter: [`file_name:${record.file_name}`] } as never}>
                {t('Open quarantine')}
              </Link>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
