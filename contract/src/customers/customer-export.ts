import { defineContract } from '../endpoint.ts'
import { byId } from '../fields.ts'
import { type Access, can, type Grants } from '../permissions.ts'

/** The archive has what all of these screens and downloads show; users.delete opens the tracking log. */
const needed = [
  'customers.download',
  'cards.download',
  'truckcare.download',
  'transactions.download',
  'invoices.download',
  'markups.download',
  'users.download',
  'users.delete',
] as const satisfies readonly Access[]
/** The provider's Admins, and staff with each of these permissions. Customers have no permission on customers. */
export const mayExportCustomer = (grants: Grants): boolean => needed.every((permission) => can(grants, permission))

/** Everything about one customer (OPS-6). */
export const customerExport = defineContract('customerExport', {
  download: {
    method: 'GET',
    path: '/customers/:id/export',
    summary: 'Download everything about a customer: CSV files, issued documents and attachments, as a ZIP file',
    can: 'customers.download',
    transaction: 'none',
    params: byId,
    reply: 'file',
  },
})
