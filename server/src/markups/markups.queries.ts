import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import type { FuelProvider } from '@portal/contract/lookups/fuel-providers.ts'
import { type Markup, markupList } from '@portal/contract/markups/markups.ts'
import { sql } from 'kysely'
import { accepted } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { refuseOn } from '../platform/http/errors.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type MarkupColumns, type StoredMarkup, toFuelProvider, toMarkup } from './markups.columns.ts'

/** Every read and write of a markup starts here. In addition, the customers' role has no grant on the table. */
const visibleMarkups = visible('markups', 'company_id')
const withNames = (markups: ReturnType<typeof visibleMarkups>) =>
  markups
    .innerJoin('companies', 'companies.id', 'markups.company_id')
    .innerJoin('fuel_providers', 'fuel_providers.id', 'markups.fuel_provider_id')
    .selectAll('markups')
    .select(['companies.name as company_name', 'companies.company_number'])
    .select(['fuel_providers.name as provider_name', 'fuel_providers.currency', 'fuel_providers.unit'])

export const listMarkups = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'markups', Markup>> =>
  paginate(
    db,
    scope,
    markupList,
    query,
    {
      id: 'markups.id',
      company_number: { column: 'companies.company_number', isNullable: true },
      company_name: 'companies.name',
      mark_up_value: 'markups.markup_value_e4',
      fuel_company_provider: 'fuel_providers.name',
      from_date: 'markups.from_date',
      to_date: { column: 'markups.to_date', isNullable: true },
      status: 'markups.status',
    },
    {
      from: visibleMarkups(db, scope),
      show: withNames,
      row: (stored: StoredMarkup) => toMarkup(stored, scope.company_id),
    },
  )

/** All markups of one customer, newest first. */
export async function listMarkupsOf(db: Db, scope: Scope, companyId: number): Promise<Markup[]> {
  const found = await withNames(visibleMarkups(db, scope))
    .where('markups.company_id', '=', companyId)
    .orderBy('markups.id', 'desc')
    .execute()
  return found.map((stored) => toMarkup(stored, scope.company_id))
}

const markupById = (db: Db, scope: Scope, id: number) =>
  withNames(visibleMarkups(db, scope)).where('markups.id', '=', id)
export async function getMarkup(db: Db, scope: Scope, id: number): Promise<StoredMarkup> {
  return markupById(db, scope, id).executeTakeFirstOrThrow(() => new AppError('record.not-found'))
}
/** Locks the markup until the transaction ends, so that decisions based on it stay true. */
export async function lockMarkup(db: Db, scope: Scope, id: number): Promise<StoredMarkup> {
  return markupById(db, scope, id)
    .forUpdate('markups')
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
}

export async function listFuelProviders(db: Db): Promise<FuelProvider[]> {
  const found = await db.selectFrom('fuel_providers').selectAll().orderBy('id').execute()
  return found.map(toFuelProvider)
}
export async function hasFuelProvider(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('fuel_providers').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/**
 * Whether this approved customer exists. Locks it until the transaction ends: the second of two concurrent changes to
 * its markups waits and sees the first. Without the lock both would deadlock inside the constraint.
 */
export async function lockCustomerMarkups(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'customer')
    .where('status', 'in', accepted)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found !== undefined
}

const overlap = refuseOn(
  'markups_never_overlap',
  new AppError('markup.overlap', {
    from_date: 'markup.overlap',
  }),
)

export async function insertMarkup(db: Db, company_id: number, columns: MarkupColumns): Promise<number> {
  const { id } = await db
    .insertInto('markups')
    .values({ ...columns, company_id })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(overlap)
  return id
}
export async function updateMarkup(db: Db, id: number, changed: Partial<MarkupColumns>): Promise<void> {
  await db
    .updateTable('markups')
    .set(({ eb }) => ({ ...changed, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', id)
    .execute()
    .catch(overlap)
}
/** Ends a markup the day before its successor starts. */
export async function endMarkupBefore(db: Db, id: number, day: string): Promise<void> {
  await db
    .updateTable('markups')
    .set(({ eb }) => ({
      to_date: sql<string>`${day}::date - 1`,
      version: eb('version', '+', 1),
      updated_at: eb.fn('now'),
    }))
    .where('id', '=', id)
    .execute()
}
