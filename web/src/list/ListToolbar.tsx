import { Button } from '@mantine/core'
import type { Access } from '@portal/contract/permissions.ts'
import { IconChecks, IconFilter, IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../api/session.ts'
import { lazily, WhenFirst } from '../ui/lazily.tsx'
import { ColumnChooser } from './columns/ColumnChooser.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { LabelledFilters } from './filters/LabelledFilters.tsx'
import { filterOf, type ListEndpoint } from './list-types.ts'
import { SelectedPill } from './SelectedPill.tsx'
import type { ListView } from './use-list-view.ts'

const FilterSheet = lazily(() => import('./filters/FilterSheet.tsx'), 'FilterSheet')

/** The screen's download permission, whatever its list (PERM-3). */
const downloadOf = ({ can }: ListEndpoint): { can: Access } => ({
  can: can.replace(/\.\w+(?=\||$)/g, '.download') as Access,
})

/** Filters, the page's actions on selected rows, downloads and columns. */
export function ListToolbar({ view, children }: { view: ListView; children: ReactNode }) {
  const { endpoint, query, filters, columns, selection, isPhone } = view
  const { t } = useTranslation()
  const can = useCan()
  return (
    <>
      <div className="list-toolbar">
        <Button
          size="xs"
          variant={filters.isOpen ? 'light' : 'default'}
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={filters.isOpen}
          onClick={filters.toggle}
        >
          {t('Advanced Filter')}
          {filters.count > 0 ? <span className="filter-count">{filters.count}</span> : null}
        </Button>
        {isPhone ? <SelectButton view={view} /> : children}
        {can(downloadOf(endpoint)) ? <DownloadButton endpoint={endpoint} query={query} /> : null}
        {filters.isOn ? (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconFilterOff size={16} aria-hidden />}
            onClick={filters.clear}
          >
            {t('Clear filters')}
          </Button>
        ) : null}
        {selection && !isPhone ? <SelectedPill selection={selection} /> : null}
        <span className="list-toolbar-end">
          {isPhone ? null : (
            <ColumnChooser offered={columns.offered} chosen={columns.chosen} onChoose={columns.choose} />
          )}
        </span>
      </div>
      {isPhone ? (
        <WhenFirst asked={filters.isOpen}>
          <FilterSheet
            opened={filters.isOpen}
            onClose={filters.toggle}
            onClear={filters.clear}
            fields={filters.fields}
          />
        </WhenFirst>
      ) : (
        <UnseenFilters view={view} />
      )}
    </>
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

/** Filters of hidden columns, shown above the table. */
function UnseenFilters({ view: { filters, columns } }: { view: ListView }) {
  const seen = columns.shown.map(filterOf)
  const unseen = filters.fields.filter(({ key }) => !seen.includes(key))
  if (!filters.isOpen || unseen.length === 0) return null
  return (
    <div className="filter-strip">
      <LabelledFilters fields={unseen} />
    </div>
  )
}
