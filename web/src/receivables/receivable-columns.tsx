import { agingWords } from '@portal/contract/accounts/accounts.ts'
import type { Receivable } from '@portal/contract/receivables/receivables.ts'
import { day, moneyCell, rareMoneyCell } from '../list/columns/cells.tsx'
import type { Column } from '../list/list-types.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { openDocumentsPath } from './receivables.paths.ts'

/** A row opens the documents behind it, of the same day. */
export const receivableColumns = (as_of: string | undefined): Column<Receivable>[] => [
  {
    key: 'company_name',
    header: 'Company',
    priority: 1,
    phone: 'title',
    cell: (name, { company_id, currency }) => (
      <PageLink to={openDocumentsPath(company_id)} search={{ ...(as_of ? { as_of } : {}), currency }}>
        {name}
      </PageLink>
    ),
  },
  { key: 'currency', header: 'Currency', optional: true, phone: 'badge' },
  { key: 'current', header: agingWords.current, priority: 3, phone: 'line', ...rareMoneyCell },
  { key: 'days_1_30', header: agingWords.days_1_30, priority: 4, phone: 'line', ...rareMoneyCell },
  { key: 'days_31_60', header: agingWords.days_31_60, priority: 5, phone: 'line', ...rareMoneyCell },
  { key: 'days_61_90', header: agingWords.days_61_90, priority: 6, phone: 'line', ...rareMoneyCell },
  { key: 'days_91', header: agingWords.days_91, priority: 7, phone: 'line', ...rareMoneyCell },
  { key: 'total', header: 'Total', priority: 2, phone: 'line', ...moneyCell },
  { key: 'oldest_due', header: 'Oldest due date', priority: 8, phone: 'line', ...day },
]
