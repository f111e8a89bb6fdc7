import { ActionIcon, Button } from '@mantine/core'
import { downloadAccessOf } from '@portal/contract/endpoint.ts'
import { parseFilter } from '@portal/contract/list.ts'
import { IconChecks, IconFilter, IconFilterOff } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { useCan } from '../api/session.ts'
import { LazyMenu } from '../ui/LazyMenu.tsx'
import { lazily, WhenFirst } from '../ui/lazily.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { ColumnChooser } from './columns/ColumnChooser.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { useIsOpen } from './filters/open-state.ts'
import { filterOf } from './list-types.ts'
import { SelectedPill } from './selection/SelectedPill.tsx'
import type { ListView } from './use-list-view.ts'
import { ViewsButton } from './views/ViewsButton.tsx'

const MoreFiltersMenu = lazily(() => import('./filters/MoreFiltersMenu.tsx'), 'MoreFiltersMenu')
// Only phones have no headings to sort by.
const SortSelect = lazily(() => import('./SortSelect.tsx'), 'SortSelect')
const FilterSheet = lazily(() => import('./filters/FilterSheet.tsx'), 'FilterSheet')

/** Filters, the page's actions on selected rows, downloads and columns. */
export function ListToolbar({ view, children }: { view: ListView; children: ReactNode }) {
  const { endpoint, query, filters, columns, selection, isPhone } = view
  const { t } = useTranslation()
  const can = useCan()
  const isOpen = useIsOpen(filters.opened)
  return (
    <>
      <div className="list-toolbar">
        <span className="list-tools">
          <Button
            size="xs"
            variant={isOpen ? 'light' : 'default'}
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={isOpen}
            onClick={filters.toggle}
          >
            {t('Advanced Filter')}
            {filters.count > 0 ? <span className="filter-count">{filters.count}</span> : null}
          </Button>
          {isPhone ? (
            <>
              <SelectButton view={view} />
              <ViewsButton view={view} />
            </>
          ) : (
            <span className="bulk-tools" data-idle={selection?.count === 0 || undefined}>
              {children}
            </span>
          )}
          {can({ can: downloadAccessOf(endpoint) }) ? <DownloadButton endpoint={endpoint} query={query} /> : null}
          {isPhone ? (
            <Suspense fallback={null}>
              <SortSelect view={view} />
            </Suspense>
          ) : null}
        </span>
        {isPhone ? null : (
          <span className="list-toolbar-end">
            <ClearFilters filters={filters} />
            {selection ? <SelectedPill selection={selection} /> : null}
            <MoreFilters view={view} />
            <ViewsButton view={view} />
            <ColumnChooser columns={columns} settings={view.settings} context={endpoint.list.rows} />
          </span>
        )}
      </div>
      {isPhone ? (
        <WhenFirst asked={isOpen}>
          <FilterSheet opened={isOpen} onClose={filters.toggle} onClear={filters.clear} fields={filters.fields} />
        </WhenFirst>
      ) : null}
    </>
  )
}

/** Keeps its place while there is nothing to clear, so that a first filter moves nothing. */
function ClearFilters({ filters }: Pick<ListView, 'filters'>) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      variant="subtle"
      size={30}
      style={filters.isOn ? undefined : { visibility: 'hidden' }}
      aria-label={t('Clear filters')}
      title={t('Clear filters')}
      onClick={filters.clear}
    >
      <IconFilterOff size={16} aria-hidden />
    </ActionIcon>
  )
}

/** On a phone, shows the checkboxes and the actions on selected rows on demand. */
function SelectButton({ view: { selection, isSelecting, switchSelecting } }: { view: ListView }) {
  const { t } = useTranslation()
  if (!selection) return null
  return (
    <Button
      size="xs"
      variant={isSelecting ? 'light' : 'default'}
      leftSection={<IconChecks size={16} aria-hidden />}
      aria-pressed={isSelecting}
      onClick={switchSelecting}
    >
      {t('Select')}
    </Button>
  )
}

/** Filters that no shown column has, in a menu of their own. */
function MoreFilters({ view: { filters, columns, query } }: { view: ListView }) {
  const { t } = useTranslation()
  const isOpen = useIsOpen(filters.opened)
  const seen = columns.shown.map(filterOf)
  const unseen = filters.fields.filter(({ key }) => !seen.includes(key))
  if (unseen.length === 0) return null
  const count = query.filter.filter((term) => unseen.some(({ key }) => parseFilter(term)?.field === key)).length
  const button = (
    <Button
      size="xs"
      variant="default"
      aria-haspopup="dialog"
      // Keeps its place, so that opening the filters moves nothing.
      style={isOpen ? undefined : { visibility: 'hidden' }}
    >
      {t('More filters')}
      {count > 0 ? <span className="filter-count">{count}</span> : null}
    </Button>
  )
  return <LazyMenu menu={MoreFiltersMenu} button={button} fields={unseen} />
}
