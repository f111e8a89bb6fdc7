import { ActionIcon, Checkbox } from '@mantine/core'
import { IconChevronsDown, IconChevronsUp } from '@tabler/icons-react'
import { useTranslation } from '../../ui/words/translation.ts'
import type { SizedColumn } from '../columns/arrangement.ts'
import { dragWidth } from '../columns/drag-width.ts'
import { useIsOpen } from '../filters/open-state.ts'
import { type TableProps, widthOf } from './table-props.ts'

type Props = TableProps & { hasActions: boolean; areAllOpen: boolean; onToggleAll: () => void }

/** The headings, and the filters below them while they are open. */
export function ListHead(props: Props) {
  const { columns, selection, expand, filtering, hasActions } = props
  const areFiltersOpen = useIsOpen(filtering.opened)
  const { t } = useTranslation()
  return (
    <thead>
      <tr>
        {expand ? <ExpandAll {...props} /> : null}
        {selection ? <TickAll {...props} /> : null}
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            data-column={column.key}
            data-align={column.align}
            aria-sort={props.sortState(column)}
            {...widthOf(column)}
          >
            {props.headCell(column)}
            <WidthHandle column={column} sizing={props.sizing} />
          </th>
        ))}
        {hasActions ? (
          <th scope="col" className="pinned">
            {t('Actions')}
          </th>
        ) : null}
      </tr>
      {areFiltersOpen ? (
        <tr className="filter-row">
          {expand ? <td /> : null}
          {selection ? <td /> : null}
          {columns.map((column) => (
            <td key={column.key}>{filtering.cell(column)}</td>
          ))}
          {hasActions ? <td className="pinned" /> : null}
        </tr>
      ) : null}
    </thead>
  )
}

function ExpandAll({ rows, areAllOpen, onToggleAll }: Props) {
  const { t } = useTranslation()
  const Icon = areAllOpen ? IconChevronsUp : IconChevronsDown
  const words = t(areAllOpen ? 'Collapse all' : 'Expand all')
  return (
    <th scope="col">
      <span className="sr-only">{t('Details')}</span>
      <ActionIcon
        variant="subtle"
        color="plain"
        disabled={rows.length === 0}
        aria-label={words}
        title={words}
        onClick={onToggleAll}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </th>
  )
}

function TickAll({ rows, selection }: Props) {
  const { t } = useTranslation()
  const ids = rows.map(({ id }) => id)
  const selectedCount = ids.filter((id) => selection?.has(id)).length
  return (
    <th scope="col" className="tick">
      <Checkbox
        size="xs"
        aria-label={t('Select all on this page')}
        disabled={ids.length === 0}
        checked={selectedCount > 0 && selectedCount === ids.length}
        indeterminate={selectedCount > 0 && selectedCount < ids.length}
        onChange={(event) => selection?.toggle(ids, event.currentTarget.checked)}
      />
    </th>
  )
}

type HandleProps = { column: SizedColumn } & Pick<TableProps, 'sizing'>
/** Drags the edge of a column. The column menu does the same by buttons, for the keyboard. */
const WidthHandle = ({ column: { key }, sizing }: HandleProps) => (
  <span
    className="width-handle"
    aria-hidden
    onPointerDown={({ nativeEvent, currentTarget }) => dragWidth(nativeEvent, currentTarget, key, sizing)}
  />
)
