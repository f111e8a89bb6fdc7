import { downloadAccessOf, type Endpoint } from '../endpoint.ts'
import { can, type Grants } from '../permissions.ts'
import { type KeyScope, scopes } from './scopes.data.ts'

type Asked = Pick<Endpoint, 'can' | 'isForPeople' | 'isForAnyKey'>

/**
 * The scopes of which a service key needs one to call an endpoint; none if it needs no scope; null if it is for people
 * alone.
 */
export function scopesOf({ can: access, isForPeople, isForAnyKey }: Asked): readonly KeyScope[] | null {
  if (access === 'public' || isForAnyKey) return []
  return isForPeople || access === 'signed-in' ? null : (access.split('|') as KeyScope[])
}
/** The scopes of which a key needs one to download a list as a file (`format=csv` or `xlsx`); null if it is no list. */
export const downloadScopesOf = (
  endpoint: Asked & Pick<Endpoint, 'list' | 'canDownload'>,
): readonly KeyScope[] | null =>
  endpoint.list && scopesOf(endpoint) ? (downloadAccessOf(endpoint).split('|') as KeyScope[]) : null

/** Whether any service key may call an endpoint, with the scope for it. */
export const isForKeys = (endpoint: Asked): boolean => scopesOf(endpoint) !== null

/** The scopes that a person may give a key: never more than they have themselves. */
export const scopesWithin = (grants: Grants): KeyScope[] => scopes.filter((scope) => can(grants, scope))
