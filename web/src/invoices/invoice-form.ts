import { type Invoice, invoiceForm } from '@portal/contract/invoices/invoices.ts'
import { type Values, valuesOf } from '../form/record-form.ts'
import { invoicesPath } from './invoices.paths.ts'

export const backToInvoices = { label: 'Back to Invoices', path: invoicesPath }

export const formValues = (invoice: Invoice): Values =>
  valuesOf(invoiceForm, { ...invoice, status: invoice.status.key })
