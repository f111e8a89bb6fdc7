import { sentence } from '../ui/words/sentence.ts'
import '@mantine/core/styles/Progress.css'
import '../form/form.css'
import '../ui/trouble/panel.css'
import { Alert, Button, Progress } from '@mantine/core'
import { type ImportRecord, importStatusWords, imports, isImportOver } from '@portal/contract/imports/imports.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toList } from '../api/list-address.ts'
import { useAction } from '../api/use-action.ts'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { instantText, sizeText } from '../ui/words/texts.ts'
import { ImportChanges } from './ImportChanges.tsx'
import { ImportCounts } from './ImportCounts.tsx'
import { ImportErrors } from './ImportErrors.tsx'
import { ImportSample } from './ImportSample.tsx'
import { applyModeOf, importLabel, rowsToImport } from './import-label.ts'
import { importsPath } from './imports.paths.ts'
import { isImportGood, useImportRecord } from './watch-import.ts'

/** The report of one import, or its progress while it runs. */
export function ImportPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { t, i18n } = useTranslation()
  const { data: record, error, refetch } = useImportRecord(/^\d{1,15}$/.test(id) ? Number(id) : 0)
  if (error && !record) return <PageTrouble error={error} onRetry={refetch} />
  if (!record) return null
  const facts = [
    t(record.kind_words),
    record.provider,
    sizeText(record.size_bytes, i18n.language),
    instantText(record.created_at),
    record.user_name,
  ]
  const { done, total } = record.progress
  return (
    <>
      <div className="page-head">
        <div className="form-title">
          <Heading>{record.file_name}</Heading>
          <StatusBadge word={importStatusWords[record.status]} />
        </div>
        <div className="page-actions">
          <LinkButton {...toList(importsPath)} icon={IconArrowLeft} label="List of Imports" />
        </div>
      </div>
      <div className="panel import-page">
        <p className="file-note">{facts.filter(Boolean).join(' · ')}</p>
        {isImportOver(record.status) ? null : (
          <Progress value={total > 0 ? (100 * done) / total : 100} animated={total === 0} aria-label={t('Progress')} />
        )}
        {record.reason ? (
          <Alert color={isImportGood(record) ? 'ok' : 'bad'} variant="outline">
            {sentence(t, record.reason_message, record.reason)}
          </Alert>
        ) : null}
        <ImportCounts record={record} />
        {record.status === 'ready' ? <Decision record={record} /> : null}
        <ImportErrors record={record} />
        <ImportSample record={record} />
      </div>
    </>
  )
}

/** For a file that was previewed while its dialog was closed. */
function Decision({ record }: { record: ImportRecord }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const apply = useAction(imports.apply)
  const remove = useAction(imports.remove)
  const [isUpdating, setUpdating] = useState(false)
  const isBusy = apply.isPending || remove.isPending
  return (
    <>
      <ImportChanges record={record} isChosen={isUpdating} onChoose={setUpdating} />
      <div className="import-decision">
        <span>{t('Nothing has been saved yet.')}</span>
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() =>
            remove.mutate({ params: { id: record.id } }, { onSuccess: () => navigate({ to: importsPath }) })
          }
        >
          {t('Discard this import')}
        </Button>
        {rowsToImport(record, isUpdating) > 0 ? (
          <Button
            loading={apply.isPending}
            disabled={isBusy}
            onClick={() => apply.mutate({ params: { id: record.id }, body: { mode: applyModeOf(record, isUpdating) } })}
          >
            {importLabel(t, record, isUpdating)}
          </Button>
        ) : null}
      </div>
    </>
  )
}
