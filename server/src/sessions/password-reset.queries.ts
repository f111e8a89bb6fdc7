import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import type { Database } from '../db/connect.ts'
import type { MailText } from '../platform/mailer.ts'

export type ResetMail = { subject: string; text: string; html: string; link: string }
type NewReset = {
  email: string
  tokenHash: Buffer
  now: Date
  expiresAt: Date
  mails: Record<BrandKey, ResetMail>
  requestId: string
}
/**
 * Writes the reset, its mail and the audit entry in one transaction if the address belongs to a user. Does not reveal
 * whether it does.
 */
export const insertPasswordReset = (
  database: Database,
  { email, tokenHash, now, expiresAt, mails, requestId }: NewReset,
) =>
  database.gate('select open_password_reset($1, $2, $3, $4, $5, $6)', [
    email,
    tokenHash,
    now,
    expiresAt,
    JSON.stringify(mails),
    requestId,
  ])

/** Whose link it is, for a password without their names; null if it is not valid. */
export async function findResetPerson(
  database: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<{ names: string[]; email: string; company: string } | null> {
  const [person] = await database.gate<{ names: string[]; email: string; company: string }>(
    'select names, email, company from find_reset_person($1, $2)',
    [tokenHash, now],
  )
  return person ?? null
}

type Redemption = {
  tokenHash: Buffer
  passwordHash: string
  now: Date
  mails: Record<BrandKey, MailText>
  requestId: string
}
/** The user, or null if the token is invalid. */
export async function redeemPasswordReset(
  database: Database,
  { tokenHash, passwordHash, now, mails, requestId }: Redemption,
): Promise<{ user_id: number; email: string } | null> {
  const values = [tokenHash, passwordHash, now, JSON.stringify(mails), requestId]
  const [redeemed] = await database.gate<{ user_id: number; email: string }>(
    'select owner_id as user_id, email from redeem_password_reset($1, $2, $3, $4, $5)',
    values,
  )
  return redeemed ?? null
}

export const recordThrottledReset = (database: Database, email: string | null, action: string, requestId: string) =>
  database.gate('select record_refusal(null, $1, null, false, $2, $3, $4)', [
    email,
    action,
    JSON.stringify({ reason: 'throttled' }),
    requestId,
  ])
