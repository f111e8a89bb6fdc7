import { Button } from '@mantine/core'
import type { ListQuery } from '@portal/contract/list.ts'
import type { Access } from '@portal/contract/permissions.ts'
import { IconChecks, IconFilter, IconFilterOff } from '@tabler/icons-react'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../api/session.ts'
import { WhenFirst } from '../ui/WhenFirst.tsx'
import { ColumnChooser } from './columns/ColumnChooser.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import type { Filters } from './filters/use-filters.tsx'
import { type AnyColumn, filterOf, type ListEndpoint } from './list-types.ts'
import { SelectedPill } from './SelectedPill.tsx'
import type { Selection } from './use-selection.ts'

type Props = {
  endpoint: ListEndpoint
  query: ListQuery
  filters: Filters
  columns: { offered: AnyColumn[]; shown: AnyColumn[]; chosen: string[]; choose: (keys: string[]) => void }
  selection: Selection | undefined
  isPhone: boolean
  /** On a phone the boxes, and what can be done with the ticked, show when asked for. */
  isSelecting: boolean
  onSelecting: () => void
  children: ReactNode
}

const FilterSheet = lazy(() => import('./filters/FilterSheet.tsx').then((module) => ({ default: module.FilterSheet })))

/** The screen's download flag, whatever its list is (PERM-3). */
const downloadOf = ({ can }: ListEndpoint): { can: Access } => ({
  can: can.replace(/\.\w+(?=\||$)/g, '.download') as Access,
})

export function ListToolbar({
  endpoint,
  query,
  filters,
  columns,
  selection,
  isPhone,
  isSelecting,
  onSelecting,
  children,
}: Props) {
  const { t } = useTranslation()
  const can = useCan()
  const seen = columns.shown.map(filterOf)
  const unseen = filters.fields.filter(({ key }) => !seen.includes(key))
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
        {isPhone ? null : children}
        {isPhone && selection ? (
          <Button
            size="xs"
            variant={isSelecting ? 'light' : 'default'}
            leftSection={<IconChecks size={16} aria-hidden />}
            aria-pressed={isSelecting}
            onClick={onSelecting}
          >
            {t('Select')}
          </Button>
        ) : null}
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
      ) : null}
      {!isPhone && filters.isOpen && unseen.length > 0 ? (
        <div className="filter-strip">
          {unseen.map(({ key, label, field }) => (
            <div key={key}>
              <span aria-hidden className="filter-label">
                {label}
              </span>
              {field}
            </div>
          ))}
        </div>
      ) : null}
    </>
  )
}
