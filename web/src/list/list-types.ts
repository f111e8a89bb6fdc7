import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { DownloadFormat, ListMetadata, ListQuery, ListSpec } from '@portal/contract/list.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { WritingId } from '../api/toasts.ts'
import type { MenuAction } from '../ui/ActionMenu.tsx'
import type { Selection } from './use-selection.ts'

export type ListEndpoint = Endpoint & { list: ListSpec; reply: z.ZodType }
/** A whole list as a file: one row per record, or per line of each record. */
export type Download = { format: DownloadFormat; by?: 'line' }
type PageOf<E extends ListEndpoint> = z.output<E['reply']>
/** The row type of a list endpoint. */
export type RowOf<E extends ListEndpoint> = PageOf<E>[E['list']['rows'] & keyof PageOf<E>] extends (infer Row)[]
  ? Row
  : never
export type Change = (
  patch: Partial<ListQuery> | ((query: ListQuery) => Partial<ListQuery>),
  how?: { replace: boolean },
) => void
/** What a page draws above its list, from the list's query and its reply. */
type Intro<E extends ListEndpoint> = (list: {
  query: ListQuery
  change: Change
  reply: PageOf<E> | undefined
}) => ReactNode

type ColumnFor<Row, K extends keyof Row & string> = {
  key: K
  header: string
  cell?: (value: Row[K], row: Row, locale: string) => ReactNode
  /** The value is one of our own words and is translated. */
  words?: true
  /** Numbers are right-aligned. */
  align?: 'end'
  /** The name of the list's filter, if it differs from the key. */
  filter?: string
  /**
   * 1 is the most important. If the columns do not fit, those with a priority come first, then the others in order
   * (LIST-16).
   */
  priority?: number
  /** Hidden unless chosen in the column menu. */
  optional?: true
  /** Always shown, because the list is filtered by it. */
  always?: boolean
  /** Its place on a phone: the title and badge form the first line, lines follow, and other columns are hidden. */
  phone?: 'title' | 'badge' | 'line'
}
export type Column<Row> = { [K in keyof Row & string]: ColumnFor<Row, K> }[keyof Row & string]

/**
 * Inside the list, a row is anything with an id, which every list has and none shows (LIST-1). `ListPage` checks the
 * page's own types.
 */
export type AnyRow = { id: number } & Record<string, unknown>
export type AnyColumn = Omit<ColumnFor<AnyRow, string>, 'cell'> & {
  cell?: (value: unknown, row: AnyRow, locale: string) => ReactNode
}
/** The name of the column's filter, if the list has one. */
export const filterOf = ({ key, filter }: Pick<AnyColumn, 'key' | 'filter'>): string => filter ?? key
/** `reply` is the whole reply, with what a list has beside its rows. */
export type LoadedPage = { metadata: ListMetadata; rows: AnyRow[]; reply?: Record<string, unknown> }

/** The links and actions of rows, limited to the user's permissions. */
export type RowLinks = {
  path: string
  /** The kind of list, for words with another form elsewhere. */
  context: string
  nameOf: (row: AnyRow) => string
  /** A row's key in the addresses of its forms. */
  keyOf: (row: AnyRow) => string
  editKeyOf: (row: AnyRow) => string
  view: boolean
  edit: boolean
  remove: ((row: AnyRow) => void) | undefined
  /** Why a row cannot be changed or deleted, translated. Undefined if it can (LIT-4). */
  editLockOf: (row: AnyRow) => string | undefined
  binLockOf: (row: AnyRow) => string | undefined
  mark: ((row: AnyRow) => ReactNode) | undefined
  /** Whether form addresses keep the list's state, because the list stays behind them. */
  keepsSearch: boolean
  actions: ((row: AnyRow) => readonly RowAction[]) | undefined
  buttons: ((row: AnyRow) => ReactNode) | undefined
}

/** An action on one record: a button in its table row, and a menu entry on a phone. */
export type RowAction = MenuAction & {
  onSelect: () => void
  /** With `{record}`, because the same button is in every row and screen readers need its record. */
  name?: string
  /** Its place in the row: `menu` groups several behind one button, and `phone` shows it only there. */
  look?: 'icon' | 'button' | 'filled' | 'menu' | 'phone'
  className?: string | undefined
}

type Guarded = Pick<Endpoint, 'can'>
export type ListPageProps<E extends ListEndpoint> = {
  title: string
  /** The list's address, with view, edit and add under it. */
  path: string
  endpoint: E
  columns: readonly Column<RowOf<E>>[]
  nameOf: (row: RowOf<E>) => string
  /** A row's key in its view address, if it is not the id. */
  keyOf?: (row: RowOf<E>) => string
  /** A row's key in its edit address, by default the id: two records can share a view key, but an edit is of one. */
  editKeyOf?: (row: RowOf<E>) => string
  /** The text of an empty list without a filter, and with one (LIST-6). */
  empty: { none: string; filtered: string }
  get?: Guarded
  update?: Guarded
  remove?: Endpoint & { id: WritingId }
  /** What deleting does besides, for the dialog. */
  removeNote?: string
  /** Why a row cannot be changed: its pencil is dimmed and opens the locked form (LIT-4). */
  lockOf?: (row: RowOf<E>) => string | null | undefined
  /** Why a row cannot be deleted: its bin is disabled (LIT-4). */
  binLockOf?: (row: RowOf<E>) => string | null | undefined
  /** `to` if the form is not at the list's `/add-new`. */
  add?: { endpoint: Guarded; label: string; to?: string }
  /** Add and edit are dialogs over the list, which keeps its page and filters. */
  formsOpenOver?: true
  headActions?: ReactNode
  /** Content between the heading and the list. */
  intro?: ReactNode | Intro<E>
  toolbar?: ReactNode
  selection?: Selection | undefined
  /** Shown beside the record's name in the table, if no default column has it (LIT-2). */
  markOf?: (row: RowOf<E>) => ReactNode
  expand?: (row: RowOf<E>) => ReactNode
  /** In addition to view, edit and delete. */
  rowActions?: (row: RowOf<E>) => readonly RowAction[]
  /** Buttons in a table row with their own state, such as a download in progress. */
  rowButtons?: (row: RowOf<E>) => ReactNode
  /** Dialogs that the page opens over the list. */
  children?: ReactNode
}
