import { receiptModes } from '@portal/contract/payments/payment-modes.ts'
import type { PaymentRow } from '@portal/contract/payments/payments.ts'
import { reversalKindWords } from '@portal/contract/payments/payments-words.data.ts'
import { day, moneyCell } from '../list/columns/cells.tsx'
import { companyLink, invoiceLink } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'

type Reversible = Pick<PaymentRow, 'reverses_id' | 'reversal_kind'>
/** What happened to the payment or the receipt, if anything. */
export function PaymentBadge({ row: { reverses_id, reversal_kind } }: { row: Reversible }) {
  const word = reverses_id !== null ? 'Reversal' : reversal_kind ? reversalKindWords[reversal_kind] : null
  return word ? <StatusBadge word={word} /> : null
}

/** In the order of PAY-6, then the payment's state. */
export const paymentListColumns: Column<PaymentRow>[] = [
  { key: 'company_name', header: 'Customer', priority: 2, phone: 'line', ...companyLink() },
  { key: 'invoice_number', header: 'Invoice no', priority: 1, phone: 'title', ...invoiceLink() },
  { key: 'issued_date', header: 'Invoice date', ...day },
  { key: 'due_date', header: 'Due date', ...day },
  { key: 'payment_mode', header: 'Payment mode', phone: 'line', cell: (value) => receiptModes[value], words: true },
  { key: 'payment_date', header: 'Payment date', priority: 4, phone: 'line', ...day },
  { key: 'amount_paid', header: 'Amount paid', priority: 3, phone: 'line', ...moneyCell },
  { key: 'currency', header: 'Currency', optional: true },
  { key: 'referenceId', header: 'Reference', optional: true },
  {
    key: 'is_reversed',
    header: 'Status',
    optional: true,
    phone: 'badge',
    cell: (_, row) => <PaymentBadge row={row} />,
  },
  { key: 'note', header: 'Note', optional: true },
]
