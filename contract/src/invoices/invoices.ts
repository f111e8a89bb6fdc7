import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id, instant, isDay, isoDate, localTime, messageParts, optionalText, requiredAs, version } from '../fields.ts'
import { type Choice, choices, defineList, pageOf } from '../list.ts'
import { currencyChoices } from '../list-choices.ts'
import { logChange } from '../logs/log-change.ts'
import { message } from '../message.ts'
import { currencies, readCurrency } from '../rules/currency.ts'
import {
  invoiceBadges,
  invoiceFields,
  invoiceStatuses,
  invoiceStatusKeys,
  readInvoiceStatus,
} from './invoice-status.rules.ts'

const statusOption = z.object({ key: z.enum(invoiceStatusKeys), value: z.string() })
export const invoiceHead = z.object({
  id: z.int(),
  invoice_number: z.string(),
  company_id: z.int(),
  company_name: z.string(),
  issued_date: z.iso.date(),
  due_date: z.iso.date(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  status: statusOption,
  total_amount: z.number(),
  amount_due: z.number(),
  currency: z.enum(currencies),
  version: z.int(),
})
const invoiceRow = invoiceHead.extend({
  badge: z.enum(invoiceBadges).nullable(),
  is_overdue: z.boolean(),
  /** Days past the due date in the provider's time zone; 0 unless overdue (INV-16). */
  overdue_days: z.int(),
  file_name: z.string(),
  updated_at: instant(),
})
export type InvoiceRow = z.infer<typeof invoiceRow>
const invoice = invoiceRow.extend({
  paid_amount: z.number(),
  /** Credit notes applied, and what was written off (RECV-3, RECV-5). */
  credited_amount: z.number(),
  written_off_amount: z.number(),
  /** The total before the invoice was voided. */
  voided_amount: z.number().nullable(),
  sent_at: instant().nullable(),
  /** Counts all billed transactions, which may be more than the reply includes. */
  transaction_count: z.int(),
  /** The billing run that created it; null for an invoice by hand, and for customers. */
  billing_run_id: z.int().nullable(),
})
export type Invoice = z.infer<typeof invoice>

/** A billed transaction with the field names of the invoice's table (INV-4). */
export const billedTransaction = z.object({
  txn_id: z.int(),
  auth_code: z.string(),
  timestamp: localTime(),
  merchant_number: z.string().nullable(),
  merchant_city: z.string().nullable(),
  amount: z.number(),
})
export type BilledTransaction = z.infer<typeof billedTransaction>

/** Whether the customer was billed, whatever was paid since. The dashboard counts `sent`. */
const deliveryWords = { sent: 'Sent, paid or not', unsent: 'Draft or Void' } as const
/** The badge labels (INV-9) also work as filters; the drop-down offers only the statuses. */
const badgeChoices: readonly Choice[] = invoiceBadges.map((value) => ({ value, label: value, isUnlisted: true }))
export const invoiceList = defineList({
  rows: 'invoices',
  changes: true,
  columns: {
    invoice_number: 'Invoice number',
    company_name: 'Company',
    issued_date: ['Issued', 'day'],
    due_date: ['Due', 'day'],
    start_date: ['From', 'day'],
    end_date: ['To', 'day'],
    status_word: 'Status',
    total_amount: ['Total', 'money'],
    amount_due: ['Amount due', 'money'],
    currency: 'Currency',
  },
  sort: invoiceFields,
  // These have few values or come from another table, so no index can sort them with the id.
  sortsWhenShort: ['company_name', 'status', 'currency'],
  filters: {
    invoice_number: { kind: 'text' },
    company_name: { kind: 'text' },
    issued_date: { kind: 'date' },
    due_date: { kind: 'date' },
    start_date: { kind: 'date' },
    end_date: { kind: 'date' },
    status: { kind: 'choice', options: [...choices(invoiceStatuses), ...badgeChoices] },
    state: { kind: 'choice', options: choices(invoiceBadges) },
    delivery: { kind: 'choice', options: choices(deliveryWords) },
    total_amount: { kind: 'money' },
    amount_due: { kind: 'money' },
    currency: { kind: 'choice', options: currencyChoices },
    run: { kind: 'id' },
  },
  defaultSort: 'issued_date,desc',
})

/**
 * Up to this many transactions are sent at once, so that the table can be searched without another request. A large
 * fleet has 5,000 a month.
 */
export const billedLimit = 10_000
/** Invoices repeat their total as `total_elements` beside the metadata (LIST-12). */
const invoicePage = pageOf('invoices', invoiceRow).extend({ total_elements: z.int() })

const wrongStatus = message('field.choice', { options: Object.values(invoiceStatuses).join(', ') })
const hasMarkerOnly = ({ key, value, ...extra }: Record<string, string | undefined>) =>
  Object.values(extra).every((one) => one === 'Urgent')
/** The status object with the specification's marker (INV-6), or only the key or label. */
const statusGiven = z
  .union(
    [
      z.string().min(1),
      z
        .object({ key: z.string(), value: z.string().optional() })
        .catchall(z.string())
        .refine(hasMarkerOnly, wrongStatus),
    ],
    requiredAs('field.required', wrongStatus),
  )
  .transform((given, context) => {
    const status = readInvoiceStatus(typeof given === 'string' ? given : given.key)
    if (status) return status
    context.addIssue({ code: 'custom', message: wrongStatus })
    return z.NEVER
  })
const dates = { issued_date: isoDate(), due_date: isoDate(), start_date: isoDate(), end_date: isoDate() }
type Dates = { [K in keyof typeof dates]: string }
const whenObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null
const inOrder = (from: string, to: string) => !isDay(from) || !isDay(to) || from <= to
/** These rules compare two fields each, and run even while another field is missing. */
const isDueAfterIssue = ({ issued_date, due_date }: Dates) => inOrder(issued_date, due_date)
const dueRule = { path: ['due_date'], error: 'invoice.due-before-issued', when: whenObject }
/**
 * Numbers have no gaps within a year, and the year is that of issue: `INV-2026-000123` is issued in 2026. A number
 * without a year is not checked.
 */
export const isInNumberYear = (invoice_number: string, issued_date: string) => {
  const [, year = null] = /^INV-(\d{4})-/.exec(invoice_number) ?? []
  return year === null || !isDay(issued_date) || issued_date.startsWith(`${year}-`)
}
export const wrongYear = 'invoice.number-year'
const yearRule = { path: ['issued_date'], error: wrongYear, when: whenObject }
const isPeriodForward = ({ start_date, end_date }: Dates) => inOrder(start_date, end_date)
const periodRule = { path: ['end_date'], error: 'invoice.end-before-start', when: whenObject }

/** The fields of the form (INV-5). The number is included to check the year. */
export const invoiceForm = z
  .object({ ...dates, invoice_number: z.string(), status: z.enum(invoiceStatusKeys), version: version().nullish() })
  .refine(
    ({ status, invoice_number, issued_date }) => status === 'VOID' || isInNumberYear(invoice_number, issued_date),
    yearRule,
  )
  .refine(isDueAfterIssue, dueRule)
  .refine(isPeriodForward, periodRule)
/** Locked fields can be sent back unchanged. */
const invoiceChange = z
  .strictObject({
    ...dates,
    id: id(),
    status: statusGiven,
    version: version().nullish(),
    reason: optionalText(200),
    invoice_number: z.string().optional(),
    company_id: z.int().optional(),
    company_name: z.string().optional(),
    total_amount: z.number().optional(),
    amount_due: z.number().optional(),
    // Always locked: another value is refused as a change, not as invalid (INV-5).
    currency: z
      .string()
      .transform((given) => readCurrency(given) ?? given)
      .optional(),
  })
  .refine(isDueAfterIssue, dueRule)
  .refine(isPeriodForward, periodRule)
export type InvoiceChange = z.output<typeof invoiceChange>

/** The page requires a reason for voiding an invoice. */
export const voidForm = z.object({ reason: z.string().trim().min(1).max(200) })

const invoiceHistoryKinds = [
  'created',
  'sent',
  'changed',
  'payment',
  'reversal',
  'correction',
  'credit_note',
  'credit',
  'credit_undone',
  'write_off',
  'write_off_reversed',
  'mail',
] as const
const invoiceHistoryEntry = z.object({
  id: z.string(),
  at: instant(),
  kind: z.enum(invoiceHistoryKinds),
  /** The action, if the kind alone does not say it. */
  words: z.string().nullable(),
  changes: z.array(logChange),
  by: z.string().nullable(),
  note: z.string().nullable(),
  note_message: messageParts.nullable(),
})
export type InvoiceHistoryEntry = z.infer<typeof invoiceHistoryEntry>
/** Older entries are in the tracking logs. */
export const invoiceHistorySize = 200

/** Id or number (INV-7). */
const byReference = z.object({ id: z.string().min(1).max(60) })
export const invoices = defineContract('invoices', {
  list: {
    method: 'GET',
    path: '/spol/invoices',
    summary: 'List invoices',
    can: 'invoices.read',
    query: invoiceList.query,
    list: invoiceList,
    reply: invoicePage,
  },
  get: {
    method: 'GET',
    path: '/spol/invoices/:id',
    summary: 'Get an invoice with its billed transactions, by id or number',
    can: 'invoices.read',
    params: byReference,
    // Strict: the reply must not have a status field at its top level (INV-15).
    reply: z.strictObject({ invoice_dto: invoice, fuel_transaction_dto_list: z.array(billedTransaction) }),
  },
  update: {
    method: 'PUT',
    path: '/spol/invoices/update',
    summary: 'Update the dates of a Draft, mark an invoice as sent, or void it',
    can: 'invoices.update',
    body: invoiceChange,
    ignores: [
      'badge',
      'is_overdue',
      'overdue_days',
      'file_name',
      'updated_at',
      'paid_amount',
      'voided_amount',
      'sent_at',
      'transaction_count',
      'billing_run_id',
      'repriced_transactions',
      'credit_note_number',
      'credited_amount',
      'written_off_amount',
    ],
    // How many transactions released by voiding have a new price, if any (INV-13).
    reply: invoice.extend({
      repriced_transactions: z.int().optional(),
      /** The credit note of a sent invoice made void (RECV-3). */
      credit_note_number: z.string().optional(),
    }),
  },
  history: {
    method: 'GET',
    path: '/spol/invoices/:id/history',
    summary: 'List the history of an invoice, newest first',
    can: 'invoices.read',
    params: byReference,
    reply: z.object({ entries: z.array(invoiceHistoryEntry) }),
  },
})
