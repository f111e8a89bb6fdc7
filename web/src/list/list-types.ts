import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { DownloadFormat, ListMetadata, ListSpec } from '@portal/contract/list.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { WritingId } from '../api/toasts.ts'
import type { MenuAction } from '../ui/ActionMenu.tsx'
import type { Selection } from './use-selection.ts'

export type ListEndpoint = Endpoint & { list: ListSpec; reply: z.ZodType }
/** A whole list as a file: a row per record, or per line of each record. */
export type Download = { format: DownloadFormat; by?: 'line' }
type PageOf<E extends ListEndpoint> = z.output<E['reply']>
type RowsOf<P> = P[Exclude<keyof P, 'metadata' | 'total_elements'>]
/** The row type that a list endpoint answers with. */
export type RowOf<E extends ListEndpoint> = RowsOf<PageOf<E>> extends (infer Row)[] ? Row : never

type ColumnFor<Row, K extends keyof Row & string> = {
  key: K
  header: string
  cell?: (value: Row[K], row: Row, locale: string) => ReactNode
  /** The value is one of our own words and is shown in the reader's language. */
  words?: true
  /** Numbers stand at the end of their column. */
  align?: 'end'
  /** The list's filter for it, where that has another name. */
  filter?: string
  /**
   * What matters most has 1. Where the columns do not fit side by side, those with a priority come first in its order
   * and the others follow in theirs (LIST-16).
   */
  priority?: number
  /** Shown only when chosen in the column chooser. */
  optional?: true
  /** Shown whatever is chosen, because the list is filtered by it. */
  always?: boolean
  /** Its place on a phone: the first line is the title with the badge, lines follow, all else is left out. */
  phone?: 'title' | 'badge' | 'line'
}
export type Column<Row> = { [K in keyof Row & string]: ColumnFor<Row, K> }[keyof Row & string]

/**
 * Inside the list a row is anything with an id, which every list carries and none shows (LIST-1); the page's own types
 * have been checked at its door.
 */
export type AnyRow = { id: number } & Record<string, unknown>
export type AnyColumn = Omit<ColumnFor<AnyRow, string>, 'cell'> & {
  cell?: (value: unknown, row: AnyRow, locale: string) => ReactNode
}
/** The name of the column's filter, if the list has one. */
export const filterOf = ({ key, filter }: Pick<AnyColumn, 'key' | 'filter'>): string => filter ?? key
export type LoadedPage = { metadata: ListMetadata; rows: AnyRow[] }

/** Where the rows lead and what may be done with them, already narrowed to what the person may do. */
export type RowLinks = {
  path: string
  /** What the list is of, for words that mean something else elsewhere. */
  context: string
  nameOf: (row: AnyRow) => string
  /** What stands for a row in the addresses of its forms. */
  keyOf: (row: AnyRow) => string
  editKeyOf: (row: AnyRow) => string
  view: boolean
  edit: boolean
  remove: ((row: AnyRow) => void) | undefined
  /** Why a row cannot be changed or deleted, in the reader's language; undefined where it can (LIT-4). */
  editLockOf: (row: AnyRow) => string | undefined
  binLockOf: (row: AnyRow) => string | undefined
  mark: ((row: AnyRow) => ReactNode) | undefined
  /** Whether the addresses of forms keep the list's own state, because the list stays behind them. */
  keepsSearch: boolean
  actions: ((row: AnyRow) => readonly RowAction[]) | undefined
  buttons: ((row: AnyRow) => ReactNode) | undefined
}

/** Something to do with one record: a button in its row of the table, and an entry of its menu on a phone. */
export type RowAction = MenuAction & {
  onSelect: () => void
  /** With `{record}`, since a table read aloud has the same button in every row. */
  name?: string
  /** How it stands in the row: `menu` gathers several behind one button, and `phone` leaves it to the phone. */
  look?: 'icon' | 'button' | 'filled' | 'menu' | 'phone'
  className?: string | undefined
}

type Guarded = Pick<Endpoint, 'can'>
export type ListPageProps<E extends ListEndpoint> = {
  title: string
  /** The list's own address; view, edit and add hang under it. */
  path: string
  endpoint: E
  columns: readonly Column<RowOf<E>>[]
  nameOf: (row: RowOf<E>) => string
  /** What stands for a row in the address of its view, where that is not its id. */
  keyOf?: (row: RowOf<E>) => string
  /**
   * The same for the edit form. Unless said it is the id: two records may share what they are viewed by, and a change
   * is of one of them.
   */
  editKeyOf?: (row: RowOf<E>) => string
  /** What an empty list says without a filter, and with one (LIST-6). */
  empty: { none: string; filtered: string }
  get?: Guarded
  update?: Guarded
  remove?: Endpoint & { id: WritingId }
  /** Why a row cannot be changed: its pencil is dimmed, and opens the locked form (LIT-4). */
  lockOf?: (row: RowOf<E>) => string | null | undefined
  /** Why a row cannot be deleted: its bin is disabled (LIT-4). */
  binLockOf?: (row: RowOf<E>) => string | null | undefined
  add?: { endpoint: Guarded; label: string }
  /** Adding and editing are dialogs over the list, which keeps its page and filters meanwhile. */
  formsOpenOver?: true
  headActions?: ReactNode
  /** What stands between the heading and the list. */
  intro?: ReactNode
  toolbar?: ReactNode
  selection?: Selection | undefined
  /** What stands beside the record's name in the table, where no default column says it (LIT-2). */
  markOf?: (row: RowOf<E>) => ReactNode
  expand?: (row: RowOf<E>) => ReactNode
  /** Besides view, edit and delete. */
  rowActions?: (row: RowOf<E>) => readonly RowAction[]
  /** Buttons of a row in the table that have a state of their own, such as a download under way. */
  rowButtons?: (row: RowOf<E>) => ReactNode
  /** Dialogs that the page opens over the list. */
  children?: ReactNode
}
