import { priceUnitText } from '@portal/contract/lookups/fuel-providers.ts'
import { type Markup, markups } from '@portal/contract/markups/markups.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { day } from '../list/columns/cells.tsx'
import { linked } from '../list/columns/record-links.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { useIsAdding } from '../list/use-list.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { dayHere } from '../ui/words/day.ts'
import { priceText } from '../ui/words/figures.ts'
import { dateText } from '../ui/words/texts.ts'
import { MarkupDialog } from './MarkupDialog.tsx'
import { stateWord } from './markup-form.ts'
import { markupsPath } from './markups.paths.ts'

const stateOf = (markup: Markup): string => stateWord(markup, dayHere(new Date()))
/** A customer can have several consecutive markups for a provider, so the period is beside the value (LIT-2). */
const periodText = ({ from_date, to_date }: Markup): string =>
  `${dateText(from_date)} –${to_date ? ` ${dateText(to_date)}` : ''}`
const valueCell = (value: number, row: Markup, locale: string) => (
  <>
    <span className="cell-aside">{periodText(row)}</span> {priceText(value, locale, priceUnitText(row))}
  </>
)
const stateCell = (_: unknown, row: Markup) => <StatusBadge word={stateOf(row)} />
const companyLink = linked('company', (row: Markup) => row.customer_company_id)
const columns: Column<Markup>[] = [
  { key: 'company_number', header: 'Customer company code', phone: 'line' },
  { key: 'company_name', header: 'Customer company name', priority: 1, phone: 'title', ...companyLink() },
  { key: 'mark_up_value', header: 'Markup value', priority: 2, align: 'end', phone: 'line', cell: valueCell },
  { key: 'fuel_company_provider', header: 'Fuel company provider', priority: 3, phone: 'line' },
  { key: 'from_date', header: 'From date', optional: true, phone: 'line', ...day },
  { key: 'to_date', header: 'To date', optional: true, phone: 'line', ...day },
  { key: 'status', header: 'Status', optional: true, phone: 'badge', cell: stateCell },
]

/** The list, with its dialog when the address asks for one (NAV-8). */
export function MarkupsPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const isAdding = useIsAdding()
  const navigate = useNavigate()
  return (
    <ListPage
      title="Markup"
      path={markupsPath}
      endpoint={markups.list}
      columns={columns}
      nameOf={(markup) => `${markup.company_name}, ${markup.fuel_company_provider}, ${dateText(markup.from_date)}`}
      empty={{ none: 'No Markup records to show', filtered: 'No Record found' }}
      update={markups.update}
      markOf={(row) => (stateOf(row) === 'ACTIVE' ? null : stateCell(null, row))}
      add={{ endpoint: markups.create, label: 'Add Markup' }}
      formsOpenOver
    >
      <MarkupDialog
        target={isAdding ? 'add-new' : id}
        onClose={() => navigate({ to: markupsPath, search: true as never })}
      />
    </ListPage>
  )
}
