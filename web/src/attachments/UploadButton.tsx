import { Button, FileButton } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { attachmentEndingOf } from '@portal/contract/files/attachment-types.data.ts'
import { attachmentUpload } from '@portal/contract/files/attachments.ts'
import { message, severalOf } from '@portal/contract/message.ts'
import { IconPaperclip } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import type { AttachmentCalls } from './attachment-calls.ts'

const endings = attachmentUpload.endings.map((ending) => `.${ending}`)
const accept = endings.join(',')
/** Checks what can be known before the upload. The service checks the rest. */
function faultOf(file: File): string | undefined {
  if (file.size === 0) return 'file.empty'
  if (!attachmentEndingOf(file.name)) return message('import.endings', { endings: severalOf(endings) })
  return file.size > attachmentUpload.maxBytes ? 'file.too-large' : undefined
}
function faultIn(error: unknown): string {
  if (error instanceof AppError) return error.fields?.[attachmentUpload.field] ?? error.message
  return error instanceof Error ? error.message : 'Operation Failed!'
}

type Props = { endpoint: AttachmentCalls['add']; id: number; onChanged: () => void }

/** Uploads a file as soon as it is chosen. Errors appear next to the button. */
export function UploadButton({ endpoint, id, onChanged }: Props) {
  const { t } = useTranslation()
  const add = useAction(endpoint, { keepPlace: true })
  const [sending, setSending] = useState<string>()
  const [fault, setFault] = useState<string>()
  const reset = useRef<() => void>(null)
  const noteId = useId()
  const send = async (file: File | null) => {
    // Lets the user choose the same file again after fixing it.
    reset.current?.()
    if (!file) return
    const found = faultOf(file)
    setFault(found)
    if (found) return
    setSending(file.name)
    try {
      await add.mutateAsync({ params: { id }, file })
      onChanged()
    } catch (error) {
      setFault(faultIn(error))
    } finally {
      setSending(undefined)
    }
  }
  return (
    <div className="attachment-upload">
      <FileButton onChange={send} resetRef={reset} accept={accept} disabled={add.isPending}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            loading={add.isPending}
            leftSection={<IconPaperclip size={16} aria-hidden />}
            aria-describedby={noteId}
          >
            {t('Attach a file')}
          </Button>
        )}
      </FileButton>
      <span className="attachment-note" id={noteId}>
        {t('PDF, pictures, text, CSV and office documents, up to 20 MB. Saved as soon as the upload finishes.')}
      </span>
      <span role="status" className="attachment-note">
        {sending ? t('Uploading {name}…', { name: sending }) : ''}
      </span>
      {fault ? (
        <p className="attachment-fault" role="alert">
          {sentence(t, fault)}
        </p>
      ) : null}
    </div>
  )
}
