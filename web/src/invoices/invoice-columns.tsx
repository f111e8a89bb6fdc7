import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'
import { day, moneyCell } from '../list/columns/cells.tsx'
import { companyLink } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { DueDate } from '../ui/DueDate.tsx'
import { InvoiceStatusText } from '../ui/InvoiceStatusText.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { nothing } from '../ui/words/texts.ts'

const statusCell = ({ key }: InvoiceRow['status'], row: InvoiceRow) => (
  <InvoiceStatusText status={key} badge={row.badge} />
)
/** In the order of INV-1. */
export const invoiceListColumns: Column<InvoiceRow>[] = [
  { key: 'invoice_number', header: 'Invoice number', phone: 'title', priority: 1 },
  { key: 'company_name', header: 'Company', phone: 'line', priority: 2, ...companyLink('invoice-cut') },
  { key: 'issued_date', header: 'Issued date', ...day },
  { key: 'due_date', header: 'Due date', phone: 'line', priority: 5, cell: (_, row) => <DueDate {...row} /> },
  { key: 'start_date', header: 'Start date', ...day },
  { key: 'end_date', header: 'End date', ...day },
  { key: 'status', header: 'Status', phone: 'badge', priority: 3, cell: statusCell },
  { key: 'total_amount', header: 'Total amount', phone: 'line', ...moneyCell },
  { key: 'amount_due', header: 'Amount due', phone: 'line', priority: 4, ...moneyCell },
  { key: 'currency', header: 'Currency' },
  {
    key: 'badge',
    header: 'State',
    filter: 'state',
    optional: true,
    cell: (value) => (value ? <StatusBadge word={value} /> : nothing),
  },
]
