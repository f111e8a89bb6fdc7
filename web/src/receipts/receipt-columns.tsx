import { receiptModes } from '@portal/contract/payments/payment-modes.ts'
import { reversalKindWords } from '@portal/contract/payments/payments.ts'
import type { ReceiptRow } from '@portal/contract/receipts/receipts.ts'
import { day, moneyCell } from '../list/columns/cells.tsx'
import type { Column } from '../list/list-types.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { moneyText, nothing } from '../ui/words/texts.ts'

type Marked = Pick<ReceiptRow, 'reverses_id' | 'reversal_kind'>
/** Whether a receipt is a reversal, or why it was reversed. */
export function ReceiptBadge({ row: { reverses_id, reversal_kind } }: { row: Marked }) {
  const word = reverses_id !== null ? 'Reversal' : reversal_kind ? reversalKindWords[reversal_kind] : null
  return word ? <StatusBadge word={word} /> : null
}

export const receiptListColumns: Column<ReceiptRow>[] = [
  { key: 'reference', header: 'Reference', priority: 1, phone: 'title' },
  { key: 'receipt_date', header: 'Date', priority: 5, phone: 'line', ...day },
  { key: 'company_name', header: 'Customer', priority: 2, phone: 'line' },
  { key: 'payment_mode', header: 'Payment mode', phone: 'line', cell: (mode) => receiptModes[mode], words: true },
  { key: 'amount', header: 'Amount', priority: 3, phone: 'line', ...moneyCell },
  { key: 'allocated', header: 'Allocated', ...moneyCell },
  {
    key: 'on_account',
    header: 'On account',
    filter: 'has_money',
    priority: 4,
    phone: 'line',
    align: 'end',
    cell: (left, { currency }, locale) => (left > 0 ? <strong>{moneyText(left, locale, currency)}</strong> : nothing),
  },
  { key: 'currency', header: 'Currency', optional: true },
  { key: 'note', header: 'Note', optional: true },
  {
    key: 'is_reversed',
    header: 'Status',
    optional: true,
    phone: 'badge',
    cell: (_, row) => <ReceiptBadge row={row} />,
  },
]
