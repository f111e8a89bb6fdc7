import type { webhooks } from '@portal/contract/webhooks/webhooks.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { webhooksPath } from './webhooks.paths.ts'

export const webhooksRoutes: readonly FeatureRoute[] = [
  {
    path: webhooksPath,
    can: accessOf<typeof webhooks.list>('webhooks.read'),
    isList: true,
    page: async () => (await import('./WebhooksPage.tsx')).WebhooksPage,
  },
  {
    path: `${webhooksPath}/$id/view`,
    can: accessOf<typeof webhooks.get>('webhooks.read'),
    page: async () => (await import('./WebhookPage.tsx')).WebhookPage,
  },
]
