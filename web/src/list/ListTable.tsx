import { ActionIcon, Checkbox, Skeleton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconChevronsDown, IconChevronsUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CellContent } from './columns/CellContent.tsx'
import type { AnyColumn, AnyRow, RowLinks } from './list-types.ts'
import { RowActions } from './RowActions.tsx'
import type { Selection } from './use-selection.ts'

type Props = {
  label: string
  columns: readonly AnyColumn[]
  /** The column that links to the record. */
  lead: string | undefined
  rows: readonly AnyRow[]
  links: RowLinks
  selection: Selection | undefined
  expand: ((row: AnyRow) => ReactNode) | undefined
  headCell: (column: AnyColumn) => ReactNode
  sortState: (column: AnyColumn) => 'ascending' | 'descending' | 'none' | undefined
  filterCell: ((column: AnyColumn) => ReactNode) | undefined
  skeletonRows: number
  stale: boolean
}

const detailsId = (row: AnyRow) => `details-${row.id}`

export function ListTable(props: Props) {
  const { label, columns, rows, links, skeletonRows, stale } = props
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const hasActions = links.view || links.edit || Boolean(links.remove || links.actions || links.buttons)
  const toggle = (id: number) =>
    setOpen((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  const areAllOpen = rows.length > 0 && rows.every(({ id }) => open.has(id))
  const toggleAll = () => setOpen(new Set(areAllOpen ? [] : rows.map(({ id }) => id)))
  const span = columns.length + (props.selection ? 1 : 0) + (props.expand ? 1 : 0) + (hasActions ? 1 : 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="list-region" aria-label={label} tabIndex={0} aria-busy={skeletonRows > 0 || stale}>
      <table className="list-table" data-stale={stale}>
        <ListHead {...props} hasActions={hasActions} areAllOpen={areAllOpen} onToggleAll={toggleAll} />
        <tbody>
          {Array.from({ length: skeletonRows }, (_, index) => index).map((index) => (
            <tr key={index}>
              {Array.from({ length: span }, (_, cell) => cell).map((cell) => (
                <td key={cell}>
                  <Skeleton height={12} width="70%" />
                </td>
              ))}
            </tr>
          ))}
          {rows.map((row) => (
            <Fragment key={row.id}>
              <ListRow
                {...props}
                row={row}
                hasActions={hasActions}
                open={open.has(row.id)}
                onToggle={() => toggle(row.id)}
              />
              {props.expand && open.has(row.id) ? (
                <tr className="sub-row" id={detailsId(row)}>
                  <td colSpan={span}>{props.expand(row)}</td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type HeadProps = Props & { hasActions: boolean; areAllOpen: boolean; onToggleAll: () => void }
function ListHead({
  columns,
  rows,
  selection,
  expand,
  headCell,
  sortState,
  filterCell,
  hasActions,
  areAllOpen,
  onToggleAll,
}: HeadProps) {
  const { t } = useTranslation()
  const AllIcon = areAllOpen ? IconChevronsUp : IconChevronsDown
  const ids = rows.map(({ id }) => id)
  const selectedCount = ids.filter((id) => selection?.has(id)).length
  return (
    <thead>
      <tr>
        {expand ? (
          <th scope="col">
            <span className="sr-only">{t('Details')}</span>
            <ActionIcon
              variant="subtle"
              color="plain"
              disabled={rows.length === 0}
              aria-label={t(areAllOpen ? 'Collapse all' : 'Expand all')}
              title={t(areAllOpen ? 'Collapse all' : 'Expand all')}
              onClick={onToggleAll}
            >
              <AllIcon size={16} aria-hidden />
            </ActionIcon>
          </th>
        ) : null}
        {selection ? (
          <th scope="col" className="tick">
            <Checkbox
              size="xs"
              aria-label={t('Select all on this page')}
              disabled={ids.length === 0}
              checked={selectedCount > 0 && selectedCount === ids.length}
              indeterminate={selectedCount > 0 && selectedCount < ids.length}
              onChange={(event) => selection.toggle(ids, event.currentTarget.checked)}
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <th key={column.key} scope="col" data-align={column.align} aria-sort={sortState(column)}>
            {headCell(column)}
          </th>
        ))}
        {hasActions ? (
          <th scope="col" className="pinned">
            {t('Actions')}
          </th>
        ) : null}
      </tr>
      {filterCell ? (
        <tr className="filter-row">
          {expand ? <td /> : null}
          {selection ? <td /> : null}
          {columns.map((column) => (
            <td key={column.key}>{filterCell(column)}</td>
          ))}
          {hasActions ? <td className="pinned" /> : null}
        </tr>
      ) : null}
    </thead>
  )
}

/** Text that its column may cut off. Custom cells handle their own. */
function longText({ key, cell }: AnyColumn, row: AnyRow): string | undefined {
  const value = row[key]
  return !cell && typeof value === 'string' && value.length > 24 ? value : undefined
}

type RowProps = Props & { row: AnyRow; hasActions: boolean; open: boolean; onToggle: () => void }

function ListRow({ row, columns, lead, links, selection, expand, hasActions, open, onToggle }: RowProps) {
  const { t } = useTranslation()
  const record = links.nameOf(row)
  return (
    <tr data-row tabIndex={-1} data-selected={selection?.has(row.id) || undefined}>
      {expand ? (
        <td>
          <ActionIcon
            variant="subtle"
            color="plain"
            aria-expanded={open}
            aria-controls={open ? detailsId(row) : undefined}
            aria-label={t('Details of {record}', { record })}
            data-view={links.view ? undefined : true}
            onClick={onToggle}
          >
            {open ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
          </ActionIcon>
        </td>
      ) : null}
      {selection ? (
        <td className="tick">
          <Checkbox
            size="xs"
            aria-label={t('Select {record}', { record })}
            data-select
            checked={selection.has(row.id)}
            onChange={(event) => selection.toggle([row.id], event.currentTarget.checked)}
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td key={column.key} data-align={column.align} title={longText(column, row)}>
          {column.key === lead && links.view ? (
            <Link className="row-link" to={`${links.path}/${links.keyOf(row)}/view`}>
              <CellContent column={column} row={row} />
            </Link>
          ) : (
            <CellContent column={column} row={row} />
          )}
          {column.key === lead && links.mark ? <> {links.mark(row)}</> : null}
        </td>
      ))}
      {hasActions ? (
        <td className="pinned">
          <RowActions row={row} links={links} />
        </td>
      ) : null}
    </tr>
  )
}
