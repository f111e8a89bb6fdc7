import type { serviceKeys } from '@portal/contract/api-keys/api-keys.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { serviceKeysPath } from './api-keys.paths.ts'

export const serviceKeysRoutes: readonly FeatureRoute[] = [
  {
    path: serviceKeysPath,
    can: accessOf<typeof serviceKeys.list>('users.delete'),
    isList: true,
    page: async () => (await import('./ApiKeysPage.tsx')).ApiKeysPage,
  },
]
