import type { FeatureRoute } from '../api/route.ts'
import { outboxPath } from './outbox.paths.ts'

export const outboxRoutes: readonly FeatureRoute[] = [
  {
    path: outboxPath,
    can: 'customers.read',
    isList: true,
    page: async () => (await import('./OutboxPage.tsx')).OutboxPage,
  },
  {
    path: `${outboxPath}/$id/view`,
    can: 'customers.read',
    page: async () => (await import('./MailPage.tsx')).MailPage,
  },
]
