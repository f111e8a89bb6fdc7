import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, currency, id, instant, isoDate, moneyAboveZero, text } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencyChoices } from '../list-choices.ts'
import { receiptModeCodes, receiptModes } from '../payments/payment-modes.ts'
import { reversalInput, reversalKinds, reversalPreview } from '../payments/payments.ts'
import { currencies } from '../rules/currency.ts'

/** The most invoices that one receipt can be allocated to at once. */
const allocationLimit = 500
export const allocations = z
  .array(z.strictObject({ invoice_number: text(60), amount: moneyAboveZero() }))
  .max(allocationLimit)
  .superRefine((given, context) => {
    given.forEach(({ invoice_number }, at) => {
      const isRepeated = given.findIndex((other) => other.invoice_number === invoice_number) < at
      if (isRepeated)
        context.addIssue({ code: 'custom', path: [at, 'invoice_number'], message: 'receipt.invoice-twice' })
    })
  })
export type AllocationInput = { invoice_number: string; amount: number }

/** Money that came in, and the invoices it pays (RECV-1). What is not allocated stays on account. */
export const receiptInput = z.strictObject({
  company_id: id(),
  currency: currency(),
  amount: moneyAboveZero(),
  receipt_date: isoDate(),
  payment_mode: z.enum(receiptModeCodes),
  reference: text(100),
  allocations: allocations.default([]),
  /** Set after a warning about an equal receipt (RECV-2). */
  confirm_duplicate: z.boolean().optional(),
})
export type ReceiptInput = z.output<typeof receiptInput>
const allocateInput = z.strictObject({ allocations: allocations.min(1), allocated_on: isoDate().nullish() })
export type AllocateInput = z.output<typeof allocateInput>

const receiptRow = z.object({
  id: z.int(),
  company_id: z.int(),
  company_name: z.string(),
  currency: z.enum(currencies),
  /** Negative if it reverses another receipt. */
  amount: z.number(),
  receipt_date: z.iso.date(),
  payment_mode: z.enum(receiptModeCodes),
  reference: z.string(),
  note: z.string().nullable(),
  allocated: z.number(),
  refunded: z.number(),
  on_account: z.number(),
  reverses_id: z.int().nullable(),
  is_reversed: z.boolean(),
  /** Why it was reversed, also on the receipt that reverses it. */
  reversal_kind: z.enum(reversalKinds).nullable(),
})
export type ReceiptRow = z.infer<typeof receiptRow>
const allocation = z.object({
  /** The payment's id. */
  id: z.int(),
  invoice_id: z.int(),
  invoice_number: z.string(),
  /** Negative if it takes money from the invoice again. */
  amount: z.number(),
  allocated_on: z.iso.date(),
  is_reversed: z.boolean(),
  reverses_id: z.int().nullable(),
})
export type Allocation = z.infer<typeof allocation>
const receipt = receiptRow.extend({
  created_by: z.string().nullable(),
  created_at: instant(),
  allocations: z.array(allocation),
})
export type Receipt = z.infer<typeof receipt>
/** Cards that a reversal put on hold, or that a payment released. */
const changedReceipt = receipt.extend({ cards_changed: z.int() })
export type ChangedReceipt = z.infer<typeof changedReceipt>

/** Sorted while a list is short: no index holds them in order. */
const sortedWhenShort = ['company_name', 'payment_mode', 'amount', 'currency', 'on_account'] as const
const accountWords = { yes: 'Money on account', no: 'Fully allocated' } as const
export const receiptList = defineList({
  rows: 'receipts',
  columns: {
    receipt_date: ['Date', 'day'],
    company_name: 'Customer',
    payment_mode_words: 'Payment mode',
    reference: 'Reference',
    amount: ['Amount', 'money'],
    allocated: ['Allocated', 'money'],
    on_account: ['On account', 'money'],
    currency: 'Currency',
    note: 'Note',
  },
  sort: ['receipt_date', 'reference', ...sortedWhenShort],
  sortsWhenShort: sortedWhenShort,
  filters: {
    receipt_date: { kind: 'date' },
    company_name: { kind: 'text' },
    payment_mode: { kind: 'choice', options: choices(receiptModes) },
    reference: { kind: 'text' },
    amount: { kind: 'money' },
    currency: { kind: 'choice', options: currencyChoices },
    has_money: { kind: 'choice', options: choices(accountWords) },
  },
  defaultSort: 'receipt_date,desc',
})

/** What a receipt can be allocated to, oldest due date first. */
const openInvoice = z.object({
  id: z.int(),
  invoice_number: z.string(),
  issued_date: z.iso.date(),
  due_date: z.iso.date(),
  overdue_days: z.int(),
  total_amount: z.number(),
  amount_due: z.number(),
})
export type OpenInvoice = z.infer<typeof openInvoice>
export const openInvoiceLimit = 500

export const receipts = defineContract('receipts', {
  modes: {
    method: 'GET',
    path: '/receipt-modes',
    summary: 'List the payment modes of receipts',
    can: 'invoices.read',
    reply: z.object({ receipt_mode_list: z.array(z.object({ name: z.string(), code: z.string() })) }),
  },
  list: {
    method: 'GET',
    path: '/receipts',
    summary: 'List receipts and their reversals',
    can: 'invoices.read',
    query: receiptList.query,
    list: receiptList,
    reply: pageOf('receipts', receiptRow),
  },
  openInvoices: {
    method: 'GET',
    path: '/receipts/open-invoices',
    summary:
      'List the invoices that a receipt of a customer and currency can pay, oldest first, and its money on account',
    can: 'invoices.update',
    query: z.object({ company_id: id(), currency: currency() }),
    reply: z.object({ invoices: z.array(openInvoice), total_due: z.number(), on_account: z.number() }),
  },
  get: {
    method: 'GET',
    path: '/receipts/:id',
    summary: 'Get a receipt with its allocations',
    can: 'invoices.read',
    params: byId,
    reply: receipt,
  },
  create: {
    method: 'POST',
    path: '/receipts',
    summary: 'Record money received and allocate it to invoices; the rest stays on account',
    can: 'invoices.update',
    body: receiptInput,
    reply: changedReceipt,
    status: 201,
  },
  allocate: {
    method: 'POST',
    path: '/receipts/:id/allocate',
    summary: 'Allocate money on account to invoices',
    can: 'invoices.update',
    params: byId,
    body: allocateInput,
    reply: changedReceipt,
  },
  reversal: {
    method: 'GET',
    path: '/receipts/:id/reversal',
    summary: 'Preview what reversing a receipt would do, for each of the two reasons',
    can: 'invoices.update',
    params: byId,
    reply: reversalPreview,
  },
  reverse: {
    method: 'POST',
    path: '/receipts/:id/reverse',
    summary:
      'Reverse a whole receipt: `nsf` (returned by the bank: one fee, hold, NSF badges; the default) or `mistake` (none of these)',
    can: 'invoices.update',
    params: byId,
    body: reversalInput,
    reply: changedReceipt,
    status: 201,
  },
})
