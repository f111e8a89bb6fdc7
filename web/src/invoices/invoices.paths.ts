export const invoicesPath = '/invoices'
