import { AppError } from '@portal/contract/errors.ts'
import { grantsFromScreens, menuAccessOf } from '@portal/contract/permissions.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { session as sessionContract } from '@portal/contract/sessions/sessions.ts'
import { listSettings } from '@portal/contract/views/list-settings.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type Session, sessionKey } from '../api/session.ts'
import { readCookie } from '../ui/cookies.ts'
import { speakLanguageOf } from './person-language.ts'
import { keepMenuAccess, keepSwitched } from './session-storage.ts'

const quiet = { keepPlace: true }

/**
 * The page was served without a session, and the user has not signed in since. A link from another site sends no strict
 * cookie, so check the display cookie too.
 */
const isSignedOut = (): boolean => document.documentElement.dataset.session === 'none' && readCookie('first') === null

/** The user, their company and permissions, fetched once after sign-in or reload. */
async function fetchSession(): Promise<Session> {
  // Skip a call that is certain to fail, which would also appear in the browser's console.
  if (isSignedOut()) throw new AppError('auth.required')
  const profile = call(profiles.user, {}, quiet)
  // Without the display cookie there is probably no session: make one failing call instead of four.
  if (readCookie('first') === null) await profile
  const [user, company, screens, lists] = await Promise.all([
    profile,
    call(profiles.company, {}, quiet),
    call(sessionContract.screens, { query: { app: 'FF' } }, quiet),
    call(listSettings.settings, {}, quiet),
  ])
  const menuAccess = menuAccessOf(screens)
  keepMenuAccess(menuAccess)
  keepSwitched(user.switched)
  await speakLanguageOf(user)
  return { profile: user, company, grants: grantsFromScreens(screens), menuAccess, lists }
}

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: fetchSession,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})
