import type { FeatureRoute } from '../api/route.ts'

const page = async () => (await import('./ProfilePage.tsx')).ProfilePage

/** Two addresses of one page (PROF-1). */
export const profileRoutes: readonly FeatureRoute[] = [
  { path: '/profile', can: 'signed-in', page },
  { path: '/UserProfile', can: 'signed-in', page },
]
