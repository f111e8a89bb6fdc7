import type { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import type { billing } from '@portal/contract/billing/billing-settings.ts'
import type { drafts } from '@portal/contract/billing/drafts.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { runsPath, settingsPath } from './billing.paths.ts'

/** The pages that create invoices. The invoices themselves are a separate feature. */
export const billingRoutes: readonly FeatureRoute[] = [
  {
    path: runsPath,
    can: accessOf<typeof billingRuns.list>('invoices.create'),
    isList: true,
    page: async () => (await import('./RunsPage.tsx')).RunsPage,
  },
  {
    path: `${runsPath}/$id/view`,
    can: accessOf<typeof billingRuns.get>('invoices.create'),
    page: async () => (await import('./RunPage.tsx')).RunPage,
  },
  {
    path: `${invoicesPath}/add-new`,
    can: accessOf<typeof drafts.create>('invoices.create'),
    takes: ['company', 'currency', 'start', 'end'],
    page: async () => (await import('./AddInvoicePage.tsx')).AddInvoicePage,
  },
  {
    path: settingsPath,
    can: accessOf<typeof billing.change>('invoices.update'),
    page: async () => (await import('./BillingSettingsPage.tsx')).BillingSettingsPage,
  },
]
