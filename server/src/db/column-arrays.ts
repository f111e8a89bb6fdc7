import { type RawBuilder, sql } from 'kysely'

type Value = string | number | boolean | null | readonly Value[]
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
/** A PostgreSQL array literal. A nested array is written as text. */
const arrayText = (values: readonly Value[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : typeof value === 'string' ? quoted(value) : typeof value === 'object' ? quoted(arrayText(value)) : value)).join(',')}}`

/**
 * Rows as one array per column, to read from: a third of the time that JSON takes. `values` are what to select for each
 * column, in the order of `types`, since an array within an array arrives as text.
 */
export function columnArrays<Name extends string>(
  types: Readonly<Record<Name, string>>,
  rows: readonly Readonly<Record<Name, Value>>[],
  alias: string,
): { from: RawBuilder<unknown>; values: Record<Name, string> } {
  const names = Object.keys(types) as Name[]
  const isArray = (name: Name) => types[name].endsWith('[]')
  const arrays = names.map((name) => {
    const type = isArray(name) ? 'text' : types[name]
    return sql`${arrayText(rows.map((row) => row[name]))}::${sql.raw(type)}[]`
  })
  return {
    from: sql`unnest(${sql.join(arrays)}) as ${sql.raw(`${alias} (${names.join(', ')})`)}`,
    values: Object.fromEntries(
      names.map((name) => [name, isArray(name) ? `${alias}.${name}::${types[name]}` : `${alias}.${name}`]),
    ) as Record<Name, string>,
  }
}
