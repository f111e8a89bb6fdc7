import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from '../ui/words/translation.ts'
import type { ListView } from './use-list-view.ts'
import { useSorting } from './use-sorting.tsx'

/** The list's order on a phone, where cards have no headings. */
export function SortSelect({ view }: { view: ListView }) {
  const { t } = useTranslation()
  const { sortedBy, direction, reasonAgainst, sortBy } = useSorting(view)
  const { list } = view.endpoint
  const sortable = view.columns.offered.filter(({ key }) => list.sort.includes(key))
  if (sortable.length === 0) return null
  const isUp = direction === 'asc'
  const Icon = isUp ? IconArrowUp : IconArrowDown
  const words = t(isUp ? 'Ascending order' : 'Descending order')
  return (
    <span className="sort-select">
      <NativeSelect
        size="xs"
        aria-label={t('Sort by')}
        value={sortedBy}
        data={sortable.map(({ key, header }) => ({
          value: key,
          label: t(header, { context: list.rows }),
          disabled: key !== sortedBy && reasonAgainst(key) !== undefined,
        }))}
        onChange={(event) => sortBy(event.currentTarget.value, direction)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={words}
        title={words}
        onClick={() => sortBy(sortedBy, isUp ? 'desc' : 'asc')}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </span>
  )
}
