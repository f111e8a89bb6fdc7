import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Session, sessionKey } from '../api/session.ts'

/** Name, picture and logo stand in the frame as well, so what was saved is told there at once (NAV-3). */
export function useTellFrame() {
  const queries = useQueryClient()
  const router = useRouter()
  return (change: (session: Session) => Partial<Session>) => {
    queries.setQueryData<Session>(sessionKey, (session) => session && { ...session, ...change(session) })
    return router.invalidate()
  }
}
