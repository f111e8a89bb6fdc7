import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import { IconCalendarOff, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { useCan } from '../../api/session.ts'
import type { RowAction } from '../../list/list-types.ts'
import { lazily } from '../../ui/lazily.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import type { TaxWay } from './tax-rate-changing.ts'

const TaxRateDialog = lazily(() => import('./TaxRateDialog.tsx'), 'TaxRateDialog')

const TaxHistoryDialog = lazily(() => import('./TaxHistoryDialog.tsx'), 'TaxHistoryDialog')

const editing = { label: 'Edit', name: 'Edit {record}', icon: IconPencil, look: 'menu' } as const
const ending = { label: 'End', name: 'End {record}', icon: IconCalendarOff, look: 'menu' } as const
const withdrawing = {
  label: 'Withdraw',
  name: 'Withdraw {record}',
  icon: IconTrash,
  look: 'menu',
  isDanger: true,
} as const
const looking = { label: 'History', name: 'History of {record}', icon: IconHistory, look: 'menu' } as const

/** What can be done with a tax rate, and the dialogs for it. A withdrawn rate only has its history. */
export function useTaxRateActions() {
  const can = useCan()
  const { ask, dialog } = useDialog<{ way: TaxWay; rate?: TaxRate }>(({ way, rate }, frame) => (
    <TaxRateDialog key={`${way} ${rate?.id}`} way={way} rate={rate} {...frame} />
  ))
  const { ask: showHistory, dialog: history } = useDialog<TaxRate>((rate, frame) => (
    <TaxHistoryDialog key={rate.id} rate={rate} {...frame} />
  ))
  const actionsOn = (rate: TaxRate): RowAction[] => {
    const isInForce = rate.state === 'current'
    const [mayCorrect, mayWithdraw] = [isInForce && can(taxRates.update), isInForce && can(taxRates.delete)]
    return [
      ...(mayCorrect ? [{ ...editing, onSelect: () => ask({ way: 'correct', rate }) } as const] : []),
      ...(mayCorrect ? [{ ...ending, onSelect: () => ask({ way: 'end', rate }) } as const] : []),
      ...(mayWithdraw ? [{ ...withdrawing, onSelect: () => ask({ way: 'withdraw', rate }) } as const] : []),
      { ...looking, onSelect: () => showHistory(rate) },
    ]
  }
  const dialogs = (
    <>
      {dialog}
      {history}
    </>
  )
  return { ask, actionsOn, dialogs }
}
