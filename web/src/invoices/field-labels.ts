import type { InvoiceField } from '@portal/contract/invoices/invoice-status.rules.ts'

export const fieldLabels: Readonly<Record<InvoiceField, string>> = {
  invoice_number: 'Invoice number',
  company_name: 'Company',
  issued_date: 'Issued date',
  due_date: 'Due date',
  start_date: 'Start date',
  end_date: 'End date',
  status: 'Status',
  total_amount: 'Total amount',
  amount_due: 'Amount due',
  currency: 'Currency',
}
