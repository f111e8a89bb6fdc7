import type { outbox } from '@portal/contract/outbox/outbox.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { outboxPath } from './outbox.paths.ts'

export const outboxRoutes: readonly FeatureRoute[] = [
  {
    path: outboxPath,
    can: accessOf<typeof outbox.list>('customers.read'),
    isList: true,
    page: async () => (await import('./OutboxPage.tsx')).OutboxPage,
  },
  {
    path: `${outboxPath}/$id/view`,
    can: accessOf<typeof outbox.get>('customers.read'),
    page: async () => (await import('./MailPage.tsx')).MailPage,
  },
]
