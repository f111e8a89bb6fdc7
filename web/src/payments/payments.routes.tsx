import type { payments } from '@portal/contract/payments/payments.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { paymentsPath } from './payments.paths.ts'

export const paymentsRoutes: readonly FeatureRoute[] = [
  {
    path: paymentsPath,
    can: accessOf<typeof payments.list>('invoices.read'),
    isList: true,
    page: async () => (await import('./PaymentsPage.tsx')).PaymentsPage,
  },
]
