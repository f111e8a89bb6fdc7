import { AppError } from '@portal/contract/errors.ts'
import type { Database } from '../db/connect.ts'
import { demandGoodPassword, hashPassword } from '../platform/access/passwords.ts'
import { type Clock, hashToken, newToken } from '../platform/access/sessions.ts'
import { securityMails } from '../platform/security-mail.ts'
import type { BrandTable } from '../process/brands.ts'
import { linkMails } from './link-mail.ts'
import {
  findResetPerson,
  insertPasswordReset,
  recordThrottledReset,
  redeemPasswordReset,
} from './password-reset.queries.ts'
import { resetLetter } from './reset-mail.ts'
import { takeAttempt } from './sessions.queries.ts'
import { forgiveStrangers, takeMailTurn } from './sign-in-turns.actions.ts'

type Services = { database: Database; clock: Clock }
type Asked = { address: string; requestId: string }

const linkMinutes = 60
/** Enough for a user who mistyped or lost a mail; too few to fill a mailbox or probe addresses. */
const windowMinutes = 15
const asksPerAccount = 5
const asksPerAddress = 30
const resetsPerAddress = 30

async function throttle(
  { database, clock }: Services,
  limits: Record<string, number>,
  refused: () => Promise<unknown>,
): Promise<void> {
  await demandNoWait(await takeAttempt(database, limits, windowMinutes, clock()), refused)
}
async function demandNoWait(wait: number, refused: () => Promise<unknown>): Promise<void> {
  if (wait === 0) return
  await refused()
  throw new AppError('auth.throttled', undefined, { retryAfterSeconds: wait })
}

/**
 * Requests a link. Known and unknown addresses take the same steps and get the same reply, throttling included
 * (AUTH-9).
 */
export async function askForReset(
  services: Services & { brands: BrandTable },
  asked: Asked & { email: string },
): Promise<void> {
  const { database, clock, brands } = services
  const { address, requestId } = asked
  const email = asked.email.toLowerCase()
  const limits = { [`forgot:${email}`]: asksPerAccount, [`forgot-address:${address}`]: asksPerAddress }
  const refused = () => recordThrottledReset(database, email, 'session.forgotPassword', requestId)
  await throttle(services, limits, refused)
  await demandNoWait(await takeMailTurn(services, email), refused)
  const token = newToken()
  const now = clock()
  const expiresAt = new Date(now.getTime() + linkMinutes * 60_000)
  await insertPasswordReset(database, {
    email,
    tokenHash: hashToken(token),
    now,
    expiresAt,
    mails: linkMails(resetLetter, brands, token),
    requestId,
  })
}

/** Sets a new password with a link's token, and returns its user. Forged, used, replaced and expired tokens get the same error (AUTH-9). */
export async function resetPassword(
  services: Services & { passwordMinLength: number },
  asked: Asked & { token: string; password: string },
): Promise<number> {
  const { database, clock, passwordMinLength } = services
  const { address, requestId, token, password } = asked
  await throttle(services, { [`reset-address:${address}`]: resetsPerAddress }, () =>
    recordThrottledReset(database, null, 'session.resetPassword', requestId),
  )
  // A link that is not valid is refused by the redemption, in the same words as any other.
  const person = await findResetPerson(database, hashToken(token), clock())
  if (person) demandGoodPassword(password, { minLength: passwordMinLength, facts: person })
  const passwordHash = await hashPassword(password)
  const redeemed = await redeemPasswordReset(database, {
    tokenHash: hashToken(token),
    passwordHash,
    now: clock(),
    mails: securityMails('password-changed'),
    requestId,
  })
  if (!redeemed) throw new AppError('auth.reset-invalid')
  await forgiveStrangers(database, redeemed.email, address)
  return redeemed.user_id
}
