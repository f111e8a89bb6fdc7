import { AppError } from '@portal/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.ts'
import { isPassword } from '../platform/access/passwords.ts'
import type { Actor } from '../platform/access/scope.ts'
import {
  type Clock,
  credentialOf,
  exchangeSession,
  findActor,
  type NewSession,
  openSession,
} from '../platform/access/sessions.ts'
import { countFailedSignIn, type SignInFailure } from '../platform/jobs/usage-metrics.ts'
import { whereaboutsOf } from './device-cookie.ts'
import type { Whereabouts } from './devices.queries.ts'
import { type Credentials, findCredentials, recordFailedProof } from './sessions.queries.ts'
import { takeOwnTurn, takeSignInTurn } from './sign-in-turns.actions.ts'

type Services = { database: Database; clock: Clock }
export type Opened = { token: string; actor: Actor }

/** Opens a session, or exchanges a given one, and returns its actor. */
export async function openFor({ database, clock }: Services, session: NewSession, insteadOf?: Buffer): Promise<Opened> {
  const token = insteadOf
    ? await exchangeSession(database, clock, insteadOf, session)
    : await openSession(database, clock, session)
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

export const signIn = async (services: Services, attempt: Attempt): Promise<Opened> =>
  openFor(services, await provePassword(services, attempt, null))
