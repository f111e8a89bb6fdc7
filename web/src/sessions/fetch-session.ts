import { AppError } from '@portal/contract/errors.ts'
import { grantsFromScreens, menuAccessOf } from '@portal/contract/permissions.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { session as sessionContract } from '@portal/contract/sessions/sessions.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type Session, sessionKey } from '../api/session.ts'
import { readCookie } from '../ui/cookies.ts'
import { speakLanguageOf } from './person-language.ts'
import { keepMenuAccess, keepSwitched } from './session-storage.ts'

const quiet = { keepPlace: true }

/**
 * The page came for a request without a session, and nobody has signed in since. A link from elsewhere brings no strict
 * cookie along, so the display cookie is asked too.
 */
const isStranger = (): boolean => document.documentElement.dataset.session === 'none' && readCookie('first') === null

/** Who is here, for which company, and what they may do: asked once after sign-in or reload. */
async function fetchSession(): Promise<Session> {
  // A refusal that is certain need not be asked for, nor stand in the browser's log.
  if (isStranger()) throw new AppError('auth.required')
  const profile = call(profiles.user, {}, quiet)
  // Without the display cookie there is most likely no session, and one refusal answers that as well as three.
  if (readCookie('first') === null) await profile
  const [user, company, screens] = await Promise.all([
    profile,
    call(profiles.company, {}, quiet),
    call(sessionContract.screens, { query: { app: 'FF' } }, quiet),
  ])
  const menuAccess = menuAccessOf(screens)
  keepMenuAccess(menuAccess)
  keepSwitched(user.switched)
  await speakLanguageOf(user)
  return { profile: user, company, grants: grantsFromScreens(screens), menuAccess }
}

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: fetchSession,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})
