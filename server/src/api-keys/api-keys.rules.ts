import { maxKeyYears, type ServiceKeyInput } from '@portal/contract/api-keys/api-keys.ts'
import { scopesWithin } from '@portal/contract/api-keys/scopes.rules.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type Message, message } from '@portal/contract/message.ts'
import type { Grants } from '@portal/contract/permissions.ts'

/** A day counts to its end in UTC. */
const instantOf = (given: string): string => new Date(given.length === 10 ? `${given}T23:59:59Z` : given).toISOString()
const refuse = (field: keyof ServiceKeyInput, fault: Message) => new AppError('request.invalid', { [field]: fault })

/** When a new key expires; null if it does not. */
export function expiryOf({ expires_at }: Pick<ServiceKeyInput, 'expires_at'>, now: Date): string | null {
  if (!expires_at) return null
  const at = instantOf(expires_at)
  if (at <= now.toISOString()) throw refuse('expires_at', 'service-key.expiry-past')
  const last = new Date(now)
  // The day of today counts to its end.
  last.setUTCFullYear(last.getUTCFullYear() + maxKeyYears, last.getUTCMonth(), last.getUTCDate() + 1)
  if (at > last.toISOString()) throw refuse('expires_at', 'service-key.expiry-far')
  return at
}

/** A key has never more permissions than its maker; at every call they are compared again. */
export function demandOwnScopes(grants: Grants, { scopes }: Pick<ServiceKeyInput, 'scopes'>): void {
  const own = scopesWithin(grants)
  const excess = scopes.filter((scope) => !own.includes(scope))
  if (excess.length > 0) throw refuse('scopes', message('service-key.more-than-own', { scopes: excess.join(', ') }))
}
