import '@mantine/core/styles/Progress.css'
import './importing.css'
import { Alert, Button, Group, Loader, Modal, Progress } from '@mantine/core'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type ImportRecord, imports, isImportOver } from '@portal/contract/imports.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { useOpening } from '../ui/use-opening.ts'
import { FileDrop } from './FileDrop.tsx'
import { ImportCounts, ImportErrors, ImportSample } from './ImportReport.tsx'
import { type ImportTexts, isImportGood, useImportRecord, watchImport } from './watch-import.ts'

type UploadEndpoint = Endpoint & { upload: { field: string; maxBytes: number } }
type Props = {
  opened: boolean
  title: string
  /** Where the file goes; it answers `{import_id}`. */
  endpoint: UploadEndpoint
  /** Shown before anything is written, and decided on; or brought in at once. */
  withPreview: boolean
  /** What goes along with the file, or what is missing for it. */
  query?: () => Record<string, string> | null
  accept: readonly string[]
  note: ReactNode
  texts: ImportTexts
  /** The feature whose lists change by it. */
  feature: string
  onClose: () => void
  children?: ReactNode
}

/** Choose, look, decide, see what came of it. It may be closed at any moment: what runs goes on, and its end is told. */
export function ImportDialog(props: Props) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [id, setId] = useState<number | null>(null)
  const [isDecided, setDecided] = useState(!props.withPreview)
  const queries = useQueryClient()
  const record = useImportRecord(id).data
  const startOver = () => {
    setFile(null)
    setFault(undefined)
    setId(null)
    setDecided(!props.withPreview)
  }
  const watch = (importId: number) => void watchImport(queries, importId, props.texts, t, props.feature)
  const close = () => {
    // A preview that nobody decides on is nobody's any more; if it cannot be dropped it does no harm.
    if (record?.status === 'ready') call(imports.remove, { params: { id: record.id } }).catch(() => {})
    props.onClose()
    startOver()
  }
  const send = async () => {
    const query = props.query ? props.query() : {}
    if (!file) return setFault(t('File is required'))
    if (file.size > props.endpoint.upload.maxBytes) return setFault(t('This file is too large.'))
    if (query === null) return
    setFault(undefined)
    setSending(true)
    try {
      const answer = await call(props.endpoint, { file, query: { ...query, ...(props.withPreview ? { mode: 'preview' } : {}) } } as never, {
        keepPlace: true,
      })
      const importId = (answer as { import_id: number }).import_id
      setId(importId)
      if (!props.withPreview) watch(importId)
    } catch (error) {
      setFault(t(faultText(error)))
    } finally {
      setSending(false)
    }
  }
  const decide = async (ready: ImportRecord) => {
    setSending(true)
    try {
      // What changed since the look must not slip in half: without a fault, all of it or nothing.
      const mode = ready.counts.failed === 0 ? 'all' : 'good'
      await call(imports.apply, { params: { id: ready.id }, body: { mode } }, { keepPlace: true })
      setDecided(true)
      await queries.invalidateQueries({ queryKey: ['imports', 'get'] })
      watch(ready.id)
    } catch (error) {
      setFault(t(faultText(error)))
    } finally {
      setSending(false)
    }
  }
  const isWide = record !== undefined && isImportOver(record.status)
  return (
    <Modal opened={useOpening(props.opened)} onClose={close} title={t(props.title)} size={isWide ? 'min(960px, 96vw)' : 520}>
      {id === null ? (
        <div className="import-step">
          {props.children}
          <FileDrop
            file={file}
            accept={props.accept}
            note={props.note}
            error={fault}
            isDisabled={isSending}
            onChoose={(chosen) => chooseFile(chosen, setFile, setFault)}
          />
          <Buttons onClose={close}>
            <Button onClick={send} disabled={isSending} {...(isSending ? { leftSection: <Loader size={16} /> } : {})}>
              {t('Import')}
            </Button>
          </Buttons>
        </div>
      ) : record && isImportOver(record.status) ? (
        <Outcome record={record} isDecided={isDecided} isSending={isSending} fault={fault} onDecide={decide} onClose={close} onAgain={startOver} />
      ) : (
        <Running record={record} onClose={close} />
      )}
    </Modal>
  )
}

const faultText = (error: unknown): string => {
  if (error instanceof AppError) return error.fields?.file ?? Object.values(error.fields ?? {})[0] ?? error.message
  return error instanceof Error ? error.message : 'Operation Failed!'
}
function chooseFile(file: File, setFile: (file: File) => void, setFault: (fault: undefined) => void): void {
  setFault(undefined)
  setFile(file)
}

function Buttons({ onClose, label = 'Cancel', children }: { onClose: () => void; label?: string; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Group gap={12} justify="flex-end" className="import-buttons">
      <Button variant="default" onClick={onClose}>
        {t(label)}
      </Button>
      {children}
    </Group>
  )
}

function Running({ record, onClose }: { record: ImportRecord | undefined; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { done = 0, total = 0 } = record?.progress ?? {}
  const isKnown = total > 0
  return (
    <div className="import-step" aria-live="polite">
      <p>
        {isKnown
          ? t('{done} of {total} rows', { done: done.toLocaleString(i18n.language), total: total.toLocaleString(i18n.language) })
          : t('Reading the file…')}
      </p>
      <Progress value={isKnown ? Math.min(100, (100 * done) / total) : 100} animated={!isKnown} aria-label={t('Progress')} />
      <p className="file-note">{t('You can close this window: it goes on, and you will be told how it ended.')}</p>
      <Buttons onClose={onClose} label="Close" />
    </div>
  )
}

type OutcomeProps = {
  record: ImportRecord
  isDecided: boolean
  isSending: boolean
  fault: string | undefined
  onDecide: (record: ImportRecord) => void
  onClose: () => void
  onAgain: () => void
}
function Outcome({ record, isDecided, isSending, fault, onDecide, onClose, onAgain }: OutcomeProps) {
  const { t } = useTranslation()
  const isReady = record.status === 'ready' && !isDecided
  const { booked, failed } = record.counts
  return (
    <div className="import-step">
      {record.reason ? (
        <Alert color={isImportGood(record) ? 'ok' : 'bad'} variant="outline" role="alert">
          {t(record.reason)}
        </Alert>
      ) : null}
      <ImportCounts record={record} />
      {isReady ? <p className="file-note">{t('Nothing has been written yet.')}</p> : null}
      <ImportErrors record={record} />
      {isReady ? <ImportSample record={record} /> : null}
      {fault ? (
        <p className="file-error" role="alert">
          {fault}
        </p>
      ) : null}
      <Buttons onClose={onClose} label={isReady ? 'Cancel' : 'Close'}>
        <Button variant="default" onClick={onAgain} disabled={isSending}>
          {t('Choose another file')}
        </Button>
        {isReady && booked > 0 ? (
          <Button onClick={() => onDecide(record)} disabled={isSending} {...(isSending ? { leftSection: <Loader size={16} /> } : {})}>
            {failed === 0 ? t('Import {count} rows', { count: booked }) : t('Import the {count} good rows', { count: booked })}
          </Button>
        ) : null}
      </Buttons>
    </div>
  )
}
