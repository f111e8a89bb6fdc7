import { type CompanyRow, companyList } from '@portal/contract/customers/registration.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import type { Database, Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import type { MailText } from '../platform/mailer.ts'
import { type Registered, type StoredCompany, toCompanyRow } from './registration.columns.ts'

/** Every read of the company list starts here. */
const visibleCompanies = (db: Db, scope: Scope) =>
  visible('companies', 'id')(db, scope).where('companies.kind', '=', 'customer')
const withRecord = (companies: ReturnType<typeof visibleCompanies>) =>
  companies.innerJoin('customers', 'customers.company_id', 'companies.id')
const shown = (companies: ReturnType<typeof visibleCompanies>) =>
  withRecord(companies)
    .select([
      'companies.id',
      'companies.company_number',
      'companies.name as company_name',
      'companies.status',
      'companies.created_at',
    ])
    .select(['customers.email', 'customers.phone'])

export const listFuelCompanies = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'companies', CompanyRow>> =>
  paginate(
    db,
    scope,
    companyList,
    query,
    {
      id: 'companies.id',
      company_name: 'companies.name',
      company_number: 'companies.company_number',
      email: { column: 'customers.email', isNullable: true },
      phone: { column: 'customers.phone', isNullable: true },
      status: 'companies.status',
      created_at: 'companies.created_at',
    },
    { from: visibleCompanies(db, scope), show: shown, row: toCompanyRow },
  )

export type WaitingCompany = StoredCompany & { brand: BrandKey }
const notFound = () => new AppError('record.not-found')
/** Locks the company until the transaction ends, so that the second of two concurrent decisions sees the first. */
export async function lockFuelCompany(db: Db, scope: Scope, id: number): Promise<WaitingCompany> {
  const found = shown(visibleCompanies(db, scope))
    .select('companies.brand')
    .where('companies.id', '=', id)
    .forUpdate('companies')
  return (await found.executeTakeFirstOrThrow(notFound)) as WaitingCompany
}
export const getFuelCompany = async (db: Db, scope: Scope, id: number): Promise<CompanyRow> =>
  toCompanyRow(
    await shown(visibleCompanies(db, scope)).where('companies.id', '=', id).executeTakeFirstOrThrow(notFound),
  )

export async function updateCompanyStatus(db: Db, id: number, status: 'active' | 'rejected'): Promise<void> {
  await db
    .updateTable('companies')
    .set(({ eb }) => ({ status, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', id)
    .execute()
}

/**
 * A trigger creates the customer record with the company; this fills it in. The provider's brand is the default
 * (BRAND-3).
 */
export async function insertFuelCompany(db: Db, { name, customer }: Registered): Promise<number> {
  const { id } = await db
    .insertInto('companies')
    .values(({ selectFrom }) => ({
      kind: 'customer',
      name,
      brand: selectFrom('companies').select('brand').where('kind', '=', 'provider'),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('customers').set(customer).where('company_id', '=', id).execute()
  return id
}

/** The users of a company that waits for approval: those who registered it. */
export const listCompanyUsers = (db: Db, companyId: number): Promise<{ id: number; email: string }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

const secrets = new WeakMap<Database, Promise<string>>()
/** Read once per process; a failure is not cached. */
export function getSignUpSecret(database: Database): Promise<string> {
  const known = secrets.get(database)
  if (known) return known
  const asking = database.gate<{ secret: Buffer }>('select sign_up_secret() as secret', []).then(([row]) => {
    if (!row) throw new Error('The database has no secret for sign-up challenges.')
    return row.secret.toString('hex')
  })
  secrets.set(database, asking)
  asking.catch(() => secrets.delete(database))
  return asking
}

export type BrandMails = Record<BrandKey, MailText>
type NewRegistration = {
  records: Registered
  language: 'en' | 'fr'
  passwordHash: string
  brand: BrandKey
  signature: string
  expiresAt: Date
  now: Date
  received: MailText
  taken: BrandMails
  requestId: string
}
/**
 * Writes the registration, its mail and the audit entry in one transaction. It does not reveal whether the e-mail was
 * in use.
 */
export async function insertRegistration(database: Database, asked: NewRegistration): Promise<'received' | 'replayed'> {
  const { records, language, passwordHash, brand, signature, expiresAt, now, received, taken, requestId } = asked
  const { name, customer, admin } = records
  const record = JSON.stringify({
    name,
    ...customer,
    language,
    first_name: admin.first_name,
    last_name: admin.last_name,
  })
  const values = [
    record,
    passwordHash,
    brand,
    signature,
    expiresAt,
    now,
    JSON.stringify(received),
    JSON.stringify(taken),
    requestId,
  ]
  const [row] = await database.gate<{ outcome: 'received' | 'replayed' }>(
    'select register_company($1, $2, $3, $4, $5, $6, $7, $8, $9) as outcome',
    values,
  )
  if (!row) throw new Error('The registration returned no outcome.')
  return row.outcome
}

export const recordThrottledSignUp = (database: Database, email: string, requestId: string) =>
  database.gate('select record_refusal(null, $1, null, false, $2, $3, $4)', [
    email,
    'registration.signUp',
    JSON.stringify({ reason: 'throttled' }),
    requestId,
  ])
