import { invoicesPath } from '../invoices/invoices.paths.ts'

export const receiptsPath = `${invoicesPath}/receipts`
export const receiptPath = (id: number | string) => `${receiptsPath}/${id}/view`
export const recordReceiptPath = `${receiptsPath}/record`
