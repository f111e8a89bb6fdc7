import type { margins } from '@portal/contract/margins/margins.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { marginLinesPath } from './margins.paths.ts'

export const marginsRoutes: readonly FeatureRoute[] = [
  {
    path: marginLinesPath,
    can: accessOf<typeof margins.lines>('reporting.read'),
    isForStaff: true,
    isList: true,
    page: async () => (await import('./MarginLinesPage.tsx')).MarginLinesPage,
  },
]
