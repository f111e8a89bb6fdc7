import { randomUUID } from 'node:crypto'
import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../db/connect.ts'
import type { ResetMail } from './password-reset.queries.ts'

/**
 * A request's role can choose neither a password's hash nor a link's token. The gate makes them ready for one user under
 * a random ticket, and the request's transaction takes them by it, together with what it changes (SEC-4).
 */
export type PasswordHolder =
  | { user_id: number }
  /** Their own password: it replaces only the hash that was just checked. */
  | { user_id: number; old_hash: string }
  /** A user whom this transaction creates. */
  | { email: string }

/** Returns false for a user out of scope, or whose password changed after the old one was checked. */
export async function setPassword(
  { database, db }: { database: Database; db: Db },
  id: number,
  holder: PasswordHolder,
  hash: string,
): Promise<boolean> {
  const ticket = randomUUID()
  const [userId, email] = 'email' in holder ? [null, holder.email] : [holder.user_id, null]
  const oldHash = 'old_hash' in holder ? holder.old_hash : null
  await database.gate('select prepare_password($1, $2, $3, $4, $5)', [ticket, userId, email, oldHash, hash])
  const { rows } = await sql<{ done: boolean }>`select use_password(${ticket}, ${id}) as done`.execute(db)
  return rows[0]?.done === true
}

type NewInvitation = {
  userId: number
  email: string
  tokenHash: Buffer
  now: Date
  expiresAt: Date
  mails: Record<BrandKey, ResetMail>
}
/** Adds the link and its mail for a new user, in the same transaction. */
export async function insertInvitation(
  { database, db }: { database: Database; db: Db },
  { userId, email, tokenHash, now, expiresAt, mails }: NewInvitation,
): Promise<void> {
  const ticket = randomUUID()
  const values = [ticket, email, tokenHash, expiresAt, JSON.stringify(mails)]
  await database.gate('select prepare_invitation($1, $2, $3, $4, $5)', values)
  const { rows } = await sql<{
    mail: number | null
  }>`select use_invitation(${ticket}, ${userId}, ${now}) as mail`.execute(db)
  if (!rows[0]?.mail) throw new Error(`There is no user ${userId} to invite.`)
}
