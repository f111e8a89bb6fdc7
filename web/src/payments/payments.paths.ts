import { invoicesPath } from '../invoices/invoices.paths.ts'

export const paymentsPath = `${invoicesPath}/payments`
