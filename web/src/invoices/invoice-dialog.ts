import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'

/** What an entry of an invoice's menu opens: one dialog per invoice, which says when it is open. */
export type InvoiceDialogProps = { invoice: InvoiceRow; opened: boolean; onClose: () => void }
