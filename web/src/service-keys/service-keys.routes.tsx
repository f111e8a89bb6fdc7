import type { serviceKeys } from '@portal/contract/service-keys/service-keys.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { serviceKeysPath } from './service-keys.paths.ts'

export const serviceKeysRoutes: readonly FeatureRoute[] = [
  {
    path: serviceKeysPath,
    can: accessOf<typeof serviceKeys.list>('users.delete'),
    isList: true,
    page: async () => (await import('./ServiceKeysPage.tsx')).ServiceKeysPage,
  },
]
