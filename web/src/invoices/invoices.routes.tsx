import type { invoices } from '@portal/contract/invoices/invoices.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { invoicesPath } from './invoices.paths.ts'

const form = (mode: 'edit' | 'view') => async () => {
  const { InvoicePage } = await import('./InvoicePage.tsx')
  return () => <InvoicePage mode={mode} />
}

/** The view address has the id, the edit address the number (INV-4). Both pages accept either. */
export const invoicesRoutes: readonly FeatureRoute[] = [
  {
    path: invoicesPath,
    can: accessOf<typeof invoices.list>('invoices.read'),
    isList: true,
    page: async () => (await import('./InvoicesPage.tsx')).InvoicesPage,
  },
  { path: `${invoicesPath}/$id/edit`, can: accessOf<typeof invoices.update>('invoices.update'), page: form('edit') },
  { path: `${invoicesPath}/$id/view`, can: accessOf<typeof invoices.get>('invoices.read'), page: form('view') },
]
