import { type RawBuilder, sql } from 'kysely'

/** A printed address shows names where the record has place keys. Text from before the keys stays as it is. */
const named =
  (table: string, shown: string) =>
  (column: string): RawBuilder<string | null> =>
    sql`coalesce((select place.${sql.ref(shown)} from ${sql.table(table)} as place where place.id = ${sql.ref(column)}), ${sql.ref(column)})`
export const cityName = named('cities', 'name')
export const stateCode = named('states', 'code')
export const countryName = named('countries', 'name')
