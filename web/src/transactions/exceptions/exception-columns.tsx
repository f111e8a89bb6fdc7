import '../transactions.css'
import { type ExceptionRow, exceptionStateWords, severityWords } from '@portal/contract/exceptions/exceptions.ts'
import { instantCell, moneyCell } from '../../list/columns/cells.tsx'
import { cardNumberLink, companyLink, linked, unitLink } from '../../list/columns/record-links.tsx'
import type { Column } from '../../list/list-types.ts'
import { localTimeText } from '../../ui/words/texts.ts'
import { Finding } from './Finding.tsx'
import { Severity } from './Severity.tsx'
import { Verdicts } from './Verdicts.tsx'

export const exceptionColumns: Column<ExceptionRow>[] = [
  {
    key: 'authentication_id',
    header: 'Auth code',
    priority: 5,
    phone: 'title',
    ...linked('transaction', (row: ExceptionRow) => row.transaction_id)(),
  },
  { key: 'rule', header: 'Rule', priority: 1, phone: 'badge', cell: (_, row) => <Severity row={row} /> },
  { key: 'sentence', header: 'Finding', priority: 2, phone: 'line', cell: (_, row) => <Found row={row} /> },
  { key: 'severity', header: 'Severity', optional: true, cell: (value) => severityWords[value], words: true },
  { key: 'txn_date', header: 'Time stamp', priority: 6, phone: 'line', cell: (value) => localTimeText(value) },
  { key: 'card_number', header: 'Card number', phone: 'line', ...cardNumberLink() },
  { key: 'vehicle', header: 'Unit number', optional: true, ...unitLink() },
  { key: 'company_name', header: 'Company', priority: 3, phone: 'line', ...companyLink('cell-cut') },
  { key: 'provider', header: 'Provider', optional: true },
  { key: 'txn_amount', header: 'Amount', priority: 4, phone: 'line', ...moneyCell },
  {
    key: 'state',
    header: 'Status',
    priority: 7,
    phone: 'line',
    cell: (value) => exceptionStateWords[value],
    words: true,
  },
  { key: 'created_at', header: 'Found', optional: true, ...instantCell },
  { key: 'transaction_id', header: 'Transaction no', optional: true },
]
/** What was found and, below it, what was said about it. */
function Found({ row }: { row: ExceptionRow }) {
  return (
    <>
      <Finding row={row} />
      <Verdicts row={row} />
    </>
  )
}
