import type { FeatureRoute } from '../api/route.ts'
import { logsPath } from './logs.paths.ts'

export const logsRoutes: readonly FeatureRoute[] = [
  {
    path: logsPath,
    can: 'users.delete',
    isList: true,
    page: async () => (await import('./TrackingLogsPage.tsx')).TrackingLogsPage,
  },
]
