import { pictureAddress } from '@portal/contract/files/files.ts'
import type { Displayed } from '@portal/contract/sessions/sessions.ts'
import type { Database, Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'

export type Credentials = {
  user_id: number
  company_id: number
  password_hash: string
  is_waiting: boolean
  has_factor: boolean
}
export async function findCredentials(database: Database, email: string): Promise<Credentials | null> {
  const [found] = await database.gate<Credentials>('select * from find_credentials($1)', [email])
  return found ?? null
}

/**
 * Seconds to wait before another attempt, 0 if this one is allowed. Counts before the password is checked, so that
 * parallel attempts count.
 */
export async function takeAttempt(
  database: Database,
  limits: Record<string, number>,
  windowMinutes: number,
  now: Date,
): Promise<number> {
  const values = [Object.keys(limits), Object.values(limits), `${windowMinutes} minutes`, now]
  const [taken] = await database.gate<{ wait: number }>('select take_attempt($1, $2, $3, $4) as wait', values)
  return taken?.wait ?? 0
}

/** `actor` is null for a failed sign-in, and set for a failed check of the current password. */
export const recordFailedProof = (
  database: Database,
  actor: Actor | null,
  email: string,
  reason: string,
  requestId: string,
) => {
  const action = actor ? 'profile.password-failed' : 'session.login-failed'
  const values = [
    actor?.user_id ?? null,
    email,
    actor?.company_id ?? null,
    action,
    JSON.stringify({ reason }),
    requestId,
  ]
  return database.gate('select record_refusal($1, $2, $3, false, $4, $5, $6)', values)
}

/** What the page shows of a session before its first request (AUTH-4). */
export async function getDisplayed(db: Db, actor: Actor): Promise<Displayed> {
  // A switched user's own row is not visible, so there is no picture.
  const user = await db.selectFrom('users').select('picture_file_id').where('id', '=', actor.user_id).executeTakeFirst()
  const company = await db
    .selectFrom('companies')
    .select('logo_file_id')
    .where('id', '=', actor.company_id)
    .executeTakeFirst()
  return {
    first: actor.first_name,
    companyname: actor.company_name,
    companyImage: pictureAddress(company?.logo_file_id ?? null),
    profile_img: pictureAddress(user?.picture_file_id ?? null),
  }
}
