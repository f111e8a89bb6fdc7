import type { Access } from '@portal/contract/permissions.ts'
import type { ComponentType } from 'react'

/**
 * What a feature tells the router: an address, what it takes to see it (NAV-5), and the page, fetched when it is first
 * opened. The permission is written out, since a feature's contract is part of its page and not of the first load.
 */
export type FeatureRoute = {
  path: string
  can: Access
  /** What it takes besides, where the page does another section's work (DASH-2). */
  also?: Access
  /** What the page takes from its address; the rest is dropped from it. */
  takes?: readonly string[]
  /** The address holds the state of a list. */
  isList?: true
  /** The address of the page that this one opens a dialog over: going from one to the other is no arrival. */
  over?: string
  page: () => Promise<ComponentType>
}
