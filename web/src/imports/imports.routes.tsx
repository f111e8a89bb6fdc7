import type { imports } from '@portal/contract/imports/imports.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { importsPath } from './imports.paths.ts'

export const importsRoutes: readonly FeatureRoute[] = [
  {
    path: importsPath,
    can: accessOf<typeof imports.list>('cards.create|transactions.create'),
    isList: true,
    page: async () => (await import('./ImportsPage.tsx')).ImportsPage,
  },
  {
    path: `${importsPath}/$id/view`,
    can: accessOf<typeof imports.get>('cards.create|transactions.create'),
    page: async () => (await import('./ImportPage.tsx')).ImportPage,
  },
]
