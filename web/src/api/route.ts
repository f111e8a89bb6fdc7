import type { ListSpec } from '@portal/contract/list.ts'
import type { Access } from '@portal/contract/permissions.ts'
import type { ComponentType } from 'react'

/** What a feature tells the router: an address, what it takes to see it (NAV-5), and the page, fetched when it is first opened. */
export type FeatureRoute = {
  path: string
  can: Access
  list?: ListSpec
  /** The address of the page that this one opens a dialog over: going from one to the other is no arrival. */
  over?: string
  page: () => Promise<ComponentType>
}
