import { type BankLine, bankLines } from '@portal/contract/bank-files/bank-lines.ts'
import { IconArrowBackUp, IconCheck, IconEyeOff, IconLink } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import type { RowAction } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'

const LinkDialog = lazily(() => import('./LinkDialog.tsx'), 'LinkDialog')
const IgnoreDialog = lazily(() => import('./IgnoreDialog.tsx'), 'IgnoreDialog')

const BookLineDialog = lazily(() => import('./BookLineDialog.tsx'), 'BookLineDialog')

const choices = {
  confirm: { label: 'Confirm…', name: 'Confirm {record}', icon: IconCheck, look: 'button' },
  link: { label: 'Link to the receipt…', name: 'Link {record} to the receipt', icon: IconLink, look: 'menu' },
  ignore: { label: 'Ignore…', name: 'Ignore {record}', icon: IconEyeOff, look: 'menu' },
  restore: { label: 'Open again', name: 'Open {record} again', icon: IconArrowBackUp, look: 'button' },
} as const
type Act = 'confirm' | 'link' | 'ignore'

/** What can be done with a line, and the dialog that asks for it. */
export function useLineActions() {
  const restore = useAction(bankLines.restore)
  const { ask, dialog } = useDialog(({ line, act }: { line: BankLine; act: Act }, frame) => {
    const key = `${line.id} ${line.version}`
    const receipt = line.proposal?.perhaps_booked
    if (act === 'link' && receipt) return <LinkDialog key={key} line={line} receipt={receipt} {...frame} />
    if (act === 'ignore') return <IgnoreDialog key={key} line={line} {...frame} />
    return <BookLineDialog key={key} line={line} {...frame} />
  })
  const actionsOn = (line: BankLine): RowAction[] => {
    const { id, version, status } = line
    if (status === 'ignored')
      return [
        {
          ...choices.restore,
          isDisabled: restore.isPending,
          onSelect: () => restore.mutate({ params: { id }, body: { version } }),
        },
      ]
    if (status !== 'open') return []
    const on = (act: Act): RowAction => ({ ...choices[act], onSelect: () => ask({ line, act }) })
    return [on('confirm'), ...(line.proposal?.perhaps_booked ? [on('link')] : []), on('ignore')]
  }
  return { actionsOn, dialog }
}
