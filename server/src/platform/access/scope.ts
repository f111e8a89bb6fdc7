import { AppError } from '@portal/contract/errors.ts'
import { type CompanyKind, type Grants, type ModuleLevels, type Role, roles } from '@portal/contract/permissions.ts'
import type { Scope } from '../../db/connect.ts'

/** The key that a call is made with (INTEG-1). */
export type ServiceKeyRef = { id: number; name: string; scopes: readonly string[] }

/**
 * Who makes a request, and for which company. `company_id` is the acting company: the user's own, or a managed one
 * after a switch.
 */
export type Actor = {
  user_id: number
  email: string
  first_name: string
  last_name: string
  home_company_id: number
  company_id: number
  company_name: string
  kind: CompanyKind
  /** The role at the acting company: a switched user acts as one of its Admins (SWITCH-5). */
  role: Role
  levels: ModuleLevels
  grants: Grants
  /** Set if a program calls with a key. The user is the one who made it. */
  service_key?: ServiceKeyRef
  is_switched: boolean
  is_switch_eligible: boolean
  expires_at: string
  home_expires_at: string | null
  /** Whether the user has a second factor, and when it was last given in this session (SEC-1). */
  has_factor: boolean
  proved_at: string | null
  /** An Admin asked for a new password (SEC-6). */
  must_change_password: boolean
  scope: Scope
  /** The hash of the session's token, or of the key. */
  tokenHash: Buffer
  /** What the next look-up of the session must return for all of this to hold: its stamp, or the record of a key. */
  stamp: string
}

export const staffScope = (companyId: number): Scope => ({ role: 'portal_staff', company_id: companyId })
export const customerScope = (companyId: number): Scope => ({ role: 'portal_customer', company_id: companyId })
export const scopeOf = (kind: CompanyKind, companyId: number): Scope =>
  kind === 'provider' ? staffScope(companyId) : customerScope(companyId)
/** Whether the caller acts for the provider, not for a customer it switched to. */
export const isStaff = ({ role }: Scope): boolean => role === 'portal_staff'
/** Whether the caller is an Admin of the provider; a switched user acts for a customer. */
export const isProviderAdmin = ({ kind, role }: Pick<Actor, 'kind' | 'role'>): boolean =>
  kind === 'provider' && role === roles.admin
/** The company a query must be limited to, or null where the provider's staff see every company (PERM-7). */
export const onlyCompany = (scope: Scope): number | null => (isStaff(scope) ? null : scope.company_id)

/**
 * The company that a reader asks about: a customer's own, or the one that staff name; null if they name none. Another
 * company does not exist for a customer, so it is refused and never taken for the own one.
 */
export function companyAsked(scope: Scope, given: number | null | undefined, field = 'company_id'): number | null {
  const own = onlyCompany(scope)
  if (own !== null && given != null && given !== own)
    throw new AppError('record.not-found', { [field]: 'record.not-found' })
  return own ?? given ?? null
}
