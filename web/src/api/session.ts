import type { Endpoint } from '@portal/contract/endpoint.ts'
import { type Grants, type MenuAccess, mayCall } from '@portal/contract/permissions.ts'
import type { CompanyProfile, Profile } from '@portal/contract/profile/profile.ts'
import type { ListSettings } from '@portal/contract/views/list-settings.ts'
import { createContext, use } from 'react'

export type Session = {
  profile: Profile
  company: CompanyProfile
  grants: Grants
  menuAccess: MenuAccess
  lists: ListSettings
}

/** The query key of the session. */
export const sessionKey = ['session'] as const
export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('This part of the page needs a session around it.')
  return session
}

/** Whether the user acts for the provider, and has not switched to a customer. */
export const useIsStaff = (): boolean => useSession().company.kind === 'provider'

/** Takes an endpoint instead of a permission, because the contract already says which one it needs. */
export function useCan(): (endpoint: Pick<Endpoint, 'can' | 'isForStaff'>) => boolean {
  const session = use(SessionContext)
  return (endpoint) => mayCall(session?.grants ?? null, session?.company.kind ?? null, endpoint)
}
