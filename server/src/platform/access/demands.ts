import type { Due, Endpoint } from '@portal/contract/endpoint.ts'
import type { ErrorCode } from '@portal/contract/errors.ts'
import { mayCall } from '@portal/contract/permissions.ts'
import type { SecondFactorSettings } from '../../process/config.ts'
import type { Actor } from './scope.ts'
import type { Clock } from './sessions.ts'

/** How long a second factor counts before it is asked for again (SEC-1). */
const proofMs = 10 * 60_000

/** Whether the settings demand a second factor of this user. Only the provider's users act switched. */
export const mustHaveFactor = (
  { demandedOf }: Pick<SecondFactorSettings, 'demandedOf'>,
  { kind, is_switched }: Pick<Actor, 'kind' | 'is_switched'>,
): boolean => demandedOf === 'all' || (demandedOf === 'staff' && (kind === 'provider' || is_switched))

/** What the user must do before anything else (SEC-1, SEC-6). */
export function dueStepOf(settings: Pick<SecondFactorSettings, 'demandedOf'>, actor: Actor): Due | null {
  if (actor.must_change_password) return 'password'
  return !actor.has_factor && mustHaveFactor(settings, actor) ? 'factor' : null
}

/** A user without a factor has none to give, nor has a service key: a person who had one made it. */
const isProved = ({ has_factor, proved_at, service_key }: Actor, clock: Clock): boolean =>
  !has_factor ||
  service_key !== undefined ||
  (proved_at !== null && clock().getTime() - Date.parse(proved_at) < proofMs)

type Given = { secondFactor: SecondFactorSettings; clock: Clock }
type Asked = Pick<Endpoint, 'can' | 'isForStaff' | 'whileDue' | 'asksFactor'>
/** Why the actor cannot make a call now, or null. */
export function refusalOf({ secondFactor, clock }: Given, actor: Actor, endpoint: Asked): ErrorCode | null {
  // A service key acts for its maker without a session, and only where no person is meant (INTEG-1).
  const due = actor.service_key ? null : dueStepOf(secondFactor, actor)
  if (due && !endpoint.whileDue?.includes(due)) return `auth.${due}-due`
  if (!mayCall(actor.grants, actor.kind, endpoint)) return 'auth.forbidden'
  return endpoint.asksFactor && !isProved(actor, clock) ? 'auth.second-factor-needed' : null
}
