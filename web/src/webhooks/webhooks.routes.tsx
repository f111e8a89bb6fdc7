import type { webhooks } from '@portal/contract/webhooks/webhooks.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { webhooksPath } from './webhooks.paths.ts'

export const webhooksRoutes: readonly FeatureRoute[] = [
  {
    path: webhooksPath,
    can: accessOf<typeof webhooks.list>('users.delete'),
    isList: true,
    page: async () => (await import('./WebhooksPage.tsx')).WebhooksPage,
  },
  {
    path: `${webhooksPath}/$id/view`,
    can: accessOf<typeof webhooks.get>('users.delete'),
    page: async () => (await import('./WebhookPage.tsx')).WebhookPage,
  },
]
