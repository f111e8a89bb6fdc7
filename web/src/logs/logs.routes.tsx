import { logs } from '@portal/contract/logs.ts'
import type { FeatureRoute } from '../api/route.ts'

export const logsPath = '/tracking-logs'

export const logsRoutes: readonly FeatureRoute[] = [
  { path: logsPath, can: logs.list.can, list: logs.list.list, page: async () => (await import('./TrackingLogsPage.tsx')).TrackingLogsPage },
]
