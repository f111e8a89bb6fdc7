import { invoicesPath } from '../invoices/invoices.paths.ts'

export const remindersPath = `${invoicesPath}/reminders`
