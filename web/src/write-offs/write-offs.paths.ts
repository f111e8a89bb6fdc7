import { invoicesPath } from '../invoices/invoices.paths.ts'

export const writeOffsPath = `${invoicesPath}/write-offs`
export const refundsPath = `${invoicesPath}/refunds`
