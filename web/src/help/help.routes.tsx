import type { help } from '@portal/contract/help/help.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { helpPath, layoutPath } from './help.paths.ts'

export const helpRoutes: readonly FeatureRoute[] = [
  {
    path: helpPath,
    can: accessOf<typeof help.contact>('signed-in'),
    page: async () => (await import('./HelpPage.tsx')).HelpPage,
  },
  {
    path: layoutPath('$key'),
    can: accessOf<typeof help.layouts>('transactions.create|rates.create'),
    page: async () => (await import('./LayoutPage.tsx')).LayoutPage,
  },
]
