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
import type { Selectable } from 'kysely'
import type { Users } from '../db/schema.ts'
import type { Actor } from '../platform/access/scope.ts'

/** The stored fields that decide a user's permissions. */
type StoredRights = Pick<Selectable<Users>, 'role' | 'levels'> & { company_kind: string }
/** A user in the form that the permission rules take. */
export const personOf = ({ role, levels: held, company_kind }: StoredRights): Person => ({
  role: role as Role,
  levels: held as ModuleLevels,
  kind: company_kind as Person['kind'],
})
/** An Admin has everything (PERM-6), whatever levels are stored. */
export const levelsOf = ({ role, levels: held }: Person): Record<(typeof modules)[number], Level> =>
  Object.fromEntries(
    modules.map((module) => [module, role === roles.admin ? levels.full : (held[module] ?? levels.none)]),
  ) as never

/** The facts that decide whether the reader can change or delete a user. */
export const standingOf = (
  actor: Pick<Actor, 'user_id' | 'role' | 'levels'>,
  stored: StoredRights & { id: number },
) => ({
  is_own: stored.id === actor.user_id,
  may_more: excessOf(actor, personOf(stored)).length > 0,
})
