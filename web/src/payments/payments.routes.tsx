import type { FeatureRoute } from '../api/route.ts'

export const paymentsPath = '/invoices/payments'

export const paymentsRoutes: readonly FeatureRoute[] = [
  { path: paymentsPath, can: 'invoices.read', isList: true, page: async () => (await import('./PaymentsPage.tsx')).PaymentsPage },
]
