import type { ModuleLevels, Role } from '@portal/contract/permissions.ts'
import { userBinLock, userLock } from '@portal/contract/rules/record-locks.ts'
import type { User, UserRow } from '@portal/contract/users/users.ts'
import { roleWords } from '@portal/contract/users/users-words.data.ts'
import type { Selectable } from 'kysely'
import type { Users } from '../db/schema.ts'
import type { Actor } from '../platform/access/scope.ts'
import { levelsOf, personOf, standingOf } from './users.rules.ts'

export const userColumns = [
  'id',
  'company_id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'role',
  'levels',
  'country',
  'state',
  'city',
  'is_switch_eligible',
  'is_active',
  'must_change_password',
  'version',
  'created_at',
  'updated_at',
] as const
export type StoredUser = Selectable<Pick<Users, (typeof userColumns)[number]>> & {
  company_name: string
  company_kind: string
}
/** The columns written for a user; `is_switch_eligible` only when a request sets it. */
export type UserColumns = Pick<
  StoredUser,
  'first_name' | 'last_name' | 'email' | 'phone' | 'role' | 'country' | 'state' | 'city' | 'is_active'
> & {
  levels: ModuleLevels
  is_switch_eligible?: boolean
  must_change_password?: boolean
}

export function toUser(actor: Actor, stored: StoredUser): User {
  const { id, company_id, state, is_switch_eligible, must_change_password, levels: _, ...rest } = stored
  return {
    ...rest,
    id,
    profileid: id,
    company: company_id,
    province: state,
    isUserEligibleForAccountSwitch: is_switch_eligible,
    renew_at_sign_in: must_change_password,
    ...levelsOf(personOf(stored)),
    lock: userLock(standingOf(actor, stored)),
  } as User
}

type StoredRow = Pick<
  StoredUser,
  | 'id'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'company_id'
  | 'phone'
  | 'role'
  | 'is_active'
  | 'levels'
  | 'company_kind'
> & {
  company: string
  is_last_admin: boolean
}
export const toUserRow = (
  actor: Actor,
  { role, levels: held, company_kind, is_last_admin, ...row }: StoredRow,
): UserRow => {
  const standing = standingOf(actor, { id: row.id, role, levels: held, company_kind })
  return {
    ...row,
    role: roleWords[role as Role],
    role_id: role as Role,
    lock: userLock(standing) as UserRow['lock'],
    delete_lock: userBinLock({ ...standing, is_last_admin }) as UserRow['delete_lock'],
  }
}
