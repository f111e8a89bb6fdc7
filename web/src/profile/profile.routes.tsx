import { profiles } from '@portal/contract/profile.ts'
import type { FeatureRoute } from '../api/route.ts'

const page = async () => (await import('./ProfilePage.tsx')).ProfilePage

/** Two addresses of one page (PROF-1). */
export const profileRoutes: readonly FeatureRoute[] = [
  { path: '/profile', can: profiles.user.can, page },
  { path: '/UserProfile', can: profiles.user.can, page },
]
