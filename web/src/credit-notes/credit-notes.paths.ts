import { invoicesPath } from '../invoices/invoices.paths.ts'

export const creditNotesPath = `${invoicesPath}/credit-notes`
export const creditNotePath = (number: string) => `${creditNotesPath}/${number}/view`
/** Where a customer is credited without an invoice. */
export const newCreditNotePath = `${creditNotesPath}/issue`
/** Where an invoice is credited. */
export const creditPath = (invoice: number | string) => `${invoicesPath}/${invoice}/credit`
