import { invoicesPath } from '../invoices/invoices.paths.ts'

export const bankFilesPath = `${invoicesPath}/bank-files`
