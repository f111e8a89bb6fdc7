import { badgeOf, type InvoiceStatus, invoiceStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import type { BilledTransaction, Invoice, InvoiceRow } from '@portal/contract/invoices/invoices.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Invoices } from '../db/schema.ts'
import { toLocalTime } from '../platform/local-time.ts'

/** The columns of an invoice in lists. */
export type ShownInvoice = Pick<
  Selectable<Invoices>,
  | 'id'
  | 'invoice_number'
  | 'company_id'
  | 'issued_date'
  | 'due_date'
  | 'start_date'
  | 'end_date'
  | 'status'
  | 'is_nsf'
  | 'total_cents'
  | 'currency'
  | 'updated_at'
  | 'version'
> & { company_name: string; due_cents: number; overdue_days: number }
export type WholeInvoice = ShownInvoice &
  Pick<
    Selectable<Invoices>,
    'paid_cents' | 'credited_cents' | 'written_off_cents' | 'voided_cents' | 'sent_at' | 'billing_run_id'
  >

/** `status_word` is only for the CSV; the response schema omits it. */
export function toInvoiceRow({
  status,
  is_nsf,
  total_cents,
  due_cents,
  currency,
  ...stored
}: ShownInvoice): InvoiceRow & { status_word: string } {
  const key = status as InvoiceStatus
  return {
    id: stored.id,
    invoice_number: stored.invoice_number,
    company_id: stored.company_id,
    company_name: stored.company_name,
    issued_date: stored.issued_date,
    due_date: stored.due_date,
    start_date: stored.start_date,
    end_date: stored.end_date,
    status: { key, value: invoiceStatuses[key] },
    status_word: invoiceStatuses[key],
    badge: badgeOf(key, is_nsf),
    is_overdue: stored.overdue_days > 0,
    overdue_days: stored.overdue_days,
    total_amount: fromUnits(total_cents, 'money'),
    amount_due: fromUnits(due_cents, 'money'),
    currency: currency as Currency,
    file_name: `${stored.invoice_number}.pdf`,
    updated_at: stored.updated_at,
    version: stored.version,
  }
}

export const toInvoice = (stored: WholeInvoice, transaction_count: number): Invoice => ({
  ...toInvoiceRow(stored),
  paid_amount: fromUnits(stored.paid_cents, 'money'),
  credited_amount: fromUnits(stored.credited_cents, 'money'),
  written_off_amount: fromUnits(stored.written_off_cents, 'money'),
  voided_amount: stored.voided_cents === null ? null : fromUnits(stored.voided_cents, 'money'),
  sent_at: stored.sent_at,
  transaction_count,
  billing_run_id: stored.billing_run_id,
})

export type StoredBilled = {
  id: number
  authentication_id: string
  txn_at: string
  site_number: string | null
  city: string | null
  amount_cents: number
}
export const toBilled = ({
  id,
  authentication_id,
  txn_at,
  site_number,
  city,
  amount_cents,
}: StoredBilled): BilledTransaction => ({
  txn_id: id,
  auth_code: authentication_id,
  timestamp: toLocalTime(txn_at),
  merchant_number: site_number,
  merchant_city: city,
  amount: fromUnits(amount_cents, 'money'),
})
