import { priceUnitText } from '@portal/contract/lookups/fuel-providers.ts'
import { type Markup, markups } from '@portal/contract/markups/markups.ts'
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { dayHere } from '../ui/words/day.ts'
import { dateText, priceText } from '../ui/words/texts.ts'
import { MarkupDialog } from './MarkupDialog.tsx'
import { stateWord } from './markup-form.ts'
import { markupsPath } from './markups.paths.ts'

const stateOf = (markup: Markup): string => stateWord(markup, dayHere(new Date()))
/**
 * A customer may have several markups of one provider, one after the other, so the period stands beside the value
 * (LIT-2).
 */
const periodText = ({ from_date, to_date }: Markup): string =>
  `${dateText(from_date)} –${to_date ? ` ${dateText(to_date)}` : ''}`

const columns: Column<Markup>[] = [
  { key: 'id', header: 'Id', hidden: true },
  { key: 'company_number', header: 'Customer company code', phone: 'line' },
  { key: 'company_name', header: 'Customer company name', priority: 1, phone: 'title' },
  {
    key: 'mark_up_value',
    header: 'Markup value',
    priority: 2,
    align: 'end',
    phone: 'line',
    cell: (value, row, locale) => (
      <>
        <span className="cell-aside">{periodText(row)}</span> {priceText(value, locale, priceUnitText(row))}
      </>
    ),
  },
  { key: 'fuel_company_provider', header: 'Fuel company provider', priority: 3, phone: 'line' },
  { key: 'from_date', header: 'From date', optional: true, phone: 'line', cell: (value) => dateText(value) },
  { key: 'to_date', header: 'To date', optional: true, phone: 'line', cell: (value) => dateText(value) },
  {
    key: 'status',
    header: 'Status',
    optional: true,
    phone: 'badge',
    cell: (_, row) => <StatusBadge word={stateOf(row)} />,
  },
]

/** The list, with its dialog over it where the address asks for one (NAV-8). */
export function MarkupsPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const isAdding = useRouterState({ select: ({ location }) => /\/add-new\/?$/i.test(location.pathname) })
  const navigate = useNavigate()
  return (
    <>
      <ListPage
        title="Markup"
        path={markupsPath}
        endpoint={markups.list}
        columns={columns}
        nameOf={(markup) => `${markup.company_name}, ${markup.fuel_company_provider}, ${dateText(markup.from_date)}`}
        empty={{ none: 'No Markup records to show', filtered: 'No Record found' }}
        update={markups.update}
        markOf={(row) => (stateOf(row) === 'ACTIVE' ? null : <StatusBadge word={stateOf(row)} />)}
        add={{ endpoint: markups.create, label: 'Add Markup' }}
        formsOpenOver
      />
      <MarkupDialog
        target={isAdding ? 'add-new' : id}
        onClose={() => navigate({ to: markupsPath, search: true as never })}
      />
    </>
  )
}
