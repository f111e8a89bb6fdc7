import type { Access, Action, Screen } from '@portal/contract/permissions.ts'
import type { ComponentType } from 'react'

declare const isGuard: unique symbol
/** A permission that the compiler has held against an endpoint's. */
export type Guard = Access & { readonly [isGuard]: true }

/**
 * What it takes to call an endpoint: `accessOf<typeof cards.list>('cards.read')`. A feature's contract is part of its
 * page and not of the first load, so a route imports only its type and writes the permission out; another one than the
 * endpoint's does not compile.
 */
export const accessOf = <E extends { can: Access }>(access: E['can']): Guard => access as Guard

/**
 * For an address that asks for more than its page calls: of a section without calls of its own (DASH-2), or one that
 * says edit and only shows (NAV-5, NAV-8).
 */
export const accessTo = (screen: Screen, action: Action): Guard => `${screen}.${action}` as Guard

/**
 * What a feature tells the router: an address, what it takes to see it (NAV-5), and the page, fetched when it is first
 * opened.
 */
export type FeatureRoute = {
  path: string
  /** That of the endpoint that the page cannot do without. */
  can: Guard
  /** What it takes besides, where the page does another section's work (DASH-2). */
  also?: Guard
  /** What the page takes from its address; the rest is dropped from it. */
  takes?: readonly string[]
  /** The address holds the state of a list. */
  isList?: true
  /** The address of the page that this one opens a dialog over: going from one to the other is no arrival. */
  over?: string
  page: () => Promise<ComponentType>
}
