import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { WritingId } from '../api/toasts.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import type { AnyRow } from './list-types.ts'

type Props = {
  endpoint: Endpoint & { id: WritingId }
  note: string | undefined
  row: AnyRow | null
  nameOf: (row: AnyRow) => string
  onClose: () => void
  onDeleted: () => void
  onGone: () => void
}

/** Deletes a record (LIST-4). The dialog closes either way. On failure a toast says why, and the record stays. */
export function DeleteDialog({ endpoint, note, row, nameOf, onClose, onDeleted, onGone }: Props) {
  const { t } = useTranslation()
  const action = useAction(endpoint)
  const remove = () => {
    if (row) action.mutate({ params: { id: row.id } } as never, { onSuccess: onDeleted, onSettled: onClose })
  }
  return (
    <ConfirmDialog
      opened={row !== null}
      title={t('Delete')}
      text={t('Record will be deleted forever. Do you wish to continue?')}
      note={note ? t(note) : null}
      subject={row ? nameOf(row) : null}
      confirm="Delete"
      danger
      busy={action.isPending}
      onConfirm={remove}
      onCancel={onClose}
      onGone={onGone}
    />
  )
}
