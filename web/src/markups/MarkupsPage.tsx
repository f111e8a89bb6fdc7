import { markups } from '@portal/contract/markups/markups.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ListPage } from '../list/ListPage.tsx'
import { useIsAdding } from '../list/use-list.ts'
import { lazily, WhenFirst } from '../ui/lazily.tsx'
import { dateText } from '../ui/words/texts.ts'
import { markupColumns, stateCell, stateOf } from './markup-columns.tsx'
import { markupsPath } from './markups.paths.ts'

const MarkupDialog = lazily(() => import('./MarkupDialog.tsx'), 'MarkupDialog')

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
      columns={markupColumns}
      nameOf={(markup) => `${markup.company_name}, ${markup.fuel_company_provider}, ${dateText(markup.from_date)}`}
      empty={{ none: 'No Markup records to show', filtered: 'No Record found' }}
      update={markups.update}
      markOf={(row) => (stateOf(row) === 'ACTIVE' ? null : stateCell(null, row))}
      add={{ endpoint: markups.create, label: 'Add Markup' }}
      formsOpenOver
    >
      <WhenFirst asked={isAdding || id !== undefined}>
        <MarkupDialog
          target={isAdding ? 'add-new' : id}
          onClose={() => navigate({ to: markupsPath, search: true as never })}
        />
      </WhenFirst>
    </ListPage>
  )
}
