import { fuelProviders } from '@portal/contract/lookups/providers.rules.ts'
import { type SqlBool, sql } from 'kysely'

/** A list's filter by fuel provider on the rows' own column, so that it needs no join and can come from an index. */
export const byProvider = <Column extends string>(column: Column) => ({
  column,
  meanings: Object.fromEntries(
    fuelProviders.map((name) => [
      name,
      sql<SqlBool>`${sql.ref(column)} = (select fuel_providers.id from fuel_providers where fuel_providers.name = ${sql.lit(name)})`,
    ]),
  ),
})
