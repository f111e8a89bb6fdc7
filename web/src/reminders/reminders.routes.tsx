import type { reminders } from '@portal/contract/reminders/reminders.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { remindersPath } from './reminders.paths.ts'

export const remindersRoutes: readonly FeatureRoute[] = [
  {
    path: remindersPath,
    can: accessOf<typeof reminders.change>('invoices.update'),
    page: async () => (await import('./RemindersPage.tsx')).RemindersPage,
  },
]
