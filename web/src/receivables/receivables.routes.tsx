import type { exposure } from '@portal/contract/receivables/exposure.ts'
import type { receivables } from '@portal/contract/receivables/receivables.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { exposurePath, openDocumentsPath, receivablesPath } from './receivables.paths.ts'

/** For the provider's staff: no customer can have this permission (RECV-7, RECV-8). */
export const receivablesRoutes: readonly FeatureRoute[] = [
  {
    path: receivablesPath,
    can: accessOf<typeof receivables.list>('customers.read'),
    isList: true,
    page: async () => (await import('./ReceivablesPage.tsx')).ReceivablesPage,
  },
  {
    path: openDocumentsPath('$id'),
    can: accessOf<typeof receivables.documents>('customers.read'),
    takes: ['as_of', 'currency'],
    page: async () => (await import('./OpenDocumentsPage.tsx')).OpenDocumentsPage,
  },
  {
    path: exposurePath,
    can: accessOf<typeof exposure.list>('customers.read'),
    isList: true,
    page: async () => (await import('./ExposurePage.tsx')).ExposurePage,
  },
]
