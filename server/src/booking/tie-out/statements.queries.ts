import { type ProviderStatement, statementList } from '@portal/contract/booking/provider-statements.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Scope } from '../../db/connect.ts'
import type { ProviderStatements } from '../../db/schema.ts'
import { refuseOn } from '../../platform/http/errors.ts'
import { type Page, paginate } from '../../platform/lists/paginate.ts'
import type { TiedImport } from './statement-sums.rules.ts'
import { type StoredStatement, toProviderStatement } from './statements.columns.ts'

/** The imports of statement `provider_statements`, oldest first. */
const tiedImports = sql<TiedImport[]>`coalesce((
  select jsonb_agg(jsonb_build_object('import_id', i.id, 'file_name', i.file_name, 'created_at', i.created_at, 'tie_out', i.tie_out) order by i.id)
  from provider_statement_imports s join imports i on i.id = s.import_id where s.statement_id = provider_statements.id
), '[]')`.as('tied')
// Statements belong to no company; the grants limit them to staff.
const allStatements = (db: Db) => db.selectFrom('provider_statements')
const withImports = (statements: ReturnType<typeof allStatements>) =>
  statements
    .innerJoin('fuel_providers', 'fuel_providers.id', 'provider_statements.provider_id')
    .selectAll('provider_statements')
    .select(['fuel_providers.name as provider', tiedImports])

export const listStatements = (
  db: Db,
  scope: Scope,
  query: ListQuery,
): Promise<Page<'provider_statements', ProviderStatement>> =>
  paginate(
    db,
    scope,
    statementList,
    query,
    {
      id: 'provider_statements.id',
      provider: 'fuel_providers.name',
      number: 'provider_statements.number',
      currency: 'provider_statements.currency',
      statement_date: 'provider_statements.statement_date',
      status: 'provider_statements.status',
    },
    { from: allStatements(db), show: withImports, row: toProviderStatement },
  )

const notFound = () => new AppError('record.not-found')
export const getStatement = (db: Db, id: number): Promise<StoredStatement> =>
  withImports(allStatements(db)).where('provider_statements.id', '=', id).executeTakeFirstOrThrow(notFound)
/** Locks before reading, so that its imports are those that it has once the lock is held. */
export async function lockStatement(db: Db, id: number): Promise<StoredStatement> {
  await allStatements(db).select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound)
  return getStatement(db, id)
}
export const listStatementsOf = (db: Db, importId: number): Promise<StoredStatement[]> =>
  withImports(allStatements(db))
    .where('provider_statements.id', 'in', (eb) =>
      eb.selectFrom('provider_statement_imports').select('statement_id').where('import_id', '=', importId),
    )
    .orderBy('provider_statements.currency')
    .execute()

const numberTaken = refuseOn(
  'provider_statements_provider_id_number_currency_key',
  new AppError('statement.number-taken', { number: 'statement.number-taken' }),
)
const tiedElsewhere = refuseOn(
  'provider_statement_imports_pkey',
  new AppError('statement.tied-elsewhere', { import_ids: 'statement.tied-elsewhere' }),
)

export async function insertStatement(
  db: Db,
  provider: string,
  columns: Omit<Insertable<ProviderStatements>, 'provider_id'>,
): Promise<number> {
  const { id } = await db
    .insertInto('provider_statements')
    .values((eb) => ({
      ...columns,
      provider_id: eb.selectFrom('fuel_providers').select('id').where('name', '=', provider),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(numberTaken)
  return id
}
type ChangedStatement = Omit<Updateable<ProviderStatements>, 'explained_at'>
export async function updateStatement(db: Db, id: number, changed: ChangedStatement): Promise<void> {
  await db
    .updateTable('provider_statements')
    .set(({ eb, fn }) => ({
      ...changed,
      ...(changed.explanation === undefined ? {} : { explained_at: changed.explanation === null ? null : fn('now') }),
      version: eb('version', '+', 1),
      updated_at: fn('now'),
    }))
    .where('id', '=', id)
    .execute()
    .catch(numberTaken)
}

/** Ties exactly these imports to the statement. */
export async function replaceTies(
  db: Db,
  { id, currency }: Pick<StoredStatement, 'id' | 'currency'>,
  importIds: readonly number[],
): Promise<void> {
  await sql`delete from provider_statement_imports where statement_id = ${id} and import_id <> all(${importIds}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into provider_statement_imports (import_id, currency, statement_id)
    select import_id, ${currency}, ${id} from unnest(${importIds}::bigint[]) as import_id
    where not exists (select from provider_statement_imports known where known.import_id = import_id.import_id and known.statement_id = ${id})`
    .execute(db)
    .catch(tiedElsewhere)
}
