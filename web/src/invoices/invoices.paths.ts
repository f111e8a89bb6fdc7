export const invoicesPath = '/invoices'
export const backToInvoices = { label: 'Back to Invoices', path: invoicesPath }
