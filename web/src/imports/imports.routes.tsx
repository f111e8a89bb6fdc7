import { imports } from '@portal/contract/imports.ts'
import type { FeatureRoute } from '../api/route.ts'

export const importsPath = '/imports'

export const importsRoutes: readonly FeatureRoute[] = [
  { path: importsPath, can: imports.list.can, list: imports.list.list, page: async () => (await import('./ImportsPage.tsx')).ImportsPage },
  { path: `${importsPath}/$id/view`, can: imports.get.can, page: async () => (await import('./ImportPage.tsx')).ImportPage },
]
