import type { CSSProperties, ReactNode } from 'react'
import type { SizedColumn } from '../columns/arrangement.ts'
import type { Sizing } from '../columns/drag-width.ts'
import type { Filters } from '../filters/use-filters.tsx'
import type { AnyColumn, AnyRow, RowLinks } from '../list-types.ts'
import type { Selection } from '../use-selection.ts'

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
  filtering: Pick<Filters, 'opened' | 'cell'>
  /** For dragging the edge of a column. */
  sizing: Sizing
  skeletonRows: number
  stale: boolean
}

/** The id of a row's expanded details. */
export const detailsId = (row: AnyRow) => `details-${row.id}`

/** A width that the user chose wins over what the content needs. */
export const widthOf = ({ width }: SizedColumn) =>
  width === undefined ? {} : { 'data-sized': true, style: { '--column-width': `${width}px` } as CSSProperties }
