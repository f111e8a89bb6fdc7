import { receiptModes } from '@portal/contract/payments/payment-modes.ts'
import type { ReceiptRow } from '@portal/contract/receipts/receipts.ts'
import { day, leftCell, moneyCell } from '../list/columns/cells.tsx'
import { companyLink } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { PaymentBadge } from '../payments/payment-columns.tsx'

export const receiptListColumns: Column<ReceiptRow>[] = [
  { key: 'reference', header: 'Reference', priority: 1, phone: 'title' },
  { key: 'receipt_date', header: 'Date', priority: 5, phone: 'line', ...day },
  { key: 'company_name', header: 'Customer', priority: 2, phone: 'line', ...companyLink() },
  { key: 'payment_mode', header: 'Payment mode', phone: 'line', cell: (mode) => receiptModes[mode], words: true },
  { key: 'amount', header: 'Amount', priority: 3, phone: 'line', ...moneyCell },
  { key: 'allocated', header: 'Allocated', ...moneyCell },
  {
    key: 'on_account',
    header: 'On account',
    filter: 'has_money',
    priority: 4,
    phone: 'line',
    ...leftCell,
  },
  { key: 'currency', header: 'Currency', optional: true },
  { key: 'note', header: 'Note', optional: true },
  {
    key: 'is_reversed',
    header: 'Status',
    optional: true,
    phone: 'badge',
    cell: (_, row) => <PaymentBadge row={row} />,
  },
]
