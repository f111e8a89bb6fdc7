import type { notifications } from '@portal/contract/notifications/notifications.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { notificationChoicesPath, notificationsPath } from './notifications.paths.ts'

export const notificationsRoutes: readonly FeatureRoute[] = [
  {
    path: notificationsPath,
    can: accessOf<typeof notifications.list>('signed-in'),
    isList: true,
    page: async () => (await import('./NotificationsPage.tsx')).NotificationsPage,
  },
  {
    path: notificationChoicesPath,
    can: accessOf<typeof notifications.choices>('signed-in'),
    page: async () => (await import('./NotificationChoicesPage.tsx')).NotificationChoicesPage,
  },
]
