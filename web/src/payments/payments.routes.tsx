import type { FeatureRoute } from '../api/route.ts'
import { paymentsPath } from './payments.paths.ts'

export const paymentsRoutes: readonly FeatureRoute[] = [
  {
    path: paymentsPath,
    can: 'invoices.read',
    isList: true,
    page: async () => (await import('./PaymentsPage.tsx')).PaymentsPage,
  },
]
