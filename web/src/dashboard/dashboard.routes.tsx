import type { dashboard } from '@portal/contract/dashboard/dashboard.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { dashboardPath } from './dashboard.paths.ts'

export const dashboardRoutes: readonly FeatureRoute[] = [
  {
    path: dashboardPath,
    can: accessOf<typeof dashboard.get>('dashboard.read'),
    takes: ['period', 'interval', 'currency', 'until'],
    page: async () => (await import('./DashboardPage.tsx')).DashboardPage,
  },
]
