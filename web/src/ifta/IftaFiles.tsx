import { Button } from '@mantine/core'
import { type IftaUpload, type IftaWorksheet, ifta } from '@portal/contract/ifta/ifta.ts'
import { type IftaKind, iftaKindWords } from '@portal/contract/ifta/ifta-words.data.ts'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'
import { useDownload } from '../api/use-download.ts'
import { useDialog } from '../ui/use-dialog.tsx'
import { instantText } from '../ui/words/texts.ts'
import { IftaUploadDialog } from './IftaUploadDialog.tsx'
import { quarterText, rowsText } from './ifta-texts.ts'

type Props = { quarter: string; sheet: IftaWorksheet | undefined }

/** The files of the quarter, each with its template and its upload. Staff also load the rates. */
export function IftaFiles({ quarter, sheet }: Props) {
  const { t } = useTranslation()
  const can = useCan()
  const isForRates = can(ifta.uploadRates)
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
            onUpload={can(kind === 'rates' ? ifta.uploadRates : ifta.uploadDistances) ? () => ask(kind) : null}
          />
        ))}
      </ul>
      {dialog}
    </section>
  )
}

type RowProps = { kind: IftaKind; upload: IftaUpload | null; onUpload: (() => void) | null }
function FileRow({ kind, upload, onUpload }: RowProps) {
  const { t, i18n } = useTranslation()
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
                rowsText(t, upload.rows, i18n.language),
                instantText(upload.uploaded_at, i18n.language),
                upload.uploaded_by,
              ]
                .filter(Boolean)
                .join(' · ')
            : t('No file yet')}
        </p>
      </div>
      {onUpload ? (
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
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            aria-label={t('Upload: {name}', { name })}
            onClick={onUpload}
          >
            {t('Upload')}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
