import { choicesMatching, type FilterSpec, type FilterTerm, parseRange } from '@portal/contract/list.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * A column of the list: `table.column`. One that can be null must say so, for the order of its page marks; one that
 * holds instants too, since a filter by days then means the days of the provider's time zone, and one that holds times
 * without a zone, since a day is then that place's own; and one without equal values, since the id then adds nothing to
 * its order. `meanings` is for choices that the column does not hold: what each of them stands for.
 */
export type Column =
  | string
  | {
      column: string
      isNullable?: true
      isInstant?: true
      isLocalTime?: true
      isUnique?: true
      meanings?: Readonly<Record<string, Expression<SqlBool>>>
    }

export const columnName = (column: Column): string => (typeof column === 'string' ? column : column.column)
/** Digits and signs have no case: to compare as they stand finds the same in a quarter of the time. */
const isCaseless = (query: string): boolean => /^[ -@[-`{-~]*$/.test(query)
const contains = (query: string) => `%${query.replace(/[\\%_]/g, '\\$&')}%`

/**
 * From the first day's first moment to the last day's last one. The column itself stays bare, so that an index can
 * answer.
 */
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
 * What many rows contain is found soonest in the order of the list. The planner cannot know it (behind a policy it has
 * no statistics for `ilike`) and would collect and sort them all by the search index, so `isCommon` words the condition
 * as one that fits no index and that it takes for true of every other row.
 */
function containing(column: string, query: string, isCommon: boolean): Expression<SqlBool> {
  const holds = sql<SqlBool>`${sql.ref(column)} ${isCaseless(query) ? sql`like` : sql`ilike`} ${contains(query)}`
  return isCommon ? sql<SqlBool>`coalesce(${holds}, false)` : holds
}

/** What a filter of the list demands of a row. */
export function condition(named: Column, spec: FilterSpec, term: FilterTerm, isCommon: boolean): Expression<SqlBool> {
  const ref = sql.ref(columnName(named))
  if (spec.kind === 'choice') {
    const values = choicesMatching(spec.options, term)
    const meanings = (typeof named !== 'string' && named.meanings) || {}
    if (values.length === 0) return sql<SqlBool>`false`
    const kept = values.filter((value) => !Object.hasOwn(meanings, value))
    // One value by itself keeps the order of an index that begins with it.
    if (values.length === 1 && kept.length === 1) return sql<SqlBool>`${ref} = ${kept[0]}`
    if (values.length === kept.length) return sql<SqlBool>`${ref} = any(${kept})`
    const others = values.filter((value) => Object.hasOwn(meanings, value)).map((value) => meanings[value])
    return sql<SqlBool>`(${sql.join([...(kept.length > 0 ? [sql`${ref} = any(${kept})`] : []), ...others.map((one) => sql`(${one})`)], sql` or `)})`
  }
  if (spec.kind === 'text')
    return term.operator === ':'
      ? sql<SqlBool>`${ref} = ${term.query}`
      : containing(columnName(named), term.query, isCommon)
  if (spec.kind === 'id') return sql<SqlBool>`${ref} = ${Number(term.query)}`
  const { from, to } = parseRange(term.query)
  if (typeof named !== 'string' && (named.isInstant || named.isLocalTime))
    return withinDays(named.column, { from, to }, named.isLocalTime === true)
  const value = (end: string): unknown => (spec.kind === 'date' ? end : toUnits(Number(end), spec.kind))
  if (from === to) return sql<SqlBool>`${ref} = ${value(from as string)}`
  const ends = [
    ...(from === null ? [] : [sql<SqlBool>`${ref} >= ${value(from)}`]),
    ...(to === null ? [] : [sql<SqlBool>`${ref} <= ${value(to)}`]),
  ]
  return sql<SqlBool>`${sql.join(ends, sql` and `)}`
}
