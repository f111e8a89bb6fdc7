import type { FeatureRoute } from '../api/route.ts'

export const importsPath = '/imports'

export const importsRoutes: readonly FeatureRoute[] = [
  { path: importsPath, can: 'cards.create|transactions.create', isList: true, page: async () => (await import('./ImportsPage.tsx')).ImportsPage },
  { path: `${importsPath}/$id/view`, can: 'cards.create|transactions.create', page: async () => (await import('./ImportPage.tsx')).ImportPage },
]
