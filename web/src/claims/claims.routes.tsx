import type { claims } from '@portal/contract/claims/claims.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { claimsPath } from './claims.paths.ts'

/** For the provider's staff who manage reports (COST-4). */
export const claimsRoutes: readonly FeatureRoute[] = [
  {
    path: claimsPath,
    can: accessOf<typeof claims.list>('reporting.update'),
    isForStaff: true,
    isList: true,
    page: async () => (await import('./ClaimsPage.tsx')).ClaimsPage,
  },
]
