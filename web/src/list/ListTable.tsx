import './list-table.css'
import { Skeleton } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { brand } from '../ui/brand.ts'
import { instantText, withDays } from '../ui/words/texts.ts'
import type { SizedColumn } from './columns/arrangement.ts'
import { ListHead } from './ListHead.tsx'
import { detailsId, ListRow } from './ListRow.tsx'
import type { AnyColumn, AnyRow, RowLinks } from './list-types.ts'
import type { Selection } from './use-selection.ts'

export type TableProps = {
  label: string
  columns: readonly SizedColumn[]
  /** The column that links to the record. */
  lead: string | undefined
  rows: readonly AnyRow[]
  links: RowLinks
  /** The filters that are on, for paper. */
  filters: readonly string[]
  selection: Selection | undefined
  expand: ((row: AnyRow) => ReactNode) | undefined
  headCell: (column: AnyColumn) => ReactNode
  sortState: (column: AnyColumn) => 'ascending' | 'descending' | 'none' | undefined
  filterCell: ((column: AnyColumn) => ReactNode) | undefined
  /** While the edge of a column is dragged, and when it is let go. */
  onDrag: (key: string, width: number) => void
  onResize: (key: string, width: number) => void
  skeletonRows: number
  stale: boolean
}

export function ListTable(props: TableProps) {
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
      <table className="list-table" data-stale={stale} data-filtering={props.filterCell ? true : undefined}>
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
                isOpen={open.has(row.id)}
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
        {/* A table's foot is repeated on every printed sheet. */}
        <tfoot className="print-foot" hidden>
          <tr>
            <td colSpan={span}>
              {[brand.name, label, instantText(new Date()), ...props.filters.map(withDays)].join(' · ')}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
