import { invoicesPath } from '../invoices/invoices.paths.ts'

export const runsPath = `${invoicesPath}/runs`
export const settingsPath = `${invoicesPath}/settings`
