import { hash, randomBytes } from 'node:crypto'
import { keyPrefix } from '@portal/contract/api-keys/api-keys.ts'
import { isForKeys } from '@portal/contract/api-keys/scopes.rules.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type Grants, grantsWithin, roles } from '@portal/contract/permissions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { countLimitedCall } from '../jobs/usage-metrics.ts'
import type { KeyCalls } from './key-calls.ts'
import type { Actor, ServiceKeyRef } from './scope.ts'

const shape = new RegExp(`^${keyPrefix}[0-9a-f]{8}_[\\w-]{43}$`)
/** A session's token is shorter, so that neither is ever taken for the other. */
export const isServiceKey = (token: string): boolean => shape.test(token)

export type NewKey = { key: string; keyStart: string; keyHash: Buffer }
/** 256 random bits after a part that names the key. The database stores only the hash of the whole. */
export function newServiceKey(keyStart = keyPrefix + randomBytes(4).toString('hex')): NewKey {
  const key = `${keyStart}_${randomBytes(32).toString('base64url')}`
  return { key, keyStart, keyHash: hash('sha256', key, 'buffer') }
}

/**
 * What a key may: what its scopes and its maker's rights have in common. It acts as no Admin and has no levels, so that
 * it gives no one any rights and does nothing that is left to Admins.
 */
export const asServiceKey = <P extends { service_key?: ServiceKeyRef }>(person: P, held: Grants) =>
  person.service_key
    ? { role: roles.user, levels: {}, grants: grantsWithin(held, person.service_key.scopes) }
    : { grants: held }

const refusals = {
  expired: 'service-key.expired',
  revoked: 'service-key.revoked',
  suspended: 'service-key.suspended',
} as const
/** Why a key opens nothing. Only someone who has the key learns it. */
export async function keyRefusal(database: Database, keyHash: Buffer, now: Date): Promise<AppError> {
  const [row] = await database.unscoped<{ why: keyof typeof refusals | null }>(
    'select service_key_refusal($1, $2) as why',
    [keyHash, now.toISOString()],
  )
  return new AppError(row?.why ? refusals[row.why] : 'service-key.unknown')
}

export function demandForKeys(actor: Actor, endpoint: Endpoint): void {
  if (actor.service_key && !isForKeys(endpoint)) throw new AppError('service-key.people-only')
}

const counted = 'ratelimit-limit'
type Counting = { database: Database; clock: () => Date; keyCalls: KeyCalls }
/**
 * Counts a call of a key, once however often it is asked, and refuses it beyond the limit (INTEG-4). Calls of people
 * are not counted (LIT-6). Needs its own connection once a minute, so never call it while the request holds one.
 */
export async function countKeyCall(
  { database, clock, keyCalls }: Counting,
  { service_key, tokenHash }: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!service_key || reply.hasHeader(counted)) return
  const now = clock()
  const { limit, remaining, resetSeconds, isRefused } = keyCalls.take(service_key.id, now)
  if (limit > 0) reply.headers({ [counted]: limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': resetSeconds })
  if (isRefused) {
    countLimitedCall()
    throw new AppError('rate.limited', undefined, { retryAfterSeconds: resetSeconds })
  }
  if (keyCalls.isTouchDue(service_key.id, now))
    await database.unscoped('select touch_service_key($1, $2, $3)', [tokenHash, now, request.ip])
}
