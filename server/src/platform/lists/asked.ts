import type { FilterSpec, FilterTerm, ListQuery, ListSpec } from '@portal/contract/list.ts'
import { parseFilter } from '@portal/contract/list.ts'
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Scope } from '../../db/connect.ts'
import type { DB } from '../../db/schema.ts'
import { columnName, condition, type ListColumn } from './list-conditions.ts'

export type Columns<Sort extends string, Filter extends string> = { id: string } & Record<Sort | Filter, ListColumn>
/** Set while a whole list is streamed: the next rows after a cursor instead of a numbered page. */
export type Chunk = { size: number; after: Cursor | null }
export type Cursor = { value: unknown; id: number }
export type ChunkedQuery = ListQuery & { chunk?: Chunk }

// A list is generic over its query, so the builder's own table and alias types cannot be kept.
// biome-ignore lint/suspicious/noExplicitAny: the table names of a query builder cannot be named generically.
export type Builder<O = unknown> = SelectQueryBuilder<DB, any, O>
export type Source<Row> = {
  /** The rows in scope, from the list's own table alone. */
  from: Builder
  /** Joins and selects what a row shows. The count leaves it out unless a filter needs a joined column. */
  // biome-ignore lint/suspicious/noExplicitAny: each feature's builder has its own tables, which a list cannot name.
  show: (query: any) => Builder<any>
  // biome-ignore lint/suspicious/noExplicitAny: the raw row is whatever `show` selected.
  row: (raw: any) => Row
  /** The exact count, for filters whose counts are stored; null for other filters. */
  count?: (terms: readonly FilterTerm[]) => Promise<number> | null
  /** For an order without an index: a starting point and how many rows come before it. Null starts at the first row. */
  jump?: (query: Deep) => Promise<{ from: Expression<SqlBool>; skipped: number } | null> | null
}
/**
 * A list whose queries depend on the scope and on a few shapes alone, so that a page without a filter, which is what most
 * requests ask, is built once for each. In `of`, the scope's company may be passed on, but not read. `stored` is the
 * number of all rows, where it is.
 */
export type SourceByShape<Row> = {
  shape: string
  stored?: (db: Db, scope: Scope) => Promise<number>
  of: (db: Db, scope: Scope) => Source<Row>
}
export type Deep = { sort: string; direction: 'asc' | 'desc'; offset: number; terms: readonly FilterTerm[] }

/** The rows after a cursor in the list's order. Ties are broken by id, so that no row is repeated or skipped. */
export function after(column: ListColumn, id: string, direction: 'asc' | 'desc', cursor: Cursor): Expression<SqlBool> {
  const [sort, key] = [sql.ref(columnName(column)), sql.ref(id)]
  const beyond = direction === 'asc' ? sql`>` : sql`<`
  if (typeof column === 'string' || !column.isNullable)
    return sql<SqlBool>`(${sort}, ${key}) ${beyond} (${cursor.value}, ${cursor.id})`
  const nullsAreAhead = direction === 'asc' ? sql`${sort} is null` : sql`false`
  if (cursor.value === null)
    return sql<SqlBool>`((${sort} is null and ${key} ${beyond} ${cursor.id}) or ${direction === 'asc' ? sql`false` : sql`${sort} is not null`})`
  return sql<SqlBool>`((${sort}, ${key}) ${beyond} (${cursor.value}, ${cursor.id}) or ${nullsAreAhead})`
}

/** The list query, parsed once. */
export type Asked<Row> = {
  db: Db
  source: Source<Row>
  id: string
  sort: ListColumn
  sortField: string
  direction: 'asc' | 'desc'
  terms: readonly FilterTerm[]
  size: number
  conditions: (isCommon: boolean) => Expression<SqlBool>[]
  /** The list's own table, with its joins only where a filter (or the order) uses a joined column. */
  base: (isOrdered: boolean) => Builder
  hasSearch: boolean
  /** A filter is on another table's column, of which the planner cannot tell where its rows stand in the order. */
  isElsewhere: boolean
  /** An index serves what is searched for, so that counting needs no rows and looking twice costs little. */
  isServed: boolean
  /** A search with fewer characters than its index can find. */
  hasShortSearch: boolean
}

export const filtered = (base: Builder, conditions: readonly Expression<SqlBool>[]): Builder =>
  conditions.reduce((built, one) => built.where(one), base)

export const withIds = <Row>({ id }: Asked<Row>, rows: Builder, ids: readonly number[]): Builder =>
  rows.where(sql<SqlBool>`${sql.ref(id)} = any(${ids}::bigint[])`)

export function inOrder<Row>({ sort, id, direction }: Asked<Row>, query: Builder, isReversed = false): Builder {
  const way = isReversed ? (direction === 'asc' ? 'desc' : 'asc') : direction
  const sorted = query.orderBy(sql.ref(columnName(sort)), way)
  return typeof sort !== 'string' && sort.isUnique ? sorted : sorted.orderBy(sql.ref(id), way)
}

/** What a list is asked, with its columns and source. */
export function askedOf<Row>(
  db: Db,
  list: ListSpec,
  query: ListQuery,
  columns: { id: string },
  source: Source<Row>,
): Asked<Row> {
  const named = columns as unknown as Record<string, ListColumn>
  const terms = query.filter.map(parseFilter).filter((term) => term !== null)
  const [sortField, direction] = query.sort.split(',') as [string, 'asc' | 'desc']
  const columnOf = (field: string) => named[field] as ListColumn
  const isOwn = (field: string) => columnName(columnOf(field)).startsWith(`${columns.id.split('.')[0]}.`)
  const specOf = (field: string) => list.filters[field] as FilterSpec
  return {
    db,
    source,
    id: columns.id,
    sort: columnOf(sortField),
    sortField,
    direction,
    terms,
    size: query.size,
    conditions: (isCommon) => terms.map((term) => condition(columnOf(term.field), specOf(term.field), term, isCommon)),
    base: (isOrdered) =>
      [...terms.map(({ field }) => field), ...(isOrdered ? [sortField] : [])].every(isOwn)
        ? source.from
        : source.show(source.from).clearSelect(),
    hasSearch: terms.some(({ field, operator }) => operator === '::' && specOf(field).kind === 'text'),
    isElsewhere: terms.some(({ field }) => !isOwn(field)),
    isServed: terms.every(({ field }) => {
      const column = columnOf(field)
      return typeof column !== 'string' && column.among !== undefined
    }),
    hasShortSearch: terms.some(({ field, operator, query }) => {
      const column = columnOf(field)
      return operator === '::' && query.length < 3 && typeof column !== 'string' && column.byTrigrams === true
    }),
  }
}
