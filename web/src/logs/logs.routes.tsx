import type { logs } from '@portal/contract/logs/logs.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { logsPath } from './logs.paths.ts'

export const logsRoutes: readonly FeatureRoute[] = [
  {
    path: logsPath,
    can: accessOf<typeof logs.list>('users.delete'),
    isList: true,
    page: async () => (await import('./TrackingLogsPage.tsx')).TrackingLogsPage,
  },
]
