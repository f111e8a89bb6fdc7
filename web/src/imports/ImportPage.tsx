import '@mantine/core/styles/Progress.css'
import '../form/form.css'
import '../ui/panel.css'
import { Alert, Button, Progress } from '@mantine/core'
import { importStatusWords, isImportOver } from '@portal/contract/imports.ts'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { toList } from '../api/list-address.ts'
import { ImportCounts } from '../importing/ImportCounts.tsx'
import { ImportErrors } from '../importing/ImportErrors.tsx'
import { ImportSample } from '../importing/ImportSample.tsx'
import { useImportRecord } from '../importing/watch-import.ts'
import { MessagePanel } from '../ui/MessagePanel.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { instantText, sizeText } from '../ui/texts.ts'
import { importsPath } from './imports.routes.tsx'

/** The report of one import; while it runs, its progress. */
export function ImportPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { t, i18n } = useTranslation()
  const { data: record, error } = useImportRecord(/^\d{1,15}$/.test(id) ? Number(id) : 0)
  if (error)
    return (
      <MessagePanel
        heading
        icon={IconAlertTriangle}
        title={t('Error while performing operation. Please refresh your browser')}
        text={t(error.message)}
      />
    )
  if (!record) return null
  const facts = [t(record.kind_words), record.provider, sizeText(record.size_bytes, i18n.language), instantText(record.created_at), record.user_name]
  const { done, total } = record.progress
  return (
    <>
      <div className="page-head">
        <div className="form-title">
          <h1>{record.file_name}</h1>
          <StatusBadge word={importStatusWords[record.status]} />
        </div>
        <div className="page-actions">
          <Button component={Link} {...toList(importsPath)} variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
            {t('List of Imports')}
          </Button>
        </div>
      </div>
      <div className="panel import-page">
        <p className="file-note">{facts.filter(Boolean).join(' · ')}</p>
        {isImportOver(record.status) ? null : (
          <Progress value={total > 0 ? (100 * done) / total : 100} animated={total === 0} aria-label={t('Progress')} />
        )}
        {record.reason ? (
          <Alert color="bad" variant="outline">
            {t(record.reason)}
          </Alert>
        ) : null}
        <ImportCounts record={record} />
        <ImportErrors record={record} />
        <ImportSample record={record} />
      </div>
    </>
  )
}
