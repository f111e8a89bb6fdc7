import type { Displayed } from '@portal/contract/session.ts'
import type { Database } from '../db/connect.ts'
import type { Actor } from '../platform/scope.ts'

export type Credentials = { user_id: number; company_id: number; password_hash: string }
export async function findCredentials(database: Database, email: string): Promise<Credentials | null> {
  const [found] = await database.gate<Credentials>('select * from find_credentials($1)', [email])
  return found ?? null
}

/** Seconds to wait before another attempt, 0 when this one is allowed. Counted before the password is looked at, so that parallel tries count. */
export async function takeAttempt(database: Database, limits: Record<string, number>, windowMinutes: number, now: Date): Promise<number> {
  const values = [Object.keys(limits), Object.values(limits), `${windowMinutes} minutes`, now]
  const [taken] = await database.gate<{ wait: number }>('select take_attempt($1, $2, $3, $4) as wait', values)
  return taken?.wait ?? 0
}
export const forgiveAttempt = (database: Database, account: string, address: string) =>
  database.gate('select forgive_attempt($1, $2)', [account, address])

/** A stranger fails at signing in; somebody who is signed in, at the door to a new password. */
export const recordFailedProof = (database: Database, actor: Actor | null, email: string, reason: string, requestId: string) => {
  const action = actor ? 'profile.password-failed' : 'session.login-failed'
  const values = [actor?.user_id ?? null, email, actor?.company_id ?? null, action, JSON.stringify({ reason }), requestId]
  return database.gate('select record_refusal($1, $2, $3, false, $4, $5, $6)', values)
}

/** What the page shows of a session before it has fetched anything (AUTH-4). */
export const displayedOf = (actor: Pick<Actor, 'first_name' | 'company_name'>): Displayed => ({
  first: actor.first_name,
  companyname: actor.company_name,
  companyImage: null,
  profile_img: null,
})
