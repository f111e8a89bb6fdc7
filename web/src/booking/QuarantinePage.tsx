import './quarantine.css'
import { type QuarantineRow, transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { IconArchive, IconArrowBackUp, IconLockOpen } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { RowAction } from '../list/list-types.ts'
import { useSelection } from '../list/use-selection.ts'
import { useDialog } from '../ui/use-dialog.tsx'
import { quarantinePath } from './quarantine.paths.ts'
import { quarantineListColumns } from './quarantine-columns.tsx'
import { ReleaseSelected } from './ReleaseSelected.tsx'
import { SkipDialog } from './SkipDialog.tsx'

const choices = {
  putBack: {
    label: 'Return to quarantine',
    name: 'Return {record} to quarantine',
    icon: IconArrowBackUp,
    look: 'button',
  },
  release: { label: 'Release', name: 'Release {record}', icon: IconLockOpen, look: 'button' },
  setAside: { label: 'Skip…', name: 'Skip {record}', icon: IconArchive, look: 'button' },
} as const

/** Transactions whose card was unknown, closed or unassigned at import. Staff release or skip them here (TXN-9). */
export function QuarantinePage() {
  const release = useAction(transactionImports.release)
  const putBack = useAction(transactionImports.putBack)
  const selection = useSelection()
  const { ask, dialog } = useDialog((transaction: QuarantineRow, frame) => (
    <SkipDialog transaction={transaction} {...frame} />
  ))
  const isDisabled = release.isPending || putBack.isPending
  const choicesOn = (transaction: QuarantineRow): RowAction[] => {
    const call = { params: { id: transaction.id } }
    if (transaction.state === 'released') return []
    if (transaction.state === 'set_aside')
      return [{ ...choices.putBack, isDisabled, onSelect: () => putBack.mutate(call) }]
    return [
      { ...choices.release, isDisabled, onSelect: () => release.mutate(call) },
      { ...choices.setAside, isDisabled, onSelect: () => ask(transaction) },
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
