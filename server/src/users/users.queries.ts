import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { roles } from '@portal/contract/permissions.ts'
import { userList } from '@portal/contract/users/user-list.ts'
import type { UserRow } from '@portal/contract/users/users.ts'
import { sql } from 'kysely'
import type { Database, Db, Scope } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import { refuseOn } from '../platform/http/errors.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type PasswordHolder, setPassword } from '../sessions/prepared.queries.ts'
import { type StoredUser, toUserRow, type UserColumns, userColumns } from './users.columns.ts'

/** Every read of users starts here. A deleted one is left only as the name of a former user, for records of the past. */
const visibleUsers = (db: Db, scope: Scope) =>
  visible('users', 'company_id')(db, scope).where('users.deleted_at', 'is', null)
const withCompany = (users: ReturnType<typeof visibleUsers>) =>
  users.innerJoin('companies', 'companies.id', 'users.company_id')

/** Whether the user is the company's only active Admin. */
const isLastAdmin = sql<boolean>`(users.role = ${sql.lit(roles.admin)} and users.is_active and not exists (
  select from users other where other.company_id = users.company_id and other.role = ${sql.lit(roles.admin)} and other.is_active and other.id <> users.id
))`.as('is_last_admin')

export const listUsers = (db: Db, actor: Actor, query: ListQuery): Promise<Page<'users', UserRow>> =>
  paginate(
    db,
    actor.scope,
    userList,
    query,
    {
      id: 'users.id',
      email: { column: 'users.email', isUnique: true },
      first_name: 'users.first_name',
      last_name: 'users.last_name',
      company: 'companies.name',
      phone: { column: 'users.phone', isNullable: true },
      role: 'users.role',
    },
    {
      from: visibleUsers(db, actor.scope),
      show: (users) =>
        withCompany(users)
          .select([
            'users.id',
            'users.email',
            'users.first_name',
            'users.last_name',
            'users.company_id',
            'users.phone',
            'users.role',
          ])
          .select([
            'users.is_active',
            'users.levels',
            'companies.name as company',
            'companies.kind as company_kind',
            isLastAdmin,
          ]),
      row: (row) => toUserRow(actor, row),
    },
  )

const notFound = () => new AppError('record.not-found')
const userById = (db: Db, scope: Scope, id: number) =>
  withCompany(visibleUsers(db, scope))
    .select(userColumns.map((column) => `users.${column}` as const))
    .select(['companies.name as company_name', 'companies.kind as company_kind'])
    .where('users.id', '=', id)
export const getUser = (db: Db, scope: Scope, id: number): Promise<StoredUser> =>
  userById(db, scope, id).executeTakeFirstOrThrow(notFound)
/** When the user last signed in, from the newest of their entries in the log. */
export async function getLastSignIn(db: Db, id: number): Promise<string | null> {
  const entry = await db
    .selectFrom('audit_log')
    .select('at')
    .where('user_id', '=', id)
    .where('action', '=', 'session.login')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry?.at ?? null
}
/**
 * Locks the user until the transaction ends. The weaker lock lets audit entries reference the row, so that two users
 * who change each other do not block.
 */
export const lockUser = (db: Db, scope: Scope, id: number): Promise<StoredUser> =>
  userById(db, scope, id).forNoKeyUpdate('users').executeTakeFirstOrThrow(notFound)

/**
 * Whether a company has another active Admin. Locks the company until the transaction ends: when two requests remove
 * the last two Admins, the second sees the first (USER-7).
 */
export async function hasOtherAdmin(db: Db, company_id: number, except: number): Promise<boolean> {
  await db.selectFrom('companies').select('id').where('id', '=', company_id).forNoKeyUpdate().execute()
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', company_id)
    .where('role', '=', roles.admin)
    .where('is_active', '=', true)
    .where('id', '!=', except)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Does not reveal who has the e-mail, or in which company. */
const emailTaken = refuseOn('users_email', new AppError('user.email-taken', { email: 'user.email-taken' }))
export async function insertUser(db: Db, company_id: number, { levels, ...columns }: UserColumns): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ ...columns, company_id, levels: JSON.stringify(levels) })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(emailTaken)
  return id
}
export async function updateUser(db: Db, id: number, { levels, ...columns }: UserColumns): Promise<void> {
  await db
    .updateTable('users')
    .set(({ eb }) => ({
      ...columns,
      levels: JSON.stringify(levels),
      version: eb('version', '+', 1),
      updated_at: eb.fn('now'),
    }))
    .where('id', '=', id)
    .execute()
    .catch(emailTaken)
}

/** The database checks the scope itself. */
export async function updatePasswordOf(
  parts: { database: Database; db: Db },
  id: number,
  holder: PasswordHolder,
  hash: string,
): Promise<void> {
  if (!(await setPassword(parts, id, holder, hash))) throw notFound()
}
/** Empties the row and returns the storage keys of its deleted files. */
export async function eraseUser(db: Db, id: number): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`select storage_key from erase_user(${id})`.execute(db)
  return rows.map(({ storage_key }) => storage_key)
}

export async function endUserSessions(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ ended: number }>`select end_sessions_in_scope(${id}) as ended`.execute(db)
  return rows[0]?.ended ?? 0
}
/** Returns false if the user has none. */
export async function resetFactors(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select reset_factors(${id}) as done`.execute(db)
  return rows[0]?.done === true
}
export async function hasSecondFactor(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select has_second_factor(${id}) as has`.execute(db)
  return rows[0]?.has === true
}
