import { type Invoice, invoiceForm } from '@portal/contract/invoices.ts'
import { type InvoiceField, type InvoiceStatus, invoiceFields, lockReasonOf, nextStatuses } from '@portal/contract/rules/invoice-status.ts'
import { type Values, valuesOf } from '../form/record-form.ts'
import { invoicesPath } from './invoices.routes.tsx'

export const backToInvoices = { label: 'Back to Invoices', path: invoicesPath }

/** Why the form shows a field as text: by the table of locks, and where the status has nowhere to go by hand (INV-5). */
export function lockOf(status: InvoiceStatus, field: InvoiceField): string | null {
  const reason = lockReasonOf(status, field)
  if (reason !== null || field !== 'status') return reason
  return nextStatuses(status).length === 0 ? 'From here on payments alone change the status.' : null
}
export const isAnythingOpen = (status: InvoiceStatus): boolean => invoiceFields.some((field) => lockOf(status, field) === null)

export const formValues = (invoice: Invoice): Values => valuesOf(invoiceForm, { ...invoice, status: invoice.status.key })
