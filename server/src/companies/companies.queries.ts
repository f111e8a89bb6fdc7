import type { CustomerOption } from '@portal/contract/companies/companies.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import type { CompanyKind } from '@portal/contract/permissions.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'

/** Every read of a company starts here. */
const visibleCompanies = visible('companies', 'id')
/** A company that awaits approval, or was rejected, can have no cards, users or markups (COMP-7). */
export const accepted = ['active', 'disabled']
const customers = (db: Db, scope: Scope) =>
  visibleCompanies(db, scope).where('kind', '=', 'customer').where('status', 'in', accepted)

/** Whether staff can bill this company or set its markups. */
export async function isCustomer(db: Db, id: number): Promise<boolean> {
  const found = db.selectFrom('companies').where('kind', '=', 'customer').where('status', 'in', accepted)
  return (await found.where('id', '=', id).select('id').executeTakeFirst()) !== undefined
}

export const listCustomerOptions = (db: Db, scope: Scope): Promise<CustomerOption[]> =>
  customers(db, scope)
    .innerJoin('customers', 'customers.company_id', 'companies.id')
    .select(['companies.id as customer_company_id', 'name as company_name', 'company_number', 'customers.currency'])
    .orderBy('name')
    .orderBy('companies.id')
    .$castTo<CustomerOption>()
    .execute()

/** The provider first, then its customers. */
export const listCompanies = (db: Db, scope: Scope): Promise<{ id: number; name: string; kind: CompanyKind }[]> =>
  visibleCompanies(db, scope)
    .where('status', 'in', accepted)
    .select(['id', 'name', 'kind'])
    .orderBy('kind', 'desc')
    .orderBy('name')
    .orderBy('id')
    .$castTo<{ id: number; name: string; kind: CompanyKind }>()
    .execute()

const switchable = (db: Db, scope: Scope) => customers(db, scope).where('status', '=', 'active').select(['id', 'name'])
export const listSwitchable = (db: Db, scope: Scope): Promise<{ id: number; name: string }[]> =>
  switchable(db, scope).orderBy('name').orderBy('id').execute()
export async function getSwitchable(db: Db, scope: Scope, id: number): Promise<{ id: number; name: string }> {
  const company = await switchable(db, scope).where('id', '=', id).executeTakeFirst()
  if (!company) throw new AppError('record.not-found')
  return company
}

export async function getBrand(db: Db, company_id: number): Promise<BrandKey> {
  const company = await db.selectFrom('companies').select('brand').where('id', '=', company_id).executeTakeFirst()
  if (!company) throw new AppError('record.not-found')
  return company.brand as BrandKey
}

export type Company = { id: number; name: string; kind: CompanyKind; status: string; logo_file_id: number | null }
export async function findCompany(db: Db, scope: Scope, id: number): Promise<Company | undefined> {
  return (await visibleCompanies(db, scope)
    .where('status', 'in', accepted)
    .where('id', '=', id)
    .select(['id', 'name', 'kind', 'status', 'logo_file_id'])
    .executeTakeFirst()) as Company | undefined
}
/**
 * A name identifies a company only if exactly one in scope has it (CARD-6). Two are as ambiguous as none, so two rows
 * are enough.
 */
export const findCompaniesByName = (db: Db, scope: Scope, name: string): Promise<{ id: number; name: string }[]> =>
  visibleCompanies(db, scope)
    .where('status', 'in', accepted)
    .where('name', '=', name)
    .select(['id', 'name'])
    .limit(2)
    .execute()

/** Today in the provider's time zone. */
export async function getToday(db: Db, now: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`select provider_day(${now.toISOString()}::timestamptz) as day`.execute(db)
  return (rows[0] as { day: string }).day
}
