import { z } from 'zod'
import { defineContract } from './endpoint.ts'
import { defineList } from './list.ts'
import { currencies } from './rules/currency.ts'
import { invoiceBadges, invoiceStatuses, invoiceStatusKeys } from './rules/invoice-status.ts'
import { localTime } from './transactions.ts'

const statusOption = z.object({ key: z.enum(invoiceStatusKeys), value: z.string() })
export const invoiceRow = z.object({
  id: z.int(),
  invoice_number: z.string(),
  company_id: z.int(),
  company_name: z.string(),
  issued_date: z.iso.date(),
  due_date: z.iso.date(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  status: statusOption,
  badge: z.enum(invoiceBadges).nullable(),
  is_overdue: z.boolean(),
  total_amount: z.number(),
  amount_due: z.number(),
  currency: z.enum(currencies),
  file_name: z.string(),
  updated_at: z.iso.datetime({ offset: true }),
  version: z.int(),
})
export type InvoiceRow = z.infer<typeof invoiceRow>

/** A billed stop, under the names that the invoice's table has (INV-4). */
export const billedTransaction = z.object({
  txn_id: z.int(),
  auth_code: z.string(),
  timestamp: localTime(),
  merchant_number: z.string().nullable(),
  merchant_city: z.string().nullable(),
  amount: z.number(),
})
export type BilledTransaction = z.infer<typeof billedTransaction>

export const invoiceList = defineList({
  rows: 'invoices',
  csv: {
    invoice_number: 'Invoice number',
    company_name: 'Company',
    issued_date: 'Issued',
    due_date: 'Due',
    start_date: 'From',
    end_date: 'To',
    status: 'Status',
    total_amount: 'Total',
    amount_due: 'Amount due',
    currency: 'Currency',
  },
  sort: ['invoice_number', 'company_name', 'issued_date', 'due_date', 'start_date', 'end_date', 'status', 'total_amount', 'amount_due', 'currency'],
  sortsWhenShort: ['company_name', 'start_date', 'end_date', 'status', 'total_amount', 'amount_due', 'currency'],
  filters: {
    invoice_number: { kind: 'text' },
    company_name: { kind: 'text' },
    issued_date: { kind: 'date' },
    due_date: { kind: 'date' },
    start_date: { kind: 'date' },
    end_date: { kind: 'date' },
    status: { kind: 'choice', options: invoiceStatusKeys.map((value) => ({ value, label: invoiceStatuses[value] })) },
    total_amount: { kind: 'money' },
    amount_due: { kind: 'money' },
    currency: { kind: 'choice', options: currencies.map((value) => ({ value, label: value })) },
  },
  defaultSort: 'issued_date,desc',
})

export const invoices = defineContract('invoices', {})
