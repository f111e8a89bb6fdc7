import './list-table.css'
import { Skeleton } from '@mantine/core'
import { Fragment, useState } from 'react'
import { brand } from '../../ui/brand.ts'
import { instantText, withDays } from '../../ui/words/texts.ts'
import { ListHead } from './ListHead.tsx'
import { ListRow } from './ListRow.tsx'
import { detailsId, type TableProps } from './table-props.ts'

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
