import { priceUnitText } from '@portal/contract/lookups/fuel-providers.ts'
import type { Markup } from '@portal/contract/markups/markups.ts'
import { day } from '../list/columns/cells.tsx'
import { linked } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { dayHere } from '../ui/words/day.ts'
import { priceText } from '../ui/words/figures.ts'
import { dateText } from '../ui/words/texts.ts'
import { stateWord } from './markup-form.ts'

export const stateOf = (markup: Markup): string => stateWord(markup, dayHere(new Date()))
/** A customer can have several consecutive markups for a provider, so the period is beside the value (LIT-2). */
const periodText = ({ from_date, to_date }: Markup): string =>
  `${dateText(from_date)} –${to_date ? ` ${dateText(to_date)}` : ''}`
const valueCell = (value: number, row: Markup, locale: string) => (
  <>
    <span className="cell-aside">{periodText(row)}</span> {priceText(value, locale, priceUnitText(row))}
  </>
)
export const stateCell = (_: unknown, row: Markup) => <StatusBadge word={stateOf(row)} />
export const markupColumns: Column<Markup>[] = [
  { key: 'company_number', header: 'Customer company code', phone: 'line' },
  {
    key: 'company_name',
    header: 'Customer company name',
    priority: 1,
    phone: 'title',
    ...linked('company', (row: Markup) => row.customer_company_id)(),
  },
  { key: 'mark_up_value', header: 'Markup value', priority: 2, align: 'end', phone: 'line', cell: valueCell },
  { key: 'fuel_company_provider', header: 'Fuel company provider', priority: 3, phone: 'line' },
  { key: 'from_date', header: 'From date', optional: true, phone: 'line', ...day },
  { key: 'to_date', header: 'To date', optional: true, phone: 'line', ...day },
  { key: 'status', header: 'Status', optional: true, phone: 'badge', cell: stateCell },
]
