import '../imports/importing.css'
import { Button, Group } from '@mantine/core'
import {
  type IftaKind,
  iftaColumns,
  iftaKindWords,
  optionalIftaColumns,
} from '@portal/contract/ifta/ifta-words.data.ts'
import { FileDrop } from '../imports/FileDrop.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { IftaPreview } from './IftaPreview.tsx'
import { quarterText } from './ifta-texts.ts'
import { useIftaUpload } from './use-ifta-upload.ts'

type Props = { kind: IftaKind; quarter: string; company: number | undefined; opened: boolean; onClose: () => void }

/** Choose a file, see what it has and what it replaces, and store it. */
export function IftaUploadDialog({ kind, quarter, company, opened, onClose }: Props) {
  const { t } = useTranslation()
  const { file, fault, seen, isBusy, choose, preview, store, startOver } = useIftaUpload(kind, quarter, company)
  const close = () => {
    onClose()
    startOver()
  }
  const isReady = seen?.status === 'preview' && seen.failed === 0
  const required = iftaColumns[kind].filter((column) => !optionalIftaColumns.includes(column))
  const others = iftaColumns[kind].filter((column) => optionalIftaColumns.includes(column))
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={`${t(iftaKindWords[kind])}, ${quarterText(t, quarter)}`}
      size={seen ? 'min(760px, 96vw)' : 520}
    >
      <div className="import-step">
        {seen ? (
          <IftaPreview outcome={seen} />
        ) : (
          <FileDrop
            file={file}
            accept={['.csv', '.txt']}
            note={[
              t('CSV, at most 5 MB, with the columns {columns}. Optional: {others}.', {
                columns: required.join(', '),
                others: others.join(', '),
              }),
              t('Decimals have a point. In files not separated by commas they can have a comma: 12,5 or 1 234,5.'),
            ].join(' ')}
            error={fault ? sentence(t, fault) : undefined}
            isDisabled={isBusy}
            onChoose={choose}
          />
        )}
        <Group gap={12} justify="flex-end" className="import-buttons">
          <Button variant="default" onClick={seen ? startOver : close}>
            {seen ? t('Another file') : t('Cancel')}
          </Button>
          {seen && !isReady ? <Button onClick={close}>{t('Close')}</Button> : null}
          {isReady ? (
            <Button loading={isBusy} onClick={() => store(close)}>
              {seen.replaces ? t('Replace') : t('Store')}
            </Button>
          ) : null}
          {seen ? null : (
            <Button loading={isBusy} onClick={preview}>
              {t('Preview')}
            </Button>
          )}
        </Group>
      </div>
    </Dialog>
  )
}
