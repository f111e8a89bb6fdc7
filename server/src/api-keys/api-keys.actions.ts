import type { ServiceKey, ServiceKeyInput, ShownKey } from '@portal/contract/api-keys/api-keys.ts'
import { AppError } from '@portal/contract/errors.ts'
import { newServiceKey } from '../platform/access/api-keys.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { Context, OpenContext } from '../platform/http/context.ts'
import { endServiceKey, getServiceKey, openServiceKey, rotateServiceKey } from './api-keys.queries.ts'
import { demandOwnScopes, expiryOf } from './api-keys.rules.ts'

type Managing = OpenContext<Actor>
const hourMs = 3_600_000

/** Staff who switched to a customer see and revoke its keys. A key of theirs would act for the provider. */
function demandAtHome({ is_switched }: Actor): void {
  if (is_switched) throw new AppError('service-key.while-switched')
}
const readKey = ({ actor, clock, withScope }: Managing, id: number): Promise<ServiceKey> =>
  withScope(({ db }) => getServiceKey(db, actor, id, clock()))

export async function createServiceKey(context: Managing, input: ServiceKeyInput): Promise<ShownKey> {
  const { actor, database, clock, request } = context
  demandAtHome(actor)
  demandOwnScopes(actor.grants, input)
  const now = clock()
  const made = { name: input.name, scopes: input.scopes, expires_at: expiryOf(input, now) }
  const key = newServiceKey()
  const id = await openServiceKey(database, actor, { key, made, now, requestId: request.id })
  return { ...(await readKey(context, id)), key: key.key }
}

/** Only the maker gets a new secret: anyone else with it would act under the maker's name. */
export async function renewServiceKey(context: Managing, id: number, overlapHours: number): Promise<ShownKey> {
  const { actor, database, clock, request } = context
  demandAtHome(actor)
  const stored = await readKey(context, id)
  if (stored.user_id !== actor.user_id) throw new AppError('service-key.not-maker')
  const now = clock()
  const key = newServiceKey(stored.key_start)
  const formerEndsAt = new Date(now.getTime() + overlapHours * hourMs)
  if (!(await rotateServiceKey(database, actor, id, { key, formerEndsAt, now, requestId: request.id })))
    throw new AppError('service-key.ended')
  return { ...(await readKey(context, id)), key: key.key }
}

export async function revokeServiceKey({ db, actor, audit }: Context, id: number, now: Date): Promise<null> {
  const stored = await getServiceKey(db, actor, id, now)
  if (!(await endServiceKey(db, id, now))) throw new AppError('service-key.ended')
  await audit({ record: { type: 'service_key', id, label: stored.name }, before: { scopes: stored.scopes } })
  return null
}
