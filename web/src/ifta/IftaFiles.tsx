import { Button } from '@mantine/core'
import { type IftaUpload, type IftaWorksheet, ifta } from '@portal/contract/ifta/ifta.ts'
import { type IftaKind, iftaKindWords } from '@portal/contract/ifta/ifta-words.data.ts'
import { quarterOf } from '@portal/contract/ifta/quarters.rules.ts'
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { useDownload } from '../api/use-download.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { dayHere } from '../ui/words/day.ts'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { IftaUploadDialog } from './IftaUploadDialog.tsx'
import { quarterText, rowsText } from './ifta-texts.ts'

type Props = { quarter: string; sheet: IftaWorksheet | undefined }

/** The files of the quarter, each with its template and its upload. Staff also load the rates. */
export function IftaFiles({ quarter, sheet }: Props) {
  const { t } = useTranslation()
  const can = useCan()
  const isForRates = can(ifta.uploadRates)
  const hasBegun = quarter <= quarterOf(dayHere(new Date()))
  const { data: rates } = useQuery({
    queryKey: queryKeyOf(ifta.rates, { quarter }),
    queryFn: ({ signal }) => call(ifta.rates, { query: { quarter } }, { signal }),
    enabled: isForRates,
  })
  const { ask, dialog } = useDialog<IftaKind>((kind, frame) => (
    <IftaUploadDialog
      key={`${kind} ${quarter} ${sheet?.company_id}`}
      kind={kind}
      quarter={quarter}
      company={sheet?.company_id}
      {...frame}
    />
  ))
  const doomed = useRemoval(quarter)
  if (!sheet && !isForRates) return null
  const kinds: IftaKind[] = [
    ...(sheet ? (['distances', 'fuel'] as const) : []),
    ...(isForRates ? (['rates'] as const) : []),
  ]
  const uploads = { ...sheet?.uploads, rates: rates?.upload }
  return (
    <section className="panel ifta-panel" aria-label={t('Files of the quarter')}>
      <h2>{t('Files of {quarter}', { quarter: quarterText(t, quarter) })}</h2>
      <ul className="ifta-files">
        {kinds.map((kind) => (
          <FileRow
            key={kind}
            kind={kind}
            upload={uploads[kind] ?? null}
            actions={
              (kind === 'rates' ? isForRates : can(ifta.uploadDistances) && hasBegun)
                ? { upload: () => ask(kind), remove: doomed.ask }
                : null
            }
          />
        ))}
      </ul>
      {dialog}
      {doomed.dialog}
    </section>
  )
}

/** A file for another quarter or company is taken out again. */
function useRemoval(quarter: string) {
  const { t } = useTranslation()
  const remove = useAction(ifta.removeUpload, { keepPlace: true })
  return useDialog((upload: IftaUpload, { opened, onClose }) => (
    <ConfirmDialog
      opened={opened}
      title={t('Delete')}
      text={t('The worksheet of {quarter} will do without this file.', { quarter: quarterText(t, quarter) })}
      subject={upload.file_name}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: upload.id } }, { onSettled: onClose })}
      onCancel={onClose}
    />
  ))
}

type Actions = { upload: () => void; remove: (upload: IftaUpload) => void }
type RowProps = { kind: IftaKind; upload: IftaUpload | null; actions: Actions | null }
function FileRow({ kind, upload, actions }: RowProps) {
  const { t, language } = useTranslation()
  const name = t(iftaKindWords[kind])
  const template = useDownload(ifta.template, `ifta-${kind}.csv`)
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="margin-note">
          {upload
            ? [
                upload.file_name,
                rowsText(t, upload.rows, language),
                instantText(upload.uploaded_at, language),
                upload.uploaded_by,
              ]
                .filter(Boolean)
                .join(' · ')
            : t('No file yet')}
        </p>
      </div>
      {actions ? (
        <div className="ifta-file-buttons">
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={template.isPending}
            aria-label={t('Template: {name}', { name })}
            onClick={() => template.mutate({ params: { kind } })}
          >
            {t('Template')}
          </Button>
          {upload ? (
            <Button
              variant="subtle"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-label={t('Delete {name}', { name })}
              onClick={() => actions.remove(upload)}
            >
              {t('Delete')}
            </Button>
          ) : null}
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            aria-label={t('Upload: {name}', { name })}
            onClick={actions.upload}
          >
            {t('Upload')}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
