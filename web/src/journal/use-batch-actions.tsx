import { type JournalBatch, journalBatches } from '@portal/contract/journal/journal.ts'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useDownload } from '../api/use-download.ts'
import type { RowAction } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'

const WithdrawDialog = lazily(() => import('./WithdrawDialog.tsx'), 'WithdrawDialog')

const choices = {
  download: { label: 'Download', name: 'Download {record}', icon: IconDownload, look: 'icon' },
  withdraw: { label: 'Withdraw…', name: 'Withdraw {record}', icon: IconArrowBackUp, look: 'menu' },
} as const

/** What can be done with a batch, and the dialog that asks for the reason. */
export function useBatchActions() {
  const download = useDownload(journalBatches.download, 'journal.csv')
  const { ask, dialog } = useDialog((batch: JournalBatch, frame) => (
    <WithdrawDialog key={`${batch.id} ${batch.version}`} batch={batch} {...frame} />
  ))
  const save = ({ id }: Pick<JournalBatch, 'id'>) => download.mutate({ params: { id } })
  const actionsOn = (batch: JournalBatch): RowAction[] => [
    { ...choices.download, onSelect: () => save(batch) },
    ...(batch.status === 'withdrawn' ? [] : [{ ...choices.withdraw, onSelect: () => ask(batch) }]),
  ]
  return { actionsOn, dialog, save, isSaving: download.isPending, askWithdraw: ask }
}
