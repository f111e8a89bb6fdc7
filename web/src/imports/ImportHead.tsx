import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { type ImportRecord, isImportOver } from '@portal/contract/imports/imports.ts'
import { tieStatusWords } from '@portal/contract/imports/tie-out.ts'
import type { ReactNode } from 'react'
import { useCan } from '../api/session.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { FoldedFact } from '../ui/record/FoldedFact.tsx'
import { RecordHead } from '../ui/record/RecordHead.tsx'
import { sizeText } from '../ui/words/figures.ts'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { quarantineOf, reviewWorkOf } from './open-work.ts'

/** Whether the file came in, whether it ties out, and what is left to do (UX-1, TXN-18). */
export function ImportHead({ record }: { record: ImportRecord }) {
  const { t, language } = useTranslation()
  return (
    <RecordHead
      label="Import at a glance"
      status={isImportOver(record.status) ? <Outcome record={record} /> : null}
      facts={
        <>
          <Fact name={t('Kind')}>{t(record.kind_words)}</Fact>
          <FoldedFact name={t('Provider')} value={record.provider} />
          <Fact name={t('Started')}>{instantText(record.created_at)}</Fact>
          {record.finished_at ? <Fact name={t('Finished')}>{instantText(record.finished_at)}</Fact> : null}
          <FoldedFact name={t('By')} value={record.user_name}>
            <RecordLink kind="user" id={record.user_id}>
              {record.user_name}
            </RecordLink>
          </FoldedFact>
          <Fact name={t('Size')}>{sizeText(record.size_bytes, language)}</Fact>
        </>
      }
    />
  )
}

function Outcome({ record }: { record: ImportRecord }) {
  const { t, language } = useTranslation()
  const number = (count: number) => count.toLocaleString(language)
  const { booked, read } = record.counts
  if (record.status !== 'done')
    return (
      <p>
        <strong>{t(record.status === 'ready' ? 'Nothing has been saved yet.' : 'Nothing was imported.')}</strong>
      </p>
    )
  return (
    <>
      <p>
        <strong>{t('{count} of {total} rows imported', { count: number(booked), total: number(read) })}</strong>
        {record.tie_out ? ` · ${t(tieStatusWords[record.tie_out.status])}` : ''}
      </p>
      <LeftToDo record={record} />
    </>
  )
}

/** Each number leads to exactly those. */
function LeftToDo({ record }: { record: ImportRecord }) {
  const { t, language } = useTranslation()
  const mayRelease = useCan()(transactionImports.quarantine)
  const number = (count: number) => count.toLocaleString(language)
  const linkTo = (words: string, { to, filter }: { to: string; filter: readonly string[] }) => (
    <PageLink key={words} className="record-link" to={to} search={{ filter }}>
      {words}
    </PageLink>
  )
  const { failed, review = 0 } = record.counts
  const waiting = t('{count} in quarantine', { count: number(record.in_quarantine) })
  const rejected = failed === 1 ? t('1 row rejected') : t('{count} rows rejected', { count: number(failed) })
  const isTieOpen = record.tie_out?.open.some((reason) => reason === 'control' || reason === 'statement')
  const left: ReactNode[] = [
    review > 0 ? linkTo(t('{count} to review', { count: number(review) }), reviewWorkOf(record)) : null,
    record.in_quarantine > 0 ? (mayRelease ? linkTo(waiting, quarantineOf(record)) : waiting) : null,
    failed > 0 && record.tie_out?.explanation == null ? (
      <a key="rejected" className="record-link" href="#import-errors">
        {rejected}
      </a>
    ) : null,
    isTieOpen ? (
      <a key="tie-out" className="record-link" href="#tie-out">
        {t('Tie-out')}
      </a>
    ) : null,
  ].filter((part) => part !== null)
  if (left.length === 0) return <p className="record-note">{t('Nothing is left to do.')}</p>
  return (
    <p className="import-left">
      {t('Left to do:')} {left.flatMap((part, at) => (at === 0 ? [part] : [', ', part]))}
    </p>
  )
}
