import { outbox } from '@portal/contract/outbox.ts'
import type { FeatureRoute } from '../api/route.ts'

export const outboxPath = '/outbox'

export const outboxRoutes: readonly FeatureRoute[] = [
  { path: outboxPath, can: outbox.list.can, list: outbox.list.list, page: async () => (await import('./OutboxPage.tsx')).OutboxPage },
  { path: `${outboxPath}/$id/view`, can: outbox.get.can, page: async () => (await import('./MailPage.tsx')).MailPage },
]
