import { AppError, type FieldErrors } from '@portal/contract/errors.ts'
import { excessOf, levels, type ModuleLevels, modules, type Person, roles } from '@portal/contract/permissions.ts'
import { userBinLock, userLock } from '@portal/contract/rules/record-locks.ts'
import type { SavedUser, User, UserChange, UserInput } from '@portal/contract/users/users.ts'
import { type Company, findCompany } from '../companies/companies.queries.ts'
import type { Database, Db } from '../db/connect.ts'
import { demandRealPlace } from '../lookups/locations.queries.ts'
import { mailChangedAddress, mailSecurity } from '../outbox/security-mail.actions.ts'
import { hashPassword, passwordWarning, warnedOf } from '../platform/access/passwords.ts'
import { type Actor, isProviderAdmin } from '../platform/access/scope.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { BrandTable } from '../process/brands.ts'
import { invite } from '../sessions/invitation.actions.ts'
import { type StoredUser, toUser, type UserColumns } from './users.columns.ts'
import {
  endUserSessions,
  eraseUser,
  getUser,
  hasOtherAdmin,
  insertUser,
  lockUser,
  resetFactors,
  updatePasswordOf,
  updateUser,
} from './users.queries.ts'
import { personOf, standingOf } from './users.rules.ts'

type Input = UserInput | UserChange

const recordOf = ({ id, email }: Pick<User, 'id' | 'email'>) => ({ type: 'user', id, label: email })
/** The audited fields of a user: permissions and details, each once and without ids. */
const auditFields = ({
  id: _,
  profileid,
  company,
  company_kind,
  lock,
  version,
  created_at,
  updated_at,
  renew_at_sign_in,
  ...rest
}: User) => ({ ...rest, first_sign_in: renew_at_sign_in ? 'New password' : null })
const invalid = (fields: FieldErrors) => new AppError('request.invalid', fields)

/** Defaults to a customer's own company. Staff must name one. */
async function companyOf({ db, actor }: Context, wanted: number | null | undefined): Promise<Company> {
  if (!wanted && actor.kind === 'provider') throw invalid({ company: 'field.required' })
  const company = await findCompany(db, actor.scope, wanted ?? actor.company_id)
  if (!company) throw invalid({ company: 'field.company' })
  return company
}

/** An Admin's levels have no effect and are not stored: a former Admin starts with none. */
function levelsOf(input: Input, kept: ModuleLevels): ModuleLevels {
  if (input.role === roles.admin) return {}
  return Object.fromEntries(modules.map((module) => [module, input[module] ?? kept[module] ?? levels.none]))
}

/** A user cannot grant more than they have (USER-7). */
function demandWithin(actor: Actor, person: Person): void {
  const fault = {
    role: 'user.admin-only',
    other: 'user.more-than-own',
  } as const
  const excess = excessOf(actor, person)
  if (excess.length > 0)
    throw invalid(Object.fromEntries(excess.map((name) => [name, name === 'role' ? fault.role : fault.other])))
}
/** A user who could change one with more permissions could set their password and sign in as them. */
function demandNoMore(actor: Actor, stored: StoredUser): void {
  const lock = userLock(standingOf(actor, stored))
  if (lock) throw new AppError(lock)
}
const isOwn = (actor: Actor, { id }: StoredUser): boolean => id === actor.user_id

/** Only the provider's Admins decide who can switch accounts, and only for the provider's own users. */
function demandMayDecideSwitching(actor: Actor, company_kind: string): void {
  if (isProviderAdmin(actor) && company_kind === 'provider') return
  throw invalid({
    isUserEligibleForAccountSwitch: 'user.provider-admin-only',
  })
}

const placeFields = { country: 'country', state: 'province', city: 'city' }

const columnsOf = (
  input: Input,
  kept: ModuleLevels,
  { is_active, must_change_password }: Pick<StoredUser, 'is_active' | 'must_change_password'>,
): UserColumns => ({
  first_name: input.first_name,
  last_name: input.last_name,
  email: input.email,
  phone: input.phone,
  role: input.role,
  country: input.country,
  state: input.province,
  city: input.city,
  is_active: input.is_active ?? is_active,
  must_change_password: input.renew_at_sign_in ?? must_change_password,
  levels: levelsOf(input, kept),
})

type Services = { database: Database; brands: BrandTable; clock: Clock; passwordMinLength: number }

/** An Admin's choice for another user is accepted; the reply says what is wrong with it (LIT-6). */
function warnedOfPassword(
  { password }: Input,
  { first_name, last_name, email }: UserColumns,
  company: string,
  { passwordMinLength: minLength }: Pick<Services, 'passwordMinLength'>,
) {
  const facts = { names: [first_name, last_name], email, company }
  return warnedOf(password ? passwordWarning(password, { minLength, facts }) : null)
}

export async function createUser(context: Context, services: Services, input: UserInput): Promise<SavedUser> {
  const { db, actor, audit } = context
  const company = await companyOf(context, input.company)
  const columns = columnsOf(input, {}, { is_active: true, must_change_password: false })
  demandWithin(actor, { role: input.role, levels: columns.levels, kind: company.kind })
  if (input.isUserEligibleForAccountSwitch) {
    demandMayDecideSwitching(actor, company.kind)
    columns.is_switch_eligible = true
  }
  await demandRealPlace(db, columns, undefined, placeFields)
  const id = await insertUser(db, company.id, columns)
  const { email } = columns
  if (input.password) await updatePasswordOf({ ...services, db }, id, { email }, await hashPassword(input.password))
  else await invite(db, services, { id, email })
  const made = toUser(actor, await getUser(db, actor.scope, id))
  await audit({
    record: recordOf(made),
    after: { ...auditFields(made), sign_in: input.password ? 'Password set' : 'Invited by e-mail' },
  })
  return { ...made, ...warnedOfPassword(input, columns, company.name, services) }
}

/**
 * Users cannot change their own access (T6), and change their own password in the profile, which asks for the old one.
 */
function demandNotOwnAccess(
  actor: Actor,
  stored: StoredUser,
  columns: UserColumns,
  isEligible: boolean,
  password: string | null | undefined,
): void {
  const held = toUser(actor, stored)
  const wanted = toUser(actor, { ...stored, ...columns, levels: columns.levels as StoredUser['levels'] })
  const decisive = ['role', 'is_active', 'renew_at_sign_in', ...modules] as const
  const fields: FieldErrors = {}
  for (const name of decisive) if (held[name] !== wanted[name]) fields[name] = 'user.not-own'
  if (isEligible !== stored.is_switch_eligible) fields.isUserEligibleForAccountSwitch = 'user.not-own'
  if (password) fields.password = 'user.own-password'
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

const isActiveAdmin = ({ role, is_active }: { role: number; is_active: boolean }): boolean =>
  role === roles.admin && is_active
const isLastAdmin = async (db: Db, stored: StoredUser): Promise<boolean> =>
  isActiveAdmin(stored) && !(await hasOtherAdmin(db, stored.company_id, stored.id))

export async function changeUser(
  { db, actor, audit }: Context,
  services: Pick<Services, 'database' | 'passwordMinLength'>,
  id: number,
  input: UserChange,
): Promise<SavedUser> {
  const stored = await lockUser(db, actor.scope, id)
  demandNoMore(actor, stored)
  if (input.version && input.version !== stored.version) throw new AppError('record.stale')
  if (input.company && input.company !== stored.company_id) throw invalid({ company: 'user.other-company' })
  const columns = columnsOf(input, stored.levels as ModuleLevels, stored)
  const isEligible = input.isUserEligibleForAccountSwitch ?? stored.is_switch_eligible
  if (isOwn(actor, stored)) demandNotOwnAccess(actor, stored, columns, isEligible, input.password)
  demandWithin(actor, { ...personOf(stored), role: input.role, levels: columns.levels })
  if (isEligible !== stored.is_switch_eligible) {
    demandMayDecideSwitching(actor, stored.company_kind)
    columns.is_switch_eligible = isEligible
  }
  await demandRealPlace(db, columns, stored, placeFields)
  if (!isActiveAdmin(columns) && (await isLastAdmin(db, stored))) throw new AppError('user.last-admin')
  await updateUser(db, id, columns)
  if (input.password) {
    await updatePasswordOf({ ...services, db }, id, { user_id: id }, await hashPassword(input.password))
    await mailSecurity(db, { company_id: stored.company_id, email: columns.email }, 'password-changed')
  }
  if (columns.email !== stored.email) await mailChangedAddress(db, stored.company_id, stored.email, columns.email)
  const changed = toUser(actor, await getUser(db, actor.scope, id))
  const difference = changes(auditFields(toUser(actor, stored)), auditFields(changed))
  await audit({
    record: recordOf(changed),
    ...difference,
    after: { ...difference.after, ...(input.password ? { sign_in: 'Password set' } : {}) },
  })
  return { ...changed, ...warnedOfPassword(input, columns, stored.company_name, services) }
}

/** Signs the user out everywhere (SEC-2). */
export async function endSessionsOf({ db, actor, audit }: Context, id: number): Promise<null> {
  const stored = await lockUser(db, actor.scope, id)
  demandNoMore(actor, stored)
  await audit({ record: recordOf(stored), after: { sessions: await endUserSessions(db, id) } })
  return null
}

/** For a user who lost their second factor. Their own one is changed in the profile, which asks for it (SEC-1). */
export async function resetSecondFactor({ db, actor, audit }: Context, id: number): Promise<null> {
  const stored = await lockUser(db, actor.scope, id)
  demandNoMore(actor, stored)
  if (isOwn(actor, stored)) throw new AppError('factor.own')
  if (!(await resetFactors(db, id))) throw new AppError('factor.none', undefined, { message: 'factor.none-of-user' })
  await audit({ record: recordOf(stored) })
  await mailSecurity(db, stored, 'factor-reset')
  return null
}

type Store = { storage: Storage; log: { warn: (details: object, text: string) => void } }
/** The audit log still names the user; all other personal data is erased from their row. */
export async function removeUser(
  { db, actor, audit, afterCommit }: Context,
  { storage, log }: Store,
  id: number,
): Promise<null> {
  const stored = await lockUser(db, actor.scope, id)
  const lock = userBinLock({ ...standingOf(actor, stored), is_last_admin: await isLastAdmin(db, stored) })
  if (lock) throw new AppError(lock)
  const keys = await eraseUser(db, id)
  await audit({ record: recordOf(stored), before: auditFields(toUser(actor, stored)) })
  for (const key of keys)
    afterCommit(() =>
      storage.remove(key).catch((err: unknown) => log.warn({ err }, "could not remove a deleted user's picture")),
    )
  return null
}
