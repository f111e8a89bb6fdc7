import { importStatusWords } from '@portal/contract/imports/imports-words.data.ts'
import '@mantine/core/styles/Progress.css'
import '../form/form.css'
import '../ui/trouble/panel.css'
import { Alert, Progress } from '@mantine/core'
import { type ImportRecord, isImportOver } from '@portal/contract/imports/imports.ts'
import type { ReactNode } from 'react'
import { Heading } from '../ui/Heading.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { sizeText } from '../ui/words/figures.ts'
import { sentence } from '../ui/words/sentence.ts'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ImportErrors } from './ImportErrors.tsx'
import { ImportSample } from './ImportSample.tsx'
import { isImportGood } from './watch-import.ts'

type Props = {
  record: ImportRecord
  /** The head of the page, which has the file's facts. Without it, they are one line. */
  head?: ReactNode
  back: ReactNode
  /** What the import did, between its outcome and its rejected rows. */
  children: ReactNode
}

/** The page of one import: its file, progress, outcome and rejected rows. */
export function ImportReport({ record, head, back, children }: Props) {
  const { t, language } = useTranslation()
  const { done, total } = record.progress
  const facts = [
    record.provider,
    sizeText(record.size_bytes, language),
    instantText(record.created_at),
    record.user_name,
  ]
  return (
    <>
      <div className="page-head">
        <div className="form-title">
          <Heading>{record.file_name}</Heading>
          <StatusBadge word={importStatusWords[record.status]} />
        </div>
        <div className="page-actions">{back}</div>
      </div>
      {head}
      <div className="panel import-page">
        {head ? null : <p className="file-note">{facts.filter(Boolean).join(' · ')}</p>}
        {isImportOver(record.status) ? null : (
          <Progress value={total > 0 ? (100 * done) / total : 100} animated={total === 0} aria-label={t('Progress')} />
        )}
        {record.reason ? (
          <Alert color={isImportGood(record) ? 'ok' : 'bad'} variant="outline">
            {sentence(t, record.reason_message, record.reason)}
          </Alert>
        ) : null}
        {children}
        <ImportErrors record={record} />
        <ImportSample record={record} />
      </div>
    </>
  )
}
