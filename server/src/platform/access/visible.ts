import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Scope } from '../../db/connect.ts'
import type { DB } from '../../db/schema.ts'
import { onlyCompany } from './scope.ts'

type Rows<Table extends keyof DB> = SelectQueryBuilder<DB, Table, Record<never, never>>
/**
 * The rows of a table that a scope can see; every list and record of the table starts here. The provider's staff see
 * all rows, a customer those of its own company. Row-level security enforces the same again.
 */
export const visible =
  <Table extends keyof DB & string>(table: Table, owner: keyof DB[Table] & string) =>
  (db: Db, scope: Scope): Rows<Table> => {
    const rows = db.selectFrom(table) as unknown as Rows<Table>
    const only = onlyCompany(scope)
    return only === null ? rows : rows.where(sql.ref<number>(`${table}.${owner}`), '=', only)
  }
