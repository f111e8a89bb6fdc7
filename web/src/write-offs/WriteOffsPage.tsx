import { type WriteOff, writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import { IconArrowBackUp, IconArrowLeft } from '@tabler/icons-react'
import { toList } from '../api/list-address.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { creditNotesPath } from '../credit-notes/credit-notes.paths.ts'
import { ListPage } from '../list/ListPage.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { canUndo, ReversalBadge, writeOffListColumns } from './write-off-columns.tsx'
import { writeOffsPath } from './write-offs.paths.ts'

const UndoDialog = lazily(() => import('./UndoDialog.tsx'), 'UndoDialog')
const reverseAction = { label: 'Reverse', name: 'Reverse {record}', icon: IconArrowBackUp }

/** What was written off, and its reversals (RECV-5). */
export function WriteOffsPage() {
  const { language } = useTranslation()
  const can = useCan()
  const reverse = useAction(writeOffs.reverse, { isShownInPlace: true })
  const { ask, dialog } = useDialog((row: WriteOff, frame) => (
    <UndoDialog
      {...frame}
      title="Reverse write-off"
      submit="Reverse"
      subject={`${row.invoice_number} · ${moneyText(row.amount, language, row.currency)}`}
      effect="The amount is due again."
      isBusy={reverse.isPending}
      send={(reason) => reverse.mutateAsync({ params: { id: row.id }, body: { reason } })}
    />
  ))
  return (
    <ListPage
      title="Write-offs"
      path={writeOffsPath}
      endpoint={writeOffs.list}
      columns={writeOffListColumns}
      nameOf={(row) => `${row.invoice_number}, ${dateText(row.written_off_on)}`}
      empty={{ none: 'No Write-off records to show', filtered: 'No Record found' }}
      headActions={<LinkButton {...toList(creditNotesPath)} icon={IconArrowLeft} label="Back to Credit notes" />}
      markOf={(row) => <ReversalBadge row={row} />}
      rowActions={(row) =>
        can(writeOffs.reverse) && canUndo(row) ? [{ ...reverseAction, onSelect: () => ask(row) }] : []
      }
    >
      {dialog}
    </ListPage>
  )
}
