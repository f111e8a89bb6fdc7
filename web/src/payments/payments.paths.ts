export const paymentsPath = '/invoices/payments'
