import { AppError } from '@portal/contract/errors.ts'
import type { Displayed } from '@portal/contract/sessions/sessions.ts'
import type { FastifyRequest } from 'fastify'
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
import { presentDevice, whereaboutsOf } from './device-cookie.ts'
import { greetDevice } from './devices.actions.ts'
import type { Whereabouts } from './devices.queries.ts'
import { type Credentials, findCredentials, getDisplayed, recordFailedProof } from './sessions.queries.ts'
import { takeOwnTurn, takeSignInTurn } from './sign-in-turns.actions.ts'

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

/** As the audit log names it. */
const failureWords: Record<SignInFailure, string> = {
  wrong: 'invalid credential',
  throttled: 'throttled',
  waiting: 'waiting for approval',
}

export type Attempt = { email: string; password: string; from: Whereabouts; requestId: string }
export const attemptOf = (request: FastifyRequest, email: string, password: string): Attempt => ({
  email: email.toLowerCase(),
  password,
  from: whereaboutsOf(request),
  requestId: request.id,
})
/**
 * Checks a password, and counts the attempt first. Unknown address and wrong password fail alike, in message and in
 * time (AUTH-5).
 */
export async function provePassword(
  services: Services,
  { email, password, from, requestId }: Attempt,
  actor: Actor | null,
): Promise<Credentials> {
  const { database } = services
  const fail = (reason: SignInFailure) => {
    if (!actor) countFailedSignIn(reason)
    return recordFailedProof(database, actor, email, failureWords[reason], requestId)
  }
  const { wait, forgive } = await (actor ? takeOwnTurn(services, actor.user_id) : takeSignInTurn(services, email, from))
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
  await forgive()
  // Only a user with the right password learns that the registration awaits approval (COMP-7).
  if (found.is_waiting) {
    await fail('waiting')
    throw new AppError('auth.waiting')
  }
  return found
}

/**
 * What every sign-in ends with, in one step or two: the device is known from now on, the audit entry, the cookie or
 * header, and what is displayed.
 */
export async function finishSignIn(
  { database, clock, request, reply }: Pick<OpenContext<unknown>, 'database' | 'clock' | 'request' | 'reply'>,
  { token, actor }: Opened,
  after?: Record<string, unknown>,
): Promise<Displayed> {
  const { cookie, newDevice } = await greetDevice({ database, clock, request }, actor.user_id)
  const facts = { ...after, ...(newDevice === null ? {} : { new_device: newDevice }) }
  const displayed = await database.transaction(actor.scope, async (db) => {
    await writeAudit(db, actor, request.id, {
      action: 'session.login',
      ...(Object.keys(facts).length > 0 ? { after: facts } : {}),
    })
    return getDisplayed(db, actor)
  })
  presentSession(request, reply, token)
  presentDevice(request, reply, cookie)
  return displayed
}
