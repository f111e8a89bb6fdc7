import { type FilterSpec, type ListQuery, type ListSpec, parseFilter } from '@portal/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { after, type ChunkedQuery, type Columns, type Cursor } from './asked.ts'
import { columnName, condition, type ListColumn } from './list-conditions.ts'
import type { Page } from './paginate.ts'

/** One row per company and currency: a whole list is read in one go, and only a very long one in several. */
const chunkSize = 5000

type SumsSource<Row, Totals, Group extends string, Grouped> = {
  /** A select whose rows are the list's. Its columns are named `listed.…` in the list's map. */
  rows: RawBuilder<unknown>
  /** What is selected over all rows that match, besides the currency. */
  totals: RawBuilder<unknown>
  // biome-ignore lint/suspicious/noExplicitAny: the raw row is whatever `rows` selected.
  row: (raw: any) => Row
  // biome-ignore lint/suspicious/noExplicitAny: the raw totals are whatever `totals` selected.
  total: (raw: any) => Totals
  /** Further sums of all rows that match, each a select from `matching`. */
  groups?: Readonly<Record<Group, RawBuilder<unknown>>>
  // biome-ignore lint/suspicious/noExplicitAny: the raw sums are whatever the select of the group is.
  group?: (raw: any) => Grouped
}
type Found = { count: number; page: Record<string, unknown>[]; totals: unknown[]; groups: Record<string, unknown[]> }

/**
 * Answers one page of a list whose rows are sums, with its totals by currency. The sums are made once: page, count and
 * totals are of the same rows, in one statement.
 */
export async function paginateSums<
  Sort extends string,
  Filter extends string,
  Rows extends string,
  Row,
  Totals,
  Group extends string = never,
  Grouped = never,
>(
  db: Db,
  list: ListSpec<Sort, Filter, Rows>,
  query: ListQuery,
  columns: Columns<NoInfer<Sort>, NoInfer<Filter>>,
  source: SumsSource<Row, Totals, Group, Grouped>,
): Promise<Page<Rows, Row> & { totals: Totals[] } & Record<Group, Grouped[]>> {
  const named = columns as unknown as Record<string, ListColumn>
  const [field, direction] = query.sort.split(',') as [string, 'asc' | 'desc']
  const sort = named[field] as ListColumn
  const [by, id, way] = [sql.ref(columnName(sort)), sql.ref(columns.id), sql.raw(direction)]
  const conditions = query.filter
    .map(parseFilter)
    .filter((term) => term !== null)
    .map((term) =>
      condition(named[term.field] as ListColumn, list.filters[term.field as Filter] as FilterSpec, term, false),
    )
  const { chunk } = query as ChunkedQuery
  const size = chunk ? chunkSize : query.size
  const beyond = chunk?.after ? after(sort, columns.id, direction, chunk.after) : sql`true`
  // A page past the end becomes the last page (LIST-4, LIST-7).
  const offset = chunk
    ? sql`0`
    : sql`least(${(query.page - 1) * size}, greatest((select count(*) - 1 from matching) / ${size}::int * ${size}::int, 0))`
  const grouped = Object.entries<RawBuilder<unknown>>(source.groups ?? {}).flatMap(([name, sums]) => [
    sql.lit(name),
    sql`(select coalesce(json_agg(sums), '[]') from (${sums}) sums)`,
  ])
  const { rows } = await sql<Found>`
    with listed as materialized (${source.rows}),
    matching as materialized (select * from listed where ${sql.join([sql`true`, ...conditions], sql` and `)})
    select (select count(*)::int from matching) as count,
      (select coalesce(json_agg(page), '[]') from (
        select *, ${by} as cursor_value, ${id} as cursor_id from matching listed where ${beyond}
        order by ${by} ${way}, ${id} ${way} limit ${size} offset ${offset}) page) as page,
      (select coalesce(json_agg(total), '[]') from (
        select currency, ${source.totals} from matching group by 1 order by 1) total) as totals,
      json_build_object(${sql.join(grouped)}) as groups`.execute(db)
  const { count, page, totals, groups } = rows[0] as Found
  const last = page.at(-1) as { cursor_value: unknown; cursor_id: number } | undefined
  const next: Cursor | null =
    chunk && last && page.length === size ? { value: last.cursor_value, id: last.cursor_id } : null
  const total_pages = Math.max(1, Math.ceil(count / query.size))
  const metadata = {
    page: Math.min(query.page, total_pages),
    size: query.size,
    total_count: count,
    total_pages,
    total_kind: 'exact',
  }
  const answer = { metadata, [list.rows]: page.map(source.row), totals: totals.map(source.total) }
  const further = Object.entries(groups).map(([name, sums]) => [name, sums.map((one) => source.group?.(one))])
  return { ...answer, ...Object.fromEntries(further), ...(chunk ? { next } : {}) } as never
}
