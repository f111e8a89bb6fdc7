import type { FeatureRoute } from '../api/route.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { runsPath, settingsPath } from './billing.paths.ts'

/** What makes invoices; the invoices themselves are another feature's. */
export const billingRoutes: readonly FeatureRoute[] = [
  { path: runsPath, can: 'invoices.create', isList: true, page: async () => (await import('./RunsPage.tsx')).RunsPage },
  { path: `${runsPath}/$id/view`, can: 'invoices.create', page: async () => (await import('./RunPage.tsx')).RunPage },
  {
    path: `${invoicesPath}/add-new`,
    can: 'invoices.create',
    takes: ['company', 'currency', 'start', 'end'],
    page: async () => (await import('./AddInvoicePage.tsx')).AddInvoicePage,
  },
  {
    path: settingsPath,
    can: 'invoices.update',
    page: async () => (await import('./BillingSettingsPage.tsx')).BillingSettingsPage,
  },
]
