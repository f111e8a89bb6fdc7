import './quarantine.css'
import { type QuarantineRow, transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { IconArchive, IconArrowBackUp, IconLockOpen } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { RowAction } from '../list/list-types.ts'
import { useSelection } from '../list/use-selection.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { quarantinePath } from './quarantine.paths.ts'
import { quarantineListColumns } from './quarantine-columns.tsx'
import { ReleaseSelected } from './ReleaseSelected.tsx'

const SkipDialog = lazily(() => import('./SkipDialog.tsx'), 'SkipDialog')

const choices = {
  returned: {
    label: 'Return to quarantine',
    name: 'Return {record} to quarantine',
    icon: IconArrowBackUp,
    look: 'button',
  },
  release: { label: 'Release', name: 'Release {record}', icon: IconLockOpen, look: 'button' },
  skip: { label: 'Skip…', name: 'Skip {record}', icon: IconArchive, look: 'button' },
} as const

/** Transactions whose card or product code was unknown at import, or whose card was closed or unassigned. Staff release or skip them here (TXN-9). */
export function QuarantinePage() {
  const release = useAction(transactionImports.release)
  const returned = useAction(transactionImports.returnToQuarantine)
  const selection = useSelection()
  const { ask, dialog } = useDialog((row: QuarantineRow, frame) => <SkipDialog transaction={row} {...frame} />)
  const isDisabled = release.isPending || returned.isPending
  const choicesOn = (transaction: QuarantineRow): RowAction[] => {
    const call = { params: { id: transaction.id } }
    if (transaction.status === 'released') return []
    if (transaction.status === 'skipped')
      return [{ ...choices.returned, isDisabled, onSelect: () => returned.mutate(call) }]
    return [
      { ...choices.release, isDisabled, onSelect: () => release.mutate(call) },
      { ...choices.skip, isDisabled, onSelect: () => ask(transaction) },
    ]
  }
  return (
    <ListPage
      title="Quarantine"
      path={quarantinePath}
      endpoint={transactionImports.quarantine}
      columns={quarantineListColumns}
      nameOf={(transaction) => transaction.authentication_id}
      empty={{ none: 'No transactions in quarantine', filtered: 'No Record found' }}
      selection={selection}
      toolbar={<ReleaseSelected selection={selection} />}
      rowActions={choicesOn}
    >
      {dialog}
    </ListPage>
  )
}
