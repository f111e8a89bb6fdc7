import type { JournalBatch } from '@portal/contract/journal/journal.ts'
import { batchStatusWords } from '@portal/contract/journal/journal-words.data.ts'
import { badge, instantCell, moneyCell } from '../list/columns/cells.tsx'
import { userLink } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { dateText } from '../ui/words/texts.ts'

export const journalColumns: Column<JournalBatch>[] = [
  { key: 'number', header: 'Batch', priority: 1, phone: 'title' },
  {
    key: 'to',
    header: 'Period',
    priority: 2,
    phone: 'line',
    cell: (_, { from, to }) => `${dateText(from)} – ${dateText(to)}`,
  },
  { key: 'format_words', header: 'Format', filter: 'format', priority: 5, phone: 'line' },
  { key: 'status', header: 'Status', priority: 4, phone: 'badge', ...badge(batchStatusWords) },
  { key: 'entries', header: 'Entries', align: 'end' },
  { key: 'debit_total', header: 'Debits', priority: 3, phone: 'line', ...moneyCell },
  { key: 'credit_total', header: 'Credits', ...moneyCell },
  { key: 'unbilled_cost', header: 'Unbilled cost', ...moneyCell },
  { key: 'uncosted', header: 'Without cost', optional: true, ...moneyCell },
  { key: 'currency', header: 'Currency', optional: true },
  { key: 'user_name', header: 'By', ...userLink() },
  { key: 'created_at', header: 'Exported', ...instantCell },
  { key: 'withdrawn_by', header: 'Withdrawn by', optional: true },
  { key: 'withdrawn_at', header: 'Withdrawn', optional: true, ...instantCell },
  { key: 'withdraw_reason', header: 'Reason', optional: true },
]
