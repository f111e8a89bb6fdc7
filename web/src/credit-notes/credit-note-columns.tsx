import { type CreditNoteRow, creditNoteKinds } from '@portal/contract/credit-notes/credit-notes.ts'
import { day, leftCell, moneyCell } from '../list/columns/cells.tsx'
import { companyLink, invoiceLink } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'

export const creditNoteListColumns: Column<CreditNoteRow>[] = [
  { key: 'credit_note_number', header: 'Number', priority: 1, phone: 'title' },
  { key: 'issued_date', header: 'Date', priority: 5, phone: 'line', ...day },
  { key: 'company_name', header: 'Customer', priority: 2, phone: 'line', ...companyLink() },
  {
    key: 'invoice_number',
    header: 'Invoice',
    phone: 'line',
    ...invoiceLink(),
  },
  { key: 'kind', header: 'Kind', cell: (kind) => creditNoteKinds[kind], words: true },
  { key: 'total_amount', header: 'Total', priority: 3, phone: 'line', ...moneyCell },
  { key: 'applied', header: 'Applied', ...moneyCell },
  {
    key: 'on_account',
    header: 'On account',
    filter: 'has_money',
    priority: 4,
    phone: 'line',
    ...leftCell,
  },
  { key: 'reason', header: 'Reason', optional: true },
  { key: 'currency', header: 'Currency', optional: true },
]
