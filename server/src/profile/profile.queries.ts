import { AppError } from '@portal/contract/errors.ts'
import type { Profile } from '@portal/contract/profile.ts'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../platform/scope.ts'

/** While switched the person is not among the acting company's users, and no more is shown of them than the session itself knows. */
export async function getProfile(db: Db, actor: Actor): Promise<Profile> {
  const isUserEligibleForAccountSwitch = actor.is_switch_eligible
  const known = {
    APIResult: 1,
    first: actor.first_name,
    last: actor.last_name,
    email: actor.email,
    profile_img: null,
    isUserEligibleForAccountSwitch,
  } as const
  if (actor.is_switched)
    return {
      ...known,
      switched: true,
      middle: null,
      phone: null,
      phone2: null,
      dob: null,
      address1: null,
      country: null,
      state: null,
      city: null,
      postal_code: null,
    }
  const user = await db
    .selectFrom('users')
    .select(['middle', 'phone', 'phone2', 'dob', 'address1', 'country', 'state', 'city', 'postal_code'])
    .where('id', '=', actor.user_id)
    .executeTakeFirst()
  if (!user) throw new AppError('record.not-found')
  return { ...known, ...user, switched: false }
}
