import { AppError, errorCatalogue } from '@portal/contract/errors.ts'
import {
  choicesMatching,
  type FilterSpec,
  type FilterTerm,
  type ListMetadata,
  type ListQuery,
  type ListSpec,
  parseFilter,
  parseRange,
} from '@portal/contract/list.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import type { DB } from '../db/schema.ts'

/** Beyond this many rows a total is said as 'at least': counting on would cost more than the page itself. */
export const countLimit = 50_000

/**
 * A column of the list: `table.column`. One that can be null must say so, for the order of its page marks; one that holds instants too, since a
 * filter by days then means the days of the provider's time zone.
 */
export type Column = string | { column: string; isNullable?: true; isInstant?: true }
export type Columns<Sort extends string, Filter extends string> = { id: string } & Record<Sort | Filter, Column>
/** Set by the mechanism while it streams a whole list: the next rows after a mark instead of a numbered page. */
export type Chunk = { size: number; after: Mark | null }
export type Mark = { value: unknown; id: number }
export type ChunkedQuery = ListQuery & { chunk?: Chunk }

// The builder's table and alias types are of no use once a list is generic over them.
// biome-ignore lint/suspicious/noExplicitAny: the table names of a query builder cannot be named generically.
type Builder<O = unknown> = SelectQueryBuilder<DB, any, O>
type Source<Row> = {
  /** The rows in scope, from the list's own table alone. */
  from: Builder
  /** Joins and selects what a row shows. The count leaves it out unless a filter needs a joined column. */
  // biome-ignore lint/suspicious/noExplicitAny: each feature's builder has its own tables, which a list cannot name.
  show: (query: any) => Builder<any>
  // biome-ignore lint/suspicious/noExplicitAny: the raw row is whatever `show` selected.
  row: (raw: any) => Row
}
export type Page<Rows extends string, Row> = { metadata: ListMetadata } & Record<Rows, Row[]>

const columnName = (column: Column): string => (typeof column === 'string' ? column : column.column)
const contains = (query: string) => `%${query.replace(/[\\%_]/g, '\\$&')}%`

/** From the first day's first moment to the last day's last one. The column itself stays bare, so that an index can answer. */
function withinDays(column: string, { from, to }: ReturnType<typeof parseRange>): Expression<SqlBool> {
  const ref = sql.ref(column)
  const ends = [
    ...(from === null ? [] : [sql<SqlBool>`${ref} >= start_of_day(${from}::date)`]),
    ...(to === null ? [] : [sql<SqlBool>`${ref} < start_of_day(${to}::date + 1)`]),
  ]
  return sql<SqlBool>`${sql.join(ends, sql` and `)}`
}

function condition(named: Column, spec: FilterSpec, term: FilterTerm): Expression<SqlBool> {
  const ref = sql.ref(columnName(named))
  if (spec.kind === 'choice') return sql<SqlBool>`${ref} = any(${choicesMatching(spec.options, term)})`
  if (spec.kind === 'text') return term.operator === ':' ? sql<SqlBool>`${ref} = ${term.query}` : sql<SqlBool>`${ref} ilike ${contains(term.query)}`
  const { from, to } = parseRange(term.query)
  if (typeof named !== 'string' && named.isInstant) return withinDays(named.column, { from, to })
  const value = (end: string): unknown => (spec.kind === 'date' ? end : toUnits(Number(end), spec.kind))
  if (from === to) return sql<SqlBool>`${ref} = ${value(from as string)}`
  const ends = [...(from === null ? [] : [sql<SqlBool>`${ref} >= ${value(from)}`]), ...(to === null ? [] : [sql<SqlBool>`${ref} <= ${value(to)}`])]
  return sql<SqlBool>`${sql.join(ends, sql` and `)}`
}

/** The rows behind a mark in the list's order; ties are broken by id in the same direction, so that no row comes twice or never. */
function behind(column: Column, id: string, direction: 'asc' | 'desc', mark: Mark): Expression<SqlBool> {
  const [sort, key] = [sql.ref(columnName(column)), sql.ref(id)]
  const beyond = direction === 'asc' ? sql`>` : sql`<`
  if (typeof column === 'string' || !column.isNullable) return sql<SqlBool>`(${sort}, ${key}) ${beyond} (${mark.value}, ${mark.id})`
  const nullsAreAhead = direction === 'asc' ? sql`${sort} is null` : sql`false`
  if (mark.value === null)
    return sql<SqlBool>`((${sort} is null and ${key} ${beyond} ${mark.id}) or ${direction === 'asc' ? sql`false` : sql`${sort} is not null`})`
  return sql<SqlBool>`((${sort}, ${key}) ${beyond} (${mark.value}, ${mark.id}) or ${nullsAreAhead})`
}

const isColumnOf = (columns: { id: string }, column: Column) => columnName(column).startsWith(`${columns.id.split('.')[0]}.`)

type Total = Pick<ListMetadata, 'total_count' | 'total_kind'>
async function countRows(db: Db, counted: Builder): Promise<Total> {
  const some = counted.select(sql`1`.as('one')).limit(countLimit + 1)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count > countLimit ? { total_count: countLimit, total_kind: 'at_least' } : { total_count: count, total_kind: 'exact' }
}

/** The rows after a mark, with the mark to go on from: how a whole list is read without ever holding it. */
async function nextChunk<Row>(ordered: Builder, sort: Column, id: string, direction: 'asc' | 'desc', chunk: Chunk, row: (raw: unknown) => Row) {
  const marked = ordered.select([sql.ref(columnName(sort)).as('mark_value'), sql.ref(id).as('mark_id')]).limit(chunk.size)
  const raw = (await (chunk.after ? marked.where(behind(sort, id, direction, chunk.after)) : marked).execute()) as {
    mark_value: unknown
    mark_id: number
  }[]
  const last = raw.at(-1)
  const next: Mark | null = raw.length < chunk.size || !last ? null : { value: last.mark_value, id: last.mark_id }
  return { rows: raw.map(row), next }
}

/** What a list's own filter leaves of its rows, also for those that act on them instead of showing them. */
export function filterRows<Filter extends string>(
  list: { filters: Readonly<Record<Filter, FilterSpec>> },
  filter: readonly string[],
  columns: Readonly<Record<NoInfer<Filter>, Column>>,
  // biome-ignore lint/suspicious/noExplicitAny: each feature's builder has its own tables, which a list cannot name.
  rows: any,
): Builder {
  const named: Record<string, Column> = columns
  const specs: Record<string, FilterSpec> = list.filters
  const terms = filter.map(parseFilter).filter((term) => term !== null)
  return terms.reduce((built, term) => built.where(condition(named[term.field] as Column, specs[term.field] as FilterSpec, term)), rows as Builder)
}

/** Answers one page of a list: filters, order, rows and total from one description (LIST-7, LIST-12). */
export async function paginate<Sort extends string, Filter extends string, Rows extends string, Row>(
  db: Db,
  scope: Scope,
  list: ListSpec<Sort, Filter, Rows>,
  query: ListQuery,
  columns: Columns<NoInfer<Sort>, NoInfer<Filter>>,
  source: Source<Row>,
): Promise<Page<Rows, Row>> {
  const named: Record<string, Column> = columns
  const terms = query.filter.map(parseFilter).filter((term) => term !== null)
  const [sortField, direction] = query.sort.split(',') as [Sort, 'asc' | 'desc']
  if (scope.role === 'portal_staff' && terms.length === 0 && list.sortsNeedingFilter.includes(sortField))
    throw new AppError('list.sort-needs-filter', { sort: errorCatalogue['list.sort-needs-filter'].message })

  const filtered = (base: Builder) => filterRows(list, query.filter, columns, base)
  const sort = named[sortField] as Column
  const ordered = filtered(source.show(source.from))
    .orderBy(sql.ref(columnName(sort)), direction)
    .orderBy(sql.ref(columns.id), direction)

  const chunk = (query as ChunkedQuery).chunk
  if (chunk) {
    const { rows, next } = await nextChunk(ordered, sort, columns.id, direction, chunk, source.row)
    const metadata = { page: 1, size: query.size, total_count: rows.length, total_pages: 1, total_kind: 'exact' } as const
    return { metadata, [list.rows]: rows, next } as Page<Rows, Row>
  }
  const fetchPage = async (page: number): Promise<Row[]> =>
    (
      await ordered
        .limit(query.size)
        .offset((page - 1) * query.size)
        .execute()
    ).map(source.row)
  const countable = terms.every(({ field }) => isColumnOf(columns, named[field] as Column)) ? source.from : source.show(source.from).clearSelect()
  const [total, asked] = await Promise.all([countRows(db, filtered(countable)), fetchPage(query.page)])
  const totalPages = Math.max(1, Math.ceil(total.total_count / query.size))
  // A page past the end is the last page: so deleting a page's last record moves to the one before (LIST-4, LIST-7).
  const page = asked.length === 0 ? Math.min(query.page, totalPages) : query.page
  const rows = page === query.page ? asked : await fetchPage(page)
  return { metadata: { page, size: query.size, ...total, total_pages: Math.max(totalPages, page) }, [list.rows]: rows } as Page<Rows, Row>
}
