import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import type { Database } from '../../db/connect.ts'
import type { MailText } from '../../platform/mailer.ts'

/** Everything here is called through the gate: no request's role can read a secret or redeem a challenge (SEC-4). */
export type Factor = {
  id: number
  kind: 'totp' | 'passkey'
  secret: Buffer
  counter: number
  name: string | null
  credential_id: string | null
  rp_id: string | null
  transports: string[] | null
  created_at: string
  confirmed_at: string | null
  last_used_at: string | null
}
export const listFactors = (database: Database, userId: number): Promise<Factor[]> =>
  database.gate<Factor>('select * from factors_of($1)', [userId])
export async function countRecoveryCodes(database: Database, userId: number): Promise<number> {
  const [row] = await database.gate<{ left: number }>('select recovery_codes_left($1) as left', [userId])
  return row?.left ?? 0
}

/** What the audit log and the user's mailbox learn, in the same transaction. */
export type SecurityEvent = {
  action: string
  after?: Record<string, unknown>
  mails?: Record<BrandKey, MailText>
  now: Date
  request_id: string
}
export const noteSecurity = (database: Database, userId: number, event: SecurityEvent) =>
  database.gate('select note_security($1, $2)', [userId, JSON.stringify(event)])
const done = async (rows: Promise<{ done: unknown }[]>): Promise<boolean> => (await rows)[0]?.done === true

export type Purpose = 'sign-in' | 'prove' | 'register'
type NewChallenge = { tokenHash: Buffer; userId: number; purpose: Purpose; now: Date; expiresAt: Date }
export const insertChallenge = (
  database: Database,
  { tokenHash, userId, purpose, now, expiresAt }: NewChallenge,
): Promise<unknown> =>
  database.gate('select open_challenge($1, $2, $3, $4, $5)', [tokenHash, userId, purpose, now, expiresAt])

export type Challenger = { user_id: number; company_id: number }
/** Counts a try of an open challenge and returns its user. */
export async function tryChallenge(
  database: Database,
  tokenHash: Buffer,
  purpose: Purpose,
  limit: number,
  now: Date,
): Promise<Challenger | null> {
  const values = [tokenHash, purpose, limit, now]
  const [row] = await database.gate<Challenger>('select * from try_challenge($1, $2, $3, $4)', values)
  return row ?? null
}

/** A proof that was checked and not yet used up. */
export type Checked =
  | { method: 'totp' | 'passkey'; factorId: number; counter: number }
  | { method: 'recovery'; codeHash: Buffer }
type Spending = { userId: number; challenge: Buffer | null; proof: Checked; now: Date; event: SecurityEvent | null }
/** Returns false if another request was first. */
export const spendProof = (
  database: Database,
  { userId, challenge, proof, now, event }: Spending,
): Promise<boolean> => {
  const [factorId, counter, codeHash] =
    proof.method === 'recovery' ? [null, null, proof.codeHash] : [proof.factorId, proof.counter, null]
  return done(
    database.gate('select spend_proof($1, $2, $3, $4, $5, $6, $7) as done', [
      userId,
      challenge,
      factorId,
      counter,
      codeHash,
      now,
      event && JSON.stringify(event),
    ]),
  )
}
export const proveSession = (database: Database, tokenHash: Buffer, now: Date) =>
  database.gate('select prove_session($1, $2)', [tokenHash, now])

export const beginApp = (database: Database, userId: number, secret: Buffer, now: Date) =>
  database.gate('select begin_totp($1, $2, $3)', [userId, secret, now])
type Confirmation = { userId: number; pending: Factor; step: number; codes: Buffer[]; tokenHash: Buffer }
export const confirmApp = (
  database: Database,
  { userId, pending, step, codes, tokenHash }: Confirmation,
  event: SecurityEvent,
): Promise<boolean> =>
  done(
    database.gate('select confirm_totp($1, $2, $3, $4, $5, $6, $7, $8) as done', [
      userId,
      pending.id,
      pending.secret,
      step,
      codes,
      tokenHash,
      event.now,
      JSON.stringify(event),
    ]),
  )
export const renewRecoveryCodes = (database: Database, userId: number, codes: Buffer[], event: SecurityEvent) =>
  done(database.gate('select renew_recovery_codes($1, $2, $3) as done', [userId, codes, JSON.stringify(event)]))

type Addition = {
  userId: number
  challenge: Buffer
  passkey: { name: string; credential_id: string; rp_id: string; counter: number; transports: string[] }
  publicKey: Buffer
  codes: Buffer[]
  tokenHash: Buffer
}
/** Whether it is the first factor, for which the codes were stored; null if it could not be added. */
export async function insertPasskey(
  database: Database,
  { userId, challenge, passkey, publicKey, codes, tokenHash }: Addition,
  event: SecurityEvent,
): Promise<boolean | null> {
  const [row] = await database.gate<{ is_first: boolean | null }>(
    'select add_passkey($1, $2, $3, $4, $5, $6, $7, $8) as is_first',
    [userId, challenge, JSON.stringify(passkey), publicKey, codes, tokenHash, event.now, JSON.stringify(event)],
  )
  return row?.is_first ?? null
}
export const renamePasskey = (database: Database, userId: number, id: number, name: string, event: SecurityEvent) =>
  done(
    database.gate('select rename_passkey($1, $2, $3, $4) is not null as done', [
      userId,
      id,
      name,
      JSON.stringify(event),
    ]),
  )
/** One passkey, or with null everything. */
export const removeFactors = (database: Database, userId: number, id: number | null, event: SecurityEvent) =>
  done(database.gate('select remove_factors($1, $2, $3) as done', [userId, id, JSON.stringify(event)]))
