import {
  excessOf,
  type Level,
  levels,
  type ModuleLevels,
  modules,
  type Person,
  type Role,
  roles,
} from '@portal/contract/permissions.ts'
import { userBinLock, userLock } from '@portal/contract/rules/record-locks.ts'
import { roleWords } from '@portal/contract/users/user-list.ts'
import type { User, UserRow } from '@portal/contract/users/users.ts'
import type { Selectable } from 'kysely'
import type { Users } from '../db/schema.ts'
import type { Actor } from '../platform/access/scope.ts'

export const userColumns = [
  ...([
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
  ] as const),
  ...(['is_switch_eligible', 'is_active', 'version', 'created_at', 'updated_at'] as const),
] as const
export type StoredUser = Selectable<Pick<Users, (typeof userColumns)[number]>> & {
  company_name: string
  company_kind: string
}
/** What is written of a person; whether they may switch only where that is decided. */
export type UserColumns = Pick<
  StoredUser,
  'first_name' | 'last_name' | 'email' | 'phone' | 'role' | 'country' | 'state' | 'city' | 'is_active'
> & {
  levels: ModuleLevels
  is_switch_eligible?: boolean
}

/** Who somebody is to the table of permissions. */
export const personOf = ({
  role,
  levels: held,
  company_kind,
}: Pick<StoredUser, 'role' | 'levels' | 'company_kind'>): Person => ({
  role: role as Role,
  levels: held as ModuleLevels,
  kind: company_kind as Person['kind'],
})
/** An Admin has everything (PERM-6), whatever the levels of earlier days said. */
const levelsShown = ({ role, levels: held }: Person): Record<(typeof modules)[number], Level> =>
  Object.fromEntries(
    modules.map((module) => [module, role === roles.admin ? levels.full : (held[module] ?? levels.none)]),
  ) as never

/** What of a person decides whether the reader may change or delete them. */
export const standingOf = (actor: Actor, stored: Pick<StoredUser, 'id' | 'role' | 'levels' | 'company_kind'>) => ({
  is_own: stored.id === actor.user_id,
  may_more: excessOf(actor, personOf(stored)).length > 0,
})

export function toUser(actor: Actor, stored: StoredUser): User {
  const { id, company_id, state, is_switch_eligible, levels: _, ...rest } = stored
  return {
    ...rest,
    id,
    profileid: id,
    company: company_id,
    province: state,
    isUserEligibleForAccountSwitch: is_switch_eligible,
    ...levelsShown(personOf(stored)),
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
