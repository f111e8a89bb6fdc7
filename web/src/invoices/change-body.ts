import { type InvoiceStatus, invoiceStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import type { InvoiceRow } from '@portal/contract/invoices/invoices.ts'

type Changed = Partial<Pick<InvoiceRow, 'issued_date' | 'due_date' | 'start_date' | 'end_date'>> & {
  status: InvoiceStatus
  version?: number | null
}

/** The body of an invoice update: all values of the form, with the status as its object and the marker of INV-6. */
export function changeBody(invoice: InvoiceRow, { status, version, ...dates }: Changed, reason?: string) {
  const {
    id,
    invoice_number,
    company_name,
    issued_date,
    due_date,
    start_date,
    end_date,
    total_amount,
    amount_due,
    currency,
  } = invoice
  return {
    id,
    invoice_number,
    company_name,
    total_amount,
    amount_due,
    currency,
    issued_date,
    due_date,
    start_date,
    end_date,
    ...dates,
    status: { key: status, value: invoiceStatuses[status], priority: 'Urgent' as const },
    version: version ?? invoice.version,
    ...(reason ? { reason } : {}),
  }
}
