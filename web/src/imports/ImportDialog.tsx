import { sentence } from '../ui/words/sentence.ts'
import '@mantine/core/styles/Progress.css'
import './importing.css'
import { Alert, Button, Group, Loader, Progress } from '@mantine/core'
import { type ImportRecord, isImportOver } from '@portal/contract/imports/imports.ts'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { FileChooser } from './FileChooser.tsx'
import { FileDrop } from './FileDrop.tsx'
import { ImportChanges } from './ImportChanges.tsx'
import { ImportCounts } from './ImportCounts.tsx'
import { ImportErrors } from './ImportErrors.tsx'
import { ImportSample } from './ImportSample.tsx'
import { importLabel, rowsToImport } from './import-label.ts'
import { importsPath } from './imports.paths.ts'
import { type ImportFault, type Importing, useImporting } from './use-importing.ts'
import { isImportGood } from './watch-import.ts'

type Props = Importing & {
  opened: boolean
  title: string
  accept: readonly string[]
  note: ReactNode
  onClose: () => void
  children?: ReactNode
}

/**
 * Choose a file, preview it, confirm it and see the result. It can be closed at any time: the import continues, and its
 * outcome is shown.
 */
export function ImportDialog(props: Props) {
  const { t } = useTranslation()
  const { file, choose, fault, isSending, isChosen, record, isDecided, send, decide, startOver, drop } =
    useImporting(props)
  const close = () => {
    drop()
    props.onClose()
  }
  const isOver = record !== undefined && isImportOver(record.status)
  return (
    <Dialog opened={props.opened} onClose={close} title={t(props.title)} size={isOver ? 'min(960px, 96vw)' : 520}>
      {!isChosen ? (
        <div className="import-step">
          {props.children}
          <FileDrop
            file={file}
            accept={props.accept}
            note={props.note}
            error={fault && <Fault {...fault} onLeave={close} />}
            isDisabled={isSending}
            onChoose={choose}
          />
          <Buttons onClose={close}>
            <Button onClick={send} disabled={isSending} {...(isSending ? { leftSection: <Loader size={16} /> } : {})}>
              {t('Import')}
            </Button>
          </Buttons>
        </div>
      ) : isOver ? (
        <Outcome
          record={record}
          isDecided={isDecided}
          isSending={isSending}
          fault={fault}
          onDecide={decide}
          accept={props.accept}
          onClose={close}
          onAgain={(next) => {
            startOver()
            choose(next)
          }}
        />
      ) : (
        <Running record={record} onClose={close} />
      )}
    </Dialog>
  )
}

/** For a file that was imported before, links to that import. */
function Fault({ text, importId, onLeave }: ImportFault & { onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      {text}{' '}
      {importId ? (
        <PageLink to={`${importsPath}/${importId}/view`} onClick={onLeave}>
          {t('Open import {id}', { id: importId })}
        </PageLink>
      ) : null}
    </>
  )
}

function Buttons({
  onClose,
  label = 'Cancel',
  children,
}: {
  onClose: () => void
  label?: string
  children?: ReactNode
}) {
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
  const { t, language } = useTranslation()
  const { done = 0, total = 0 } = record?.progress ?? {}
  const isKnown = total > 0
  return (
    <div className="import-step" aria-live="polite">
      <p>
        {isKnown
          ? t('{done} of {total} rows', {
              done: done.toLocaleString(language),
              total: total.toLocaleString(language),
            })
          : t('Reading the file…')}
      </p>
      <Progress
        value={isKnown ? Math.min(100, (100 * done) / total) : 100}
        animated={!isKnown}
        aria-label={t('Progress')}
      />
      <p className="file-note">
        {t('You can close this window. The import continues, and we notify you when it is done.')}
      </p>
      <Buttons onClose={onClose} label="Close" />
    </div>
  )
}

type OutcomeProps = {
  record: ImportRecord
  isDecided: boolean
  isSending: boolean
  fault: ImportFault | undefined
  onDecide: (record: ImportRecord, isUpdating: boolean) => void
  accept: readonly string[]
  onClose: () => void
  onAgain: (file: File) => void
}
function Outcome({ record, isDecided, isSending, fault, onDecide, accept, onClose, onAgain }: OutcomeProps) {
  const { t } = useTranslation()
  const [isUpdating, setUpdating] = useState(false)
  const isReady = record.status === 'ready' && !isDecided
  const rows = rowsToImport(record, isUpdating)
  return (
    <div className="import-step">
      {record.reason ? (
        <Alert color={isImportGood(record) ? 'ok' : 'bad'} variant="outline" role="alert">
          {sentence(t, record.reason_message, record.reason)}
        </Alert>
      ) : null}
      <ImportCounts record={record} withReport />
      {isReady ? <p className="file-note">{t('Nothing has been saved yet.')}</p> : null}
      <ImportErrors record={record} />
      {isReady ? <ImportChanges record={record} isChosen={isUpdating} onChoose={setUpdating} /> : null}
      {isReady ? <ImportSample record={record} /> : null}
      {fault ? (
        <p className="file-error" role="alert">
          {fault.text}
        </p>
      ) : null}
      <Buttons onClose={onClose} label={isReady ? 'Cancel' : 'Close'}>
        <FileChooser label="Choose another file" accept={accept} isDisabled={isSending} onChoose={onAgain} />
        {isReady && rows > 0 ? (
          <Button
            onClick={() => onDecide(record, isUpdating)}
            disabled={isSending}
            {...(isSending ? { leftSection: <Loader size={16} /> } : {})}
          >
            {importLabel(t, record, isUpdating)}
          </Button>
        ) : null}
      </Buttons>
    </div>
  )
}
