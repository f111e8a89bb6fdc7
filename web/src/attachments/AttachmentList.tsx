import './attachments.css'
import { Skeleton } from '@mantine/core'
import type { Attachment } from '@portal/contract/files/attachments.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormSection } from '../form/FormSection.tsx'
import { lazily, WhenFirst } from '../ui/lazily.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { AttachmentRow } from './AttachmentRow.tsx'
import type { AttachmentCalls } from './attachment-calls.ts'
import { UploadButton } from './UploadButton.tsx'

const ConfirmDialog = lazily(() => import('../ui/ConfirmDialog.tsx'), 'ConfirmDialog')

type Props = {
  calls: AttachmentCalls
  /** The record that the files belong to. */
  id: number
  onChanged?: () => void
}
const noop = () => {}

/** The files of a record, for any feature that has them (CARD-15, TXN-11). They have the permissions of the record. */
export function AttachmentList({ calls, id, onChanged = noop }: Props) {
  const { t } = useTranslation()
  const can = useCan()
  const [doomed, setDoomed] = useState<Attachment | null>(null)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(calls.list, { id }),
    queryFn: ({ signal }) => call(calls.list, { params: { id } }, { signal }),
  })
  const mayDelete = can(calls.remove)
  return (
    <FormSection title="Attachments">
      <div className="attachments">
        {error ? (
          <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
        ) : data === undefined ? (
          <Skeleton height={32} />
        ) : data.length === 0 ? (
          <p className="attachment-note">{t('No attachments to show')}</p>
        ) : (
          <ul>
            {data.map((file) => (
              <AttachmentRow key={file.id} file={file} onDelete={mayDelete ? () => setDoomed(file) : undefined} />
            ))}
          </ul>
        )}
        {can(calls.add) ? <UploadButton endpoint={calls.add} id={id} onChanged={onChanged} /> : null}
      </div>
      <WhenFirst asked={doomed !== null}>
        <DeleteFileDialog
          endpoint={calls.remove}
          id={id}
          file={doomed}
          onClose={() => setDoomed(null)}
          onChanged={onChanged}
        />
      </WhenFirst>
    </FormSection>
  )
}

type DialogProps = {
  endpoint: AttachmentCalls['remove']
  id: number
  file: Attachment | null
  onClose: () => void
  onChanged: () => void
}
/** The dialog closes either way. On failure a toast says why, and the file stays in the list. */
function DeleteFileDialog({ endpoint, id, file, onClose, onChanged }: DialogProps) {
  const { t } = useTranslation()
  const remove = useAction(endpoint, { keepPlace: true })
  const confirm = () => {
    if (file) remove.mutate({ params: { id, fileId: file.id } }, { onSuccess: onChanged, onSettled: onClose })
  }
  return (
    <ConfirmDialog
      opened={file !== null}
      title={t('Delete')}
      text={t('The file will be deleted forever. Do you wish to continue?')}
      subject={file?.name}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  )
}
