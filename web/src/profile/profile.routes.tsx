import type { ownSessions } from '@portal/contract/profile/own-sessions.ts'
import type { profiles } from '@portal/contract/profile/profile.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { securityPath } from '../security/security.paths.ts'
import { profilePath, userProfilePath } from './profile.paths.ts'

const page = async () => (await import('./ProfilePage.tsx')).ProfilePage

/** Two addresses of one page (PROF-1). */
export const profileRoutes: readonly FeatureRoute[] = [
  { path: profilePath, can: accessOf<typeof profiles.user>('signed-in'), page },
  {
    path: securityPath,
    can: accessOf<typeof ownSessions.list>('signed-in'),
    page: async () => (await import('./SecurityPage.tsx')).SecurityPage,
  },
  { path: userProfilePath, can: accessOf<typeof profiles.user>('signed-in'), page },
]
