import type { claims } from '@portal/contract/claims/claims.ts'
import type { margins } from '@portal/contract/margins/margins.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { claimsPath, marginLinesPath, marginPath } from './reports.paths.ts'

/** For the provider's staff who manage reports: no customer can have this permission (COST-4). */
export const reportsRoutes: readonly FeatureRoute[] = [
  {
    path: marginPath,
    can: accessOf<typeof margins.lines>('reporting.read'),
    isForStaff: true,
    takes: ['group_by', 'from', 'to'],
    page: async () => (await import('./MarginPage.tsx')).MarginPage,
  },
  {
    path: marginLinesPath,
    can: accessOf<typeof margins.lines>('reporting.read'),
    isForStaff: true,
    isList: true,
    page: async () => (await import('./MarginLinesPage.tsx')).MarginLinesPage,
  },
  {
    path: claimsPath,
    can: accessOf<typeof claims.list>('reporting.update'),
    isForStaff: true,
    isList: true,
    page: async () => (await import('./ClaimsPage.tsx')).ClaimsPage,
  },
]
