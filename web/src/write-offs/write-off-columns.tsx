import { receiptModes } from '@portal/contract/payments/payment-modes.ts'
import type { Refund, WriteOff } from '@portal/contract/write-offs/write-offs.ts'
import { creditNotePath } from '../credit-notes/credit-notes.paths.ts'
import { day, moneyCell } from '../list/columns/cells.tsx'
import { companyLink, invoiceLink } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { receiptPath } from '../receipts/receipts.paths.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Marked = { reverses_id: number | null; is_reversed: boolean }
/** `of` names the record, because a write-off is feminine in French. */
export function ReversalBadge({ row: { reverses_id, is_reversed }, of }: { row: Marked; of?: 'write-off' }) {
  const word = reverses_id !== null ? 'Reversal' : is_reversed ? 'Reversed' : null
  return word ? <StatusBadge word={word} {...(of ? { context: of } : {})} /> : null
}
export const canUndo = ({ reverses_id, is_reversed }: Marked): boolean => reverses_id === null && !is_reversed

export const writeOffListColumns: Column<WriteOff>[] = [
  {
    key: 'invoice_number',
    header: 'Invoice',
    priority: 1,
    phone: 'title',
    ...invoiceLink(),
  },
  { key: 'written_off_on', header: 'Date', priority: 4, phone: 'line', ...day },
  { key: 'company_name', header: 'Customer', priority: 2, phone: 'line', ...companyLink() },
  { key: 'amount', header: 'Amount', priority: 3, phone: 'line', ...moneyCell },
  { key: 'reason', header: 'Reason', phone: 'line' },
  { key: 'currency', header: 'Currency', optional: true },
  {
    key: 'is_reversed',
    header: 'Status',
    optional: true,
    phone: 'badge',
    cell: (_, row) => <ReversalBadge row={row} of="write-off" />,
  },
]

function ReceiptLink({ id }: { id: number }) {
  const { t } = useTranslation()
  return <PageLink to={receiptPath(id)}>{t('Receipt {id}', { id })}</PageLink>
}

export const refundListColumns: Column<Refund>[] = [
  { key: 'reference', header: 'Reference', priority: 1, phone: 'title' },
  { key: 'refund_date', header: 'Date', priority: 4, phone: 'line', ...day },
  { key: 'company_name', header: 'Customer', priority: 2, phone: 'line', ...companyLink() },
  {
    key: 'receipt_id',
    header: 'Refunded from',
    cell: (id, { credit_note_number }) =>
      credit_note_number ? (
        <PageLink to={creditNotePath(credit_note_number)}>{credit_note_number}</PageLink>
      ) : id ? (
        <ReceiptLink id={id} />
      ) : (
        nothing
      ),
  },
  { key: 'amount', header: 'Amount', priority: 3, phone: 'line', ...moneyCell },
  { key: 'payment_mode', header: 'Payment mode', phone: 'line', cell: (mode) => receiptModes[mode], words: true },
  { key: 'reason', header: 'Reason' },
  { key: 'currency', header: 'Currency', optional: true },
  {
    key: 'is_reversed',
    header: 'Status',
    optional: true,
    phone: 'badge',
    cell: (_, row) => <ReversalBadge row={row} />,
  },
]
