import { AppError } from '@portal/contract/errors.ts'
import type { Displayed } from '@portal/contract/sessions/sessions.ts'
import type { Database } from '../db/connect.ts'
import { isPassword } from '../platform/access/passwords.ts'
import type { Actor } from '../platform/access/scope.ts'
import {
  type Clock,
  credentialOf,
  type Exchange,
  exchangeSession,
  findActor,
  type NewSession,
  openSession,
  presentSession,
} from '../platform/access/sessions.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { OpenContext } from '../platform/http/context.ts'
import { countFailedSignIn, type SignInFailure } from '../platform/jobs/usage-metrics.ts'
import {
  type Credentials,
  findCredentials,
  forgiveAttempt,
  getDisplayed,
  recordFailedProof,
  takeAttempt,
} from './sessions.queries.ts'

type Services = { database: Database; clock: Clock }
export type Opened = { token: string; actor: Actor }

/** Opens a session and returns its actor. */
export const openFor = async (services: Services, session: NewSession): Promise<Opened> =>
  withActor(services, await openSession(services.database, services.clock, session))
/** Exchanges a session for one at another company. */
export const exchangeFor = async (services: Services, old: Buffer, exchange: Exchange): Promise<Opened> =>
  withActor(services, await exchangeSession(services.database, services.clock, old, exchange))
async function withActor({ database, clock }: Services, token: string | null): Promise<Opened> {
  if (!token) throw new AppError('auth.required')
  const actor = await findActor(database, clock, credentialOf(token))
  if (!actor) throw new AppError('auth.required')
  return { token, actor }
}

/**
 * Limits per account and per address, in a window that ends on its own: slow for guessing, never a permanent lock (S3).
 */
const windowMinutes = 15
const attemptsPerAccount = 10
const attemptsPerAddress = 100

/** As the audit log names it. */
const failureWords: Record<SignInFailure, string> = {
  wrong: 'invalid credential',
  throttled: 'throttled',
  waiting: 'waiting for approval',
}

export type Attempt = { email: string; password: string; address: string; requestId: string }
/**
 * Checks a password, and counts the attempt first. Unknown address and wrong password fail alike, in message and in
 * time (AUTH-5).
 */
export async function provePassword(
  { database, clock }: Services,
  { email, password, address, requestId }: Attempt,
  actor: Actor | null,
): Promise<Credentials> {
  const fail = (reason: SignInFailure) => {
    if (!actor) countFailedSignIn(reason)
    return recordFailedProof(database, actor, email, failureWords[reason], requestId)
  }
  const [accountKey, addressKey] = [`account:${email}`, `address:${address}`]
  const wait = await takeAttempt(
    database,
    { [accountKey]: attemptsPerAccount, [addressKey]: attemptsPerAddress },
    windowMinutes,
    clock(),
  )
  if (wait > 0) {
    await fail('throttled')
    throw new AppError('auth.throttled', undefined, { retryAfterSeconds: wait })
  }
  const found = await findCredentials(database, email)
  const isRight = await isPassword(password, found?.password_hash ?? null)
  if (!isRight || !found) {
    await fail('wrong')
    throw new AppError('auth.invalid-credential')
  }
  await forgiveAttempt(database, accountKey, addressKey)
  // Only a user with the right password learns that the registration awaits approval (COMP-7).
  if (found.is_waiting) {
    await fail('waiting')
    throw new AppError('auth.waiting')
  }
  return found
}

/** What every sign-in ends with, in one step or two: the audit entry, the cookie or header, and what is displayed. */
export async function finishSignIn(
  { database, request, reply }: Pick<OpenContext<unknown>, 'database' | 'request' | 'reply'>,
  { token, actor }: Opened,
  after?: Record<string, unknown>,
): Promise<Displayed> {
  const displayed = await database.transaction(actor.scope, async (db) => {
    await writeAudit(db, actor, request.id, { action: 'session.login', ...(after ? { after } : {}) })
    return getDisplayed(db, actor)
  })
  presentSession(request, reply, token)
  return displayed
}
