import { defineContract } from '../endpoint.ts'
import { byId } from '../fields.ts'

/**
 * Everything about one customer (OPS-6). It has what every screen of that customer shows, so it takes an Admin of the
 * provider.
 */
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
