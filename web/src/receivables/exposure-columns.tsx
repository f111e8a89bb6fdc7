import './receivables.css'
import { type ExposureRow, exposureStates } from '@portal/contract/receivables/exposure.ts'
import { badge, moneyCell, quantityCell, rareMoneyCell } from '../list/columns/cells.tsx'
import { companyLink } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { quantityText } from '../ui/words/texts.ts'
import { LimitShare } from './LimitShare.tsx'

export const exposureColumns: Column<ExposureRow>[] = [
  {
    key: 'company_name',
    header: 'Company',
    priority: 1,
    phone: 'title',
    ...companyLink(),
  },
  { key: 'currency', header: 'Currency', optional: true, phone: 'line' },
  { key: 'unpaid', header: 'Unpaid', priority: 8, ...rareMoneyCell },
  { key: 'drafted', header: 'In draft', priority: 9, ...rareMoneyCell },
  { key: 'unbilled', header: 'Not billed yet', priority: 10, ...rareMoneyCell },
  { key: 'on_account', header: 'On account', optional: true, ...rareMoneyCell },
  { key: 'exposure', header: 'Exposure', priority: 2, phone: 'line', ...moneyCell },
  { key: 'limit', header: 'Credit limit', priority: 5, phone: 'line', ...moneyCell },
  { key: 'percent', header: '% of limit', priority: 4, align: 'end', cell: (_, row) => <LimitShare row={row} /> },
  { key: 'state', header: 'Credit status', priority: 3, phone: 'badge', ...badge(exposureStates) },
  { key: 'oldest_overdue_days', header: 'Oldest overdue (days)', priority: 7, phone: 'line', ...quantityCell },
  { key: 'spend_per_day', header: 'Average spend per day', priority: 12, ...moneyCell },
  {
    key: 'days_left',
    header: 'Days until the limit',
    priority: 11,
    phone: 'line',
    align: 'end',
    cell: (days, _, locale) => quantityText(days, locale),
  },
]
