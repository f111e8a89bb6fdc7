import { ActionIcon } from '@mantine/core'
import type { Attachment } from '@portal/contract/files/attachments.ts'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { Hint } from '../ui/hint/Hint.tsx'
import { sizeText } from '../ui/words/figures.ts'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { cutName } from './cut-name.ts'
import { useAttachmentDownload } from './use-attachment-download.ts'

/** One file, with its name as the download link. `onDelete` is absent without permission. */
export function AttachmentRow({ file, onDelete }: { file: Attachment; onDelete?: (() => void) | undefined }) {
  const { t, language } = useTranslation()
  const download = useAttachmentDownload()
  const shown = cutName(file.name)
  const about = [sizeText(file.size_bytes, language), instantText(file.uploaded_at), file.uploaded_by].filter(
    (part) => part !== null,
  )
  return (
    <li className="attachment">
      <Hint text={shown === file.name ? null : file.name}>
        <button
          type="button"
          className="attachment-name"
          aria-label={t('Download {name}', { name: file.name })}
          aria-busy={download.isPending}
          disabled={download.isPending}
          onClick={() => download.mutate(file)}
        >
          <IconDownload size={16} stroke={1.8} aria-hidden />
          <span>{shown}</span>
        </button>
      </Hint>
      <span className="attachment-note">{about.join(' · ')}</span>
      {onDelete ? (
        <Hint text={t('Delete')}>
          <ActionIcon
            variant="subtle"
            className="danger-icon"
            aria-label={t('Delete {name}', { name: file.name })}
            onClick={onDelete}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Hint>
      ) : null}
    </li>
  )
}
