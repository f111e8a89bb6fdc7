import { choicesMatching, type FilterSpec, type FilterTerm, idIn, parseRange } from '@portal/contract/list.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * A column of the list: `table.column`.
 * - `isNullable`: the column can be null, which cursors must know.
 * - `isInstant`: it holds instants, so a filter by days means days of the provider's time zone.
 * - `isLocalTime`: it holds local times, so a filter by days means the site's own days.
 * - `isUnique`: no two rows share a value, so the id is not needed to order them.
 * - `meanings`: conditions for choices that the column does not store.
 * - `through`: finds the rows by a value of other records, such as the lines of a transaction.
 * - `byTrigrams`: an index finds parts of three characters and more; shorter ones that are rare take a scan of all rows.
 * - `among`: finds the rows of a text filter by values that are looked up first, where that is what an index serves.
 */
export type ListColumn =
  | string
  | {
      column: string
      isNullable?: true
      isInstant?: true
      isLocalTime?: true
      isUnique?: true
      meanings?: Readonly<Record<string, Expression<SqlBool>>>
      through?: (isWithin: (value: Expression<unknown>) => Expression<SqlBool>) => Expression<SqlBool>
      among?: Among
      byTrigrams?: true
    }
/** `holds` is the filter's condition on a value. */
export type Among = (
  holds: (value: Expression<unknown>) => Expression<SqlBool>,
  term: Pick<FilterTerm, 'operator' | 'query'>,
) => Expression<SqlBool>

export const columnName = (column: ListColumn): string => (typeof column === 'string' ? column : column.column)
/** Digits and punctuation have no case, and comparing them as they are takes a quarter of the time. */
const isCaseless = (query: string): boolean => /^[ -@[-`{-~]*$/.test(query)
export const patternOf = (query: string) => `%${query.replace(/[\\%_]/g, '\\$&')}%`

/** From the start of the first day to the end of the last. The column stays bare, so that an index can be used. */
function withinDays(
  column: string,
  { from, to }: ReturnType<typeof parseRange>,
  isLocal: boolean,
): Expression<SqlBool> {
  const ref = sql.ref(column)
  const startOf = (day: Expression<unknown>) => (isLocal ? sql`(${day})::timestamp` : sql`start_of_day(${day})`)
  const ends = [
    ...(from === null ? [] : [sql<SqlBool>`${ref} >= ${startOf(sql`${from}::date`)}`]),
    ...(to === null ? [] : [sql<SqlBool>`${ref} < ${startOf(sql`${to}::date + 1`)}`]),
  ]
  return sql<SqlBool>`${sql.join(ends, sql` and `)}`
}

/**
 * A common term is found soonest by walking the list's order. Behind a policy the planner has no statistics for
 * `ilike` and would collect and sort all matches through the search index. `isCommon` therefore writes the condition in
 * a form that fits no index and that the planner expects to hold for every second row.
 */
export function containing(column: ListColumn, query: string, isCommon = false): Expression<SqlBool> {
  const holds = (value: Expression<unknown>) =>
    sql<SqlBool>`${value} ${isCaseless(query) ? sql`like` : sql`ilike`} ${patternOf(query)}`
  return isCommon
    ? sql<SqlBool>`coalesce(${holds(sql.ref(columnName(column)))}, false)`
    : fitting(column, holds, { operator: '::', query })
}
const fitting = (column: ListColumn, holds: Parameters<Among>[0], term: Parameters<Among>[1]): Expression<SqlBool> =>
  typeof column !== 'string' && column.among ? column.among(holds, term) : holds(sql.ref(columnName(column)))

/**
 * The distinct values of an indexed column that fit, each found by one step of its index. For columns of a few thousand
 * values at most, such as places: their rows are millions.
 */
export const distinctIn = (
  table: string,
  column: string,
  fits: (value: Expression<unknown>) => Expression<SqlBool>,
): Expression<unknown> => {
  const [name, rows] = [sql.ref(column), sql.table(table)]
  return sql`(
    with recursive seen (value) as (
      (select ${name} from ${rows} where ${name} is not null order by ${name} limit 1)
      union all
      select (select ${name} from ${rows} where ${name} > seen.value order by ${name} limit 1) from seen where seen.value is not null
    ) select value from seen where ${fits(sql.ref('seen.value'))})`
}

/** The condition that a filter term puts on a row. */
export function condition(
  named: ListColumn,
  spec: FilterSpec,
  term: FilterTerm,
  isCommon: boolean,
): Expression<SqlBool> {
  const ref = sql.ref(columnName(named))
  if (spec.kind === 'choice') {
    const values = choicesMatching(spec.options, term)
    const meanings = (typeof named !== 'string' && named.meanings) || {}
    if (values.length === 0) return sql<SqlBool>`false`
    const kept = values.filter((value) => !Object.hasOwn(meanings, value))
    // A single value can use the order of an index that starts with it.
    if (values.length === 1 && kept.length === 1) return sql<SqlBool>`${ref} = ${kept[0]}`
    if (values.length === kept.length) return sql<SqlBool>`${ref} = any(${kept})`
    const others = values.filter((value) => Object.hasOwn(meanings, value)).map((value) => meanings[value])
    return sql<SqlBool>`(${sql.join([...(kept.length > 0 ? [sql`${ref} = any(${kept})`] : []), ...others.map((one) => sql`(${one})`)], sql` or `)})`
  }
  if (spec.kind === 'text')
    return term.operator === ':'
      ? fitting(named, (value) => sql<SqlBool>`${value} = ${term.query}`, term)
      : containing(named, term.query, isCommon)
  if (spec.kind === 'id') return sql<SqlBool>`${ref} = ${idIn(spec, term.query)}`
  const { from, to } = parseRange(term.query)
  if (typeof named !== 'string' && (named.isInstant || named.isLocalTime))
    return withinDays(named.column, { from, to }, named.isLocalTime === true)
  const value = (end: string): unknown => (spec.kind === 'date' ? end : toUnits(Number(end), spec.kind))
  const isWithin = (ref: Expression<unknown>): Expression<SqlBool> => {
    if (from === to) return sql<SqlBool>`${ref} = ${value(from as string)}`
    const ends = [
      ...(from === null ? [] : [sql<SqlBool>`${ref} >= ${value(from)}`]),
      ...(to === null ? [] : [sql<SqlBool>`${ref} <= ${value(to)}`]),
    ]
    return sql<SqlBool>`${sql.join(ends, sql` and `)}`
  }
  return typeof named !== 'string' && named.through ? named.through(isWithin) : isWithin(ref)
}
