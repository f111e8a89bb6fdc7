import type { FeatureRoute } from '../api/route.ts'

export const logsPath = '/tracking-logs'

export const logsRoutes: readonly FeatureRoute[] = [
  { path: logsPath, can: 'users.delete', isList: true, page: async () => (await import('./TrackingLogsPage.tsx')).TrackingLogsPage },
]
