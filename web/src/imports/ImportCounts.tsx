import './importing.css'
import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import type { ImportRecord } from '@portal/contract/imports/imports.ts'
import type { ReactNode } from 'react'
import { useCan } from '../api/session.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { importsPath } from './imports.paths.ts'
import { quarantineOf, reviewWorkOf } from './open-work.ts'

type Entry = { label: string; count: number; tone: 'ok' | 'warn' | 'bad' | 'none'; link?: ReactNode }

/** The number of rows by outcome, and the work left (TXN-18). `withReport` adds a link to the import's page. */
export function ImportCounts({ record, withReport = false }: { record: ImportRecord; withReport?: boolean }) {
  const { t, language } = useTranslation()
  const { read, booked, quarantined, failed, review = 0 } = record.counts
  const { changed_count, skipped_count, already_there_count } = record
  const isDone = record.status === 'done'
  const isPlan = record.status === 'ready'
  const mayRelease = useCan()(transactionImports.quarantine)
  const linkTo = (words: string, { to, filter }: { to: string; filter: readonly string[] }) => (
    <PageLink to={to as string} search={{ filter }}>
      {words}
    </PageLink>
  )
  const imported: Entry = {
    label: isPlan ? 'Can be imported' : 'Imported',
    count: booked - changed_count,
    tone: review > 0 || booked === changed_count ? 'none' : 'ok',
  }
  if (withReport && isDone)
    imported.link = (
      <PageLink to={`${importsPath}/${record.id}/view`}>{t('Open import {id}', { id: record.id })}</PageLink>
    )
  const waiting: Entry = { label: 'Quarantined', count: quarantined, tone: record.in_quarantine > 0 ? 'warn' : 'none' }
  // Some may have been released since, so use the current number.
  if (isDone && mayRelease && record.in_quarantine > 0)
    waiting.link = linkTo(t('Open quarantine'), quarantineOf(record))
  const entries: Entry[] = [
    imported,
    ...(review > 0
      ? [
          {
            label: 'To review now',
            count: review,
            tone: 'warn' as const,
            link: linkTo(t('Open to review'), reviewWorkOf(record)),
          },
        ]
      : []),
    ...(changed_count > 0
      ? [{ label: isPlan ? 'Can be changed' : 'Changed', count: changed_count, tone: 'ok' as const }]
      : []),
    { label: 'Duplicates', count: already_there_count, tone: 'none' },
    ...(skipped_count > 0 ? [{ label: 'Example row, skipped', count: skipped_count, tone: 'none' as const }] : []),
    ...(quarantined > 0 ? [waiting] : []),
    { label: 'Rejected', count: failed, tone: failed > 0 ? 'bad' : 'none' },
    { label: 'Rows read', count: read, tone: 'none' },
  ]
  return (
    <dl className="import-counts">
      {entries.map(({ label, count, tone, link }) => (
        <div key={label} data-tone={tone}>
          <dt>{t(label, { context: 'imports' })}</dt>
          <dd>
            {count.toLocaleString(language)}
            {link}
          </dd>
        </div>
      ))}
    </dl>
  )
}
