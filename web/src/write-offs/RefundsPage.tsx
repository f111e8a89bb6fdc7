import { type Refund, refunds } from '@portal/contract/write-offs/write-offs.ts'
import { IconArrowBackUp, IconArrowLeft } from '@tabler/icons-react'
import { toList } from '../api/list-address.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { ListPage } from '../list/ListPage.tsx'
import { receiptsPath } from '../receipts/receipts.paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { canUndo, ReversalBadge, refundListColumns } from './write-off-columns.tsx'
import { refundsPath } from './write-offs.paths.ts'

const UndoDialog = lazily(() => import('./UndoDialog.tsx'), 'UndoDialog')
const reverseAction = { label: 'Reverse', name: 'Reverse {record}', icon: IconArrowBackUp }

/** What was paid back, and its reversals (RECV-5). */
export function RefundsPage() {
  const { language } = useTranslation()
  const can = useCan()
  const reverse = useAction(refunds.reverse, { isShownInPlace: true })
  const { ask, dialog } = useDialog((row: Refund, frame) => (
    <UndoDialog
      {...frame}
      title="Reverse refund"
      submit="Reverse"
      subject={`${row.company_name} · ${moneyText(row.amount, language, row.currency)}`}
      effect="The money is on account again."
      isBusy={reverse.isPending}
      send={(reason) => reverse.mutateAsync({ params: { id: row.id }, body: { reason } })}
    />
  ))
  return (
    <ListPage
      title="Refunds"
      path={refundsPath}
      endpoint={refunds.list}
      columns={refundListColumns}
      nameOf={(row) => `${row.reference}, ${dateText(row.refund_date)}`}
      empty={{ none: 'No Refund records to show', filtered: 'No Record found' }}
      headActions={<LinkButton {...toList(receiptsPath)} icon={IconArrowLeft} label="Back to Receipts" />}
      markOf={(row) => <ReversalBadge row={row} />}
      rowActions={(row) =>
        can(refunds.reverse) && canUndo(row) ? [{ ...reverseAction, onSelect: () => ask(row) }] : []
      }
    >
      {dialog}
    </ListPage>
  )
}
