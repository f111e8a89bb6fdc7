import { type Level, levels, type ModuleLevels, modules, type Person, type Role, roles } from '@portal/contract/permissions.ts'
import { roleWords } from '@portal/contract/user-list.ts'
import type { User, UserRow } from '@portal/contract/users.ts'
import type { Selectable } from 'kysely'
import type { Users } from '../db/schema.ts'

export const userColumns = [
  ...(['id', 'company_id', 'first_name', 'last_name', 'email', 'phone', 'role', 'levels', 'country', 'state', 'city'] as const),
  ...(['is_switch_eligible', 'is_active', 'version', 'created_at', 'updated_at'] as const),
] as const
export type StoredUser = Selectable<Pick<Users, (typeof userColumns)[number]>> & { company_name: string; company_kind: string }
/** What is written of a person; whether they may switch only where that is decided. */
export type UserColumns = Pick<StoredUser, 'first_name' | 'last_name' | 'email' | 'phone' | 'role' | 'country' | 'state' | 'city' | 'is_active'> & {
  levels: ModuleLevels
  is_switch_eligible?: boolean
}

/** Who somebody is to the table of permissions. */
export const personOf = ({ role, levels: held, company_kind }: StoredUser): Person => ({
  role: role as Role,
  levels: held as ModuleLevels,
  kind: company_kind as Person['kind'],
})
/** An Admin has everything (PERM-6), whatever the levels of earlier days said. */
const levelsShown = ({ role, levels: held }: Person): Record<(typeof modules)[number], Level> =>
  Object.fromEntries(modules.map((module) => [module, role === roles.admin ? levels.full : (held[module] ?? levels.none)])) as never

export function toUser(stored: StoredUser): User {
  const { id, company_id, state, is_switch_eligible, levels: _, ...rest } = stored
  return {
    ...rest,
    id,
    profileid: id,
    company: company_id,
    province: state,
    isUserEligibleForAccountSwitch: is_switch_eligible,
    ...levelsShown(personOf(stored)),
  } as User
}

type StoredRow = Pick<StoredUser, 'id' | 'email' | 'first_name' | 'last_name' | 'company_id' | 'phone' | 'role' | 'is_active'> & { company: string }
export const toUserRow = ({ role, ...row }: StoredRow): UserRow => ({ ...row, role: roleWords[role as Role], role_id: role as Role })
