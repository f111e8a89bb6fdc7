import { customersPath } from '../customers/customers.paths.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'

export const receivablesPath = `${invoicesPath}/receivables`
/** A customer's open documents of a day. */
export const openDocumentsPath = (companyId: number | string) => `${receivablesPath}/${companyId}/view`
export const exposurePath = `${customersPath}/exposure`
