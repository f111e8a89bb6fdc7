import { type BillingRun, runStatusWords } from '@portal/contract/billing/billing-runs.ts'
import { badge, day, instantCell } from '../list/columns/cells.tsx'
import { userLink } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { dateText, moneyText, nothing } from '../ui/words/texts.ts'

export const periodText = ({ start_date, end_date }: BillingRun) => `${dateText(start_date)} – ${dateText(end_date)}`
const totalsText = (totals: BillingRun['totals'], _: BillingRun, locale: string): string =>
  totals.map(({ currency, total }) => moneyText(total, locale, currency)).join(' · ') || nothing

export const runColumns: Column<BillingRun>[] = [
  { key: 'end_date', header: 'Period', priority: 1, phone: 'title', cell: (_, run) => periodText(run) },
  { key: 'status', header: 'Status', priority: 2, phone: 'badge', ...badge(runStatusWords) },
  { key: 'issued_date', header: 'Issued', ...day },
  { key: 'customers_done', header: 'Customers', align: 'end' },
  { key: 'invoices_made', header: 'Invoices created', priority: 4, align: 'end', phone: 'line' },
  { key: 'totals', header: 'Total', priority: 3, align: 'end', phone: 'line', cell: totalsText },
  { key: 'carried', header: 'Carried', align: 'end' },
  { key: 'user_name', header: 'By', ...userLink() },
  { key: 'created_at', header: 'Started', phone: 'line', ...instantCell },
]
