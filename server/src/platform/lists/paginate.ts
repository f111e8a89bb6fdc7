import { AppError } from '@portal/contract/errors.ts'
import {
  countLimit,
  type FilterSpec,
  isTooLongToSort,
  type ListMetadata,
  type ListQuery,
  type ListSpec,
  parseFilter,
} from '@portal/contract/list.ts'
import { isOfChanges } from '@portal/contract/list-changes.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../../db/connect.ts'
import {
  type Asked,
  after,
  askedOf,
  type Builder,
  type Chunk,
  type ChunkedQuery,
  type Columns,
  type Cursor,
  filtered,
  inOrder,
  type Source,
  type SourceByShape,
  withIds,
} from './asked.ts'
import { listChanged } from './changes.ts'
import { columnName, condition, type ListColumn } from './list-conditions.ts'
import { fetchPlainPage } from './plain-pages.ts'
import { countUpTo, exactly, type Total, totalFrom } from './totals.ts'

/** From this offset on, a page's ids are found first, from the nearer end of the list, and its rows read after. */
const deepOffset = 1000
/** How many rows are sampled to tell whether a search term is common. */
const probeSize = 2000
/** Up to this many matches by another table's column are collected: walking may pass all that the filter leaves out. */
const someRows = 20_000
/** Up to this many rows, a search that no index serves reads all of them. */
const longFrom = 200_000
/** Below this many matches, collecting and sorting them is as fast as walking the order's index. */
const commonFrom = 5000
/** Up to this many matches of a search keep their ids from the count, so that the table is searched only once. */
const fewRows = 1000

export type Page<Rows extends string, Row> = { metadata: ListMetadata } & Record<Rows, Row[]>

/** `ids` are the matches of a search that found few. */
type Counted = Total & { ids?: readonly number[] | null }
async function countFound(db: Db, counted: Builder, id: string): Promise<Counted> {
  const some = counted.select(sql.ref<number>(id).as('id')).limit(countLimit + 1)
  const { count, ids } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number[] | null>`case when count(*) between 1 and ${fewRows} then array_agg(id) end`.as('ids'))
    .executeTakeFirstOrThrow()
  return { ...totalFrom(count), ids }
}

/** Applies a list's filter to other queries over the same rows, such as bulk actions. */
export function filterRows<Filter extends string>(
  list: { filters: Readonly<Record<Filter, FilterSpec>> },
  filter: readonly string[],
  columns: Readonly<Record<NoInfer<Filter>, ListColumn>>,
  // biome-ignore lint/suspicious/noExplicitAny: each feature's builder has its own tables, which a list cannot name.
  rows: any,
): Builder {
  const [named, specs]: [Record<string, ListColumn>, Record<string, FilterSpec>] = [columns, list.filters]
  const terms = filter.map(parseFilter).filter((term) => term !== null)
  return filtered(
    rows as Builder,
    terms.map((term) => condition(named[term.field] as ListColumn, specs[term.field] as FilterSpec, term, false)),
  )
}

/** Whether a tenth or more of the sampled rows match the search: then scanning beats the search index. */
async function isCommonHere<Row>({ db, base, conditions, hasSearch }: Asked<Row>): Promise<boolean> {
  if (!hasSearch) return false
  const looked = base(false)
    .select(sql<number>`(${sql.join(conditions(true), sql` and `)})::int`.as('hit'))
    .limit(probeSize)
  const { hits } = await db
    .selectFrom(looked.as('looked'))
    .select(sql<number>`coalesce(sum(hit), 0)::int`.as('hits'))
    .executeTakeFirstOrThrow()
  return hits >= probeSize / 10
}

async function totalOf<Row>(asked: Asked<Row>): Promise<Counted> {
  const { db, source, terms, conditions, base, hasSearch, id } = asked
  const known = source.count?.(terms)
  if (known) return exactly(await known)
  const isCommon = await isCommonHere(asked)
  if (asked.hasShortSearch && !isCommon && terms.length === 1 && ((await source.count?.([])) ?? 0) > longFrom)
    throw new AppError('list.search-too-short', { filter: 'list.search-too-short' })
  const matching = filtered(base(false), conditions(isCommon))
  if (hasSearch && !asked.isServed) return countFound(db, matching, id)
  return totalFrom((await countUpTo(db, matching).executeTakeFirstOrThrow()).count)
}

/** The rows after a cursor, and the next cursor: how a whole list is read without holding it in memory. */
async function nextChunk<Row>(
  asked: Asked<Row>,
  chunk: Chunk,
  ids?: readonly number[] | null,
): Promise<{ rows: Row[]; next: Cursor | null }> {
  const { source, sort, id, direction } = asked
  const shown = source.show(source.from)
  const matching = ids ? withIds(asked, shown, ids) : filtered(shown, asked.conditions(await isCommonHere(asked)))
  const ordered = inOrder(asked, matching).select([
    sql.ref(columnName(sort)).as('cursor_value'),
    sql.ref(id).as('cursor_id'),
  ])
  const raw = (await (chunk.after ? ordered.where(after(sort, id, direction, chunk.after)) : ordered)
    .limit(chunk.size)
    .execute()) as {
    cursor_value: unknown
    cursor_id: number
  }[]
  const last = raw.at(-1)
  const next = raw.length < chunk.size || !last ? null : { value: last.cursor_value, id: last.cursor_id }
  return { rows: raw.map(source.row), next }
}

/** A page near the start, in one query. */
const fetchPage = <Row>(asked: Asked<Row>, page: number): Promise<unknown[]> =>
  inOrder(asked, filtered(asked.source.show(asked.source.from), asked.conditions(false)))
    .limit(asked.size)
    .offset((page - 1) * asked.size)
    .execute()

/** A page of the matches that the count already found. */
const fetchFound = <Row>(asked: Asked<Row>, page: number, ids: readonly number[]): Promise<unknown[]> =>
  inOrder(asked, withIds(asked, asked.source.show(asked.source.from), ids))
    .limit(asked.size)
    .offset((page - 1) * asked.size)
    .execute()

/**
 * A page of matches that are few or that only a search finds: they are collected first, then sorted. The planner cannot
 * tell how many a search or a value finds, and would walk the whole order for a page that it expects to fill soon.
 */
async function fetchCollected<Row>(asked: Asked<Row>, page: number): Promise<unknown[]> {
  const { db, sort, id, direction, size, base, conditions } = asked
  const matches = filtered(base(true), conditions(false))
    .select([sql.ref(columnName(sort)).as('place'), sql.ref<number>(id).as('id')])
    // Keeps order and limit out of the search.
    .offset(0)
  const found = await db
    .selectFrom(matches.as('matches'))
    .select('id')
    .orderBy('place', direction)
    .orderBy('id', direction)
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return fetchIds(
    asked,
    found.map((row) => row.id as number),
  )
}

/** The rows of these ids, in the list's order. */
const fetchIds = <Row>(asked: Asked<Row>, ids: readonly number[]): Promise<unknown[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : inOrder(asked, withIds(asked, asked.source.show(asked.source.from), ids)).execute()

/** A deep page: first its ids, from an index and the nearer end of the list, then its rows. */
async function fetchDeepPage<Row>(
  asked: Asked<Row>,
  page: number,
  total: Total,
  isCommon: boolean,
): Promise<unknown[]> {
  const { source, sortField, direction, terms, id, size, base, conditions } = asked
  const offset = (page - 1) * size
  const isReversed = total.total_kind === 'exact' && offset > total.total_count / 2
  const rows = isReversed ? Math.min(size, total.total_count - offset) : size
  const away = isReversed ? Math.max(0, total.total_count - offset - size) : offset
  const way = isReversed === (direction === 'asc') ? 'desc' : 'asc'
  const jumped = await source.jump?.({ sort: sortField, direction: way, offset: away, terms })
  const within = [...conditions(isCommon), ...(jumped ? [jumped.from] : [])]
  const found = (await inOrder(asked, filtered(base(true), within), isReversed)
    .select(sql.ref<number>(id).as('id'))
    .limit(rows)
    .offset(away - (jumped?.skipped ?? 0))
    .execute()) as { id: number }[]
  return fetchIds(
    asked,
    found.map((row) => row.id),
  )
}

const pagesOf = ({ total_count }: Total, { size }: ListQuery): number => Math.max(1, Math.ceil(total_count / size))
function pageOf<Rows extends string, Row>(
  list: ListSpec<string, string, Rows>,
  query: ListQuery,
  page: number,
  total: Total,
  rows: Row[],
): Page<Rows, Row> {
  const metadata = { page, size: query.size, ...total, total_pages: Math.max(pagesOf(total, query), page) }
  return { metadata, [list.rows]: rows } as Page<Rows, Row>
}

const isFarDown = ({ size }: { size: number }, page: number): boolean => (page - 1) * size >= deepOffset
/** Asks for a page near the start without a filter, in an order that never has to be refused. */
const isPlain = (list: ListSpec, query: ListQuery, scope: Scope): boolean => {
  const [sort = ''] = query.sort.split(',')
  const isFree = scope.role !== 'portal_staff' || ![...list.sortsNeedingFilter, ...list.sortsWhenShort].includes(sort)
  const isPage = !isOfChanges(query) && !(query as ChunkedQuery).chunk && !isFarDown(query, query.page)
  return isPage && isFree && query.filter.length === 0
}

/** A page of what was counted, found in the way that its number of matches and its place ask for. */
function fetchCounted<Row>(asked: Asked<Row>, page: number, total: Total, ids: Counted['ids']): Promise<unknown[]> {
  if (ids) return fetchFound(asked, page, ids)
  const { terms, hasSearch, isElsewhere, size } = asked
  const { total_count, total_kind } = total
  // Common matches are found soonest by walking the order's index; rare ones are collected and sorted.
  const isBroad = total_kind === 'at_least'
  const isCommon = hasSearch && (isBroad || (total_count >= commonFrom && page * size * 100 <= total_count))
  const isFew = total_count <= (isElsewhere ? someRows : fewRows)
  if (!isCommon && terms.length > 0 && (hasSearch || isFew)) return fetchCollected(asked, page)
  return isCommon || isFarDown(asked, page) ? fetchDeepPage(asked, page, total, isCommon) : fetchPage(asked, page)
}

/** Rows of a whole list from a cursor on. */
async function chunkOf<Row>(
  asked: Asked<Row>,
  list: ListSpec<string, string, string>,
  chunk: Chunk,
  counted: Counted | null,
): Promise<Page<string, Row>> {
  const { rows, next } =
    counted?.total_count === 0 ? { rows: [], next: null } : await nextChunk(asked, chunk, counted?.ids)
  const metadata = { page: 1, size: asked.size, total_count: rows.length, total_pages: 1, total_kind: 'exact' } as const
  return { metadata, [list.rows]: rows, next } as unknown as Page<string, Row>
}

/** Answers one page of a list: filters, order, rows and total from one description (LIST-7, LIST-12). */
export async function paginate<Sort extends string, Filter extends string, Rows extends string, Row>(
  db: Db,
  scope: Scope,
  list: ListSpec<Sort, Filter, Rows>,
  query: ListQuery,
  columns: Columns<NoInfer<Sort>, NoInfer<Filter>>,
  given: Source<Row> | SourceByShape<Row>,
): Promise<Page<Rows, Row>> {
  if ('of' in given && isPlain(list, query, scope)) {
    const { rows, total } = await fetchPlainPage(db, scope, list, query, columns, given)
    // A page past the end takes the ordinary way.
    if (rows.length > 0 || query.page === 1) return pageOf(list, query, query.page, total, rows)
  }
  const source = 'of' in given ? given.of(db, scope) : given
  const asked = askedOf(db, list, query, columns, source)
  if (isOfChanges(query)) return (await listChanged(asked, scope, list, query)) as Page<Rows, Row>
  const { terms, sortField } = asked
  const isStaff = scope.role === 'portal_staff'
  const refuseIf = (isTooLong: boolean) => {
    if (isStaff && isTooLong) throw new AppError('list.sort-needs-filter', { sort: 'list.sort-needs-filter' })
  }
  refuseIf(terms.length === 0 && list.sortsNeedingFilter.includes(sortField as Sort))
  const isForShort = isStaff && list.sortsWhenShort.includes(sortField as Sort)

  const chunk = (query as ChunkedQuery).chunk
  if (chunk) {
    // A filtered list is counted before its first rows: without a match, the whole index of the order would be walked.
    const counted = chunk.after === null && (isForShort || terms.length > 0) ? await totalOf(asked) : null
    if (counted) refuseIf(isTooLongToSort(list, sortField, counted))
    return (await chunkOf(asked, list, chunk, counted)) as Page<Rows, Row>
  }
  // The page waits for the total where that decides how to find it; otherwise both queries run together.
  const needsTotal = terms.length > 0 || isForShort || isFarDown(query, query.page)
  const [{ ids, ...total }, early] = await Promise.all([
    totalOf(asked),
    needsTotal ? null : fetchPage(asked, query.page),
  ])
  const isBroad = total.total_kind === 'at_least'
  refuseIf(isTooLongToSort(list, sortField, total))
  // What comes before such a page was never counted, and reading past all of it would cost more than any other page.
  if (isBroad && (query.page - 1) * query.size >= countLimit)
    throw new AppError('list.page-too-far', { page: 'list.page-too-far' })
  const totalPages = pagesOf(total, query)
  const fetch = async (page: number) => (total.total_count === 0 ? [] : fetchCounted(asked, page, total, ids))
  const wanted = isBroad ? query.page : Math.min(query.page, totalPages)
  let [page, raw] = early ? [query.page, early] : [wanted, await fetch(wanted)]
  // A page past the end becomes the last page, as when the only record of a page is deleted (LIST-4, LIST-7).
  if (raw.length === 0 && page > 1) {
    page = Math.min(page, totalPages)
    raw = await fetch(page)
  }
  return pageOf(list, query, page, total, raw.map(source.row))
}
