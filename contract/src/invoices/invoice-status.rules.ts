import type { Message } from '../message.ts'

/**
 * The statuses of an invoice (INV-5). The server enforces this table, the form shows it, and the database guards the
 * same order.
 */
export const invoiceStatuses = {
  DRAFT: 'Draft',
  SENT: 'Sent',
  PARTIALLY_PAID: 'Partially Paid',
  FULLY_PAID: 'Fully Paid',
  VOID: 'Void',
} as const
export type InvoiceStatus = keyof typeof invoiceStatuses
export const invoiceStatusKeys = Object.keys(invoiceStatuses) as InvoiceStatus[]

/** Changes by hand. Only payments set the paid statuses. */
const byHand: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  DRAFT: ['SENT', 'VOID'],
  SENT: ['VOID'],
  PARTIALLY_PAID: [],
  FULLY_PAID: [],
  VOID: [],
}
export const nextStatuses = (status: InvoiceStatus): readonly InvoiceStatus[] => byHand[status]
export const canBecome = (from: InvoiceStatus, to: InvoiceStatus): boolean => from === to || byHand[from].includes(to)

export const invoiceFields = [
  'invoice_number',
  'company_name',
  'issued_date',
  'due_date',
  'start_date',
  'end_date',
  'status',
  'total_amount',
  'amount_due',
  'currency',
] as const
export type InvoiceField = (typeof invoiceFields)[number]
const never: readonly InvoiceField[] = ['invoice_number', 'company_name', 'total_amount', 'amount_due', 'currency']
const dates: readonly InvoiceField[] = ['issued_date', 'due_date', 'start_date', 'end_date']
const locked: Readonly<Record<InvoiceStatus, readonly InvoiceField[]>> = {
  DRAFT: never,
  SENT: [...never, ...dates],
  PARTIALLY_PAID: [...never, ...dates],
  FULLY_PAID: invoiceFields,
  VOID: invoiceFields,
}
export const isLocked = (status: InvoiceStatus, field: InvoiceField): boolean => locked[status].includes(field)

export const invoiceBadges = ['Open', 'Closed', 'NSF'] as const
export type InvoiceBadge = (typeof invoiceBadges)[number]
/** The label next to the status (INV-9). NSF shows until the returned payment is paid. */
export function badgeOf(status: InvoiceStatus, isNsf: boolean): InvoiceBadge | null {
  if (isNsf) return 'NSF'
  if (status === 'DRAFT') return null
  return status === 'SENT' || status === 'PARTIALLY_PAID' ? 'Open' : 'Closed'
}
/** Payments are accepted for invoices that are sent and not fully paid. */
export const isPayable = (status: InvoiceStatus): boolean => status === 'SENT' || status === 'PARTIALLY_PAID'

const statusReasons: Partial<Record<InvoiceStatus, Message>> = {
  FULLY_PAID: 'invoice.paid-locked',
  VOID: 'invoice.void-locked',
}
const fieldReasons: Partial<Record<InvoiceField, Message>> = {
  invoice_number: 'invoice.number-locked',
  company_name: 'invoice.company-locked',
  currency: 'invoice.currency-locked',
  total_amount: 'invoice.total-locked',
  amount_due: 'invoice.due-locked',
}
/** Why no field of an invoice can be changed by hand (LIT-4), or null. */
export const invoiceLock = (status: InvoiceStatus): Message | null =>
  statusReasons[status] ?? (byHand[status].length === 0 ? 'invoice.status-locked' : null)
/** Why a field cannot be changed, in the form and the API (INV-5), or null. */
export function lockReasonOf(status: InvoiceStatus, field: InvoiceField): Message | null {
  if (!isLocked(status, field)) return null
  return statusReasons[status] ?? fieldReasons[field] ?? 'invoice.dates-locked'
}

/** Callers can name a status by its key or its label (INV-7). */
export const readInvoiceStatus = (given: string): InvoiceStatus | null =>
  invoiceStatusKeys.find((key) => key === given || invoiceStatuses[key].toLowerCase() === given.toLowerCase()) ?? null
