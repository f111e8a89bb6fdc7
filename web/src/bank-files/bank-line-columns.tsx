import { bankLineStatusWords } from '@portal/contract/bank-files/bank-files-words.data.ts'
import type { BankLine } from '@portal/contract/bank-files/bank-lines.ts'
import { badge, day, instantCell, moneyCell } from '../list/columns/cells.tsx'
import type { Column } from '../list/list-types.ts'
import { nothing } from '../ui/words/texts.ts'
import { CustomerCell } from './CustomerCell.tsx'
import { PaysCell } from './PaysCell.tsx'

export const bankLineColumns: Column<BankLine>[] = [
  { key: 'line_date', header: 'Date', priority: 3, phone: 'line', ...day },
  { key: 'bank_name', header: 'Bank', optional: true },
  {
    key: 'payer',
    header: 'Payer',
    priority: 1,
    phone: 'title',
    cell: (payer, { reference }) => payer || reference || nothing,
  },
  { key: 'reference', header: 'Reference', priority: 7, phone: 'line', cell: (reference) => reference || nothing },
  { key: 'amount', header: 'Amount', priority: 2, phone: 'line', ...moneyCell },
  {
    key: 'company_name',
    header: 'Customer',
    priority: 5,
    phone: 'line',
    cell: (_, line) => <CustomerCell line={line} />,
  },
  { key: 'invoices', header: 'Pays', priority: 6, phone: 'line', cell: (_, line) => <PaysCell line={line} /> },
  { key: 'currency', header: 'Currency', optional: true },
  { key: 'status', header: 'Status', priority: 4, phone: 'badge', ...badge(bankLineStatusWords) },
  { key: 'reason', header: 'Reason', optional: true },
  { key: 'decided_by', header: 'Decided by', optional: true },
  { key: 'decided_at', header: 'Decided', optional: true, ...instantCell },
]
