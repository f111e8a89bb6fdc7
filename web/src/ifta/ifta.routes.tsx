import type { ifta } from '@portal/contract/ifta/ifta.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { iftaPath } from './ifta.paths.ts'

/** For fleets, and for staff who choose one (REPT-5). */
export const iftaRoutes: readonly FeatureRoute[] = [
  {
    path: iftaPath,
    can: accessOf<typeof ifta.worksheet>('reporting.read'),
    takes: ['quarter', 'company_id', 'base'],
    page: async () => (await import('./IftaPage.tsx')).IftaPage,
  },
]
