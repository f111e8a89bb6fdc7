import type { Access, Action, Screen } from '@portal/contract/permissions.ts'
import type { ComponentType } from 'react'

declare const isGuard: unique symbol
/** A permission that the compiler checked against an endpoint. */
export type Guard = Access & { readonly [isGuard]: true }

/**
 * The permission of an endpoint: `accessOf<typeof cards.list>('cards.read')`. A feature's contract loads with its page,
 * so a route imports only the type and spells out the permission. A permission other than the endpoint's does not
 * compile.
 */
export const accessOf = <E extends { can: Access }>(access: E['can']): Guard => access as Guard

/**
 * For an address that needs more than its page calls: a section without calls of its own (DASH-2), or an edit address
 * that only shows the record (NAV-5, NAV-8).
 */
export const accessTo = (screen: Screen, action: Action): Guard => `${screen}.${action}` as Guard

/** A feature's route: its address, the permission to see it (NAV-5), and the page, loaded when first opened. */
export type FeatureRoute = {
  path: string
  /** The permission of the endpoint that the page needs. */
  can: Guard
  /** An additional permission, for a page that does another section's work (DASH-2). */
  also?: Guard
  /** For the provider's staff alone, as the page's endpoint is. */
  isForStaff?: true
  /** For Admins of the provider alone: permissions of screens do not tell them from other users. */
  isForProviderAdmin?: true
  /**
   * The search parameters that the page uses. Others are removed from the address. A report's page takes any: its report
   * says which.
   */
  takes?: readonly string[] | 'any'
  /** The address holds the list's state. */
  isList?: true
  /** The address of the page under this dialog. Moving between the two does not count as an arrival. */
  over?: string
  page: () => Promise<ComponentType>
}
