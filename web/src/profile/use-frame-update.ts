import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Session, sessionKey } from '../api/session.ts'

/** The frame also shows name, picture and logo, so a save updates them there (NAV-3). */
export function useFrameUpdate() {
  const queries = useQueryClient()
  const router = useRouter()
  return (change: (session: Session) => Partial<Session>) => {
    queries.setQueryData<Session>(sessionKey, (session) => session && { ...session, ...change(session) })
    return router.invalidate()
  }
}
