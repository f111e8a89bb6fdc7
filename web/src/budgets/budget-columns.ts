import type { Budget } from '@portal/contract/budgets/budgets.ts'
import { moneyCell } from '../list/columns/cells.tsx'
import type { Column } from '../list/list-types.ts'
import { monthText } from '../ui/words/texts.ts'

export const budgetColumns: Column<Budget>[] = [
  { key: 'company_name', header: 'Company', priority: 1, phone: 'title', words: true },
  {
    key: 'from_month',
    header: 'From month',
    priority: 2,
    phone: 'line',
    cell: (day, _row, locale) => monthText(day.slice(0, 7), locale),
  },
  { key: 'amount', header: 'Monthly budget', priority: 2, phone: 'badge', ...moneyCell },
  { key: 'currency', header: 'Currency', priority: 3, phone: 'line' },
]
