import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, currency, instant, isoDate, money, moneyAboveZero, text } from '../fields.ts'
import { invoiceStatusKeys } from '../invoices/invoice-status.rules.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencyChoices } from '../list-choices.ts'
import { currencies } from '../rules/currency.ts'
import { paymentModeCodes, receiptModeCodes, receiptModes } from './payment-modes.ts'

/** The input of the `Add Payment` dialog (PAY-1, PAY-4). */
export const paymentInput = z.strictObject({
  payment_date: isoDate(),
  company_name: text(200),
  /** The invoice's number. */
  invoice_id: text(60),
  /** As the user saw it: a payment against an outdated amount is rejected. */
  amount_due: money(),
  amount_paid: moneyAboveZero(),
  currency: currency(),
  payment_mode: z.enum(paymentModeCodes),
  referenceId: text(100),
})
export type PaymentInput = z.output<typeof paymentInput>

/** Why a payment is reversed: the bank returned it, or it was entered by mistake (PAY-7). */
export const reversalKinds = ['nsf', 'mistake'] as const
export type ReversalKind = (typeof reversalKinds)[number]
export const reversalInput = z.strictObject({ kind: z.enum(reversalKinds).default('nsf'), reason: text(200) })
export type ReversalInput = z.output<typeof reversalInput>

/** What a reversal would do, by its kind. */
export const reversalPreview = z.object({
  nsf: z.object({ fee: z.number(), fee_currency: z.enum(currencies), cards_held: z.int() }),
  /** `restores_nsf`: the payment covered a returned one, which would be open again. */
  mistake: z.object({ cards_held: z.int(), restores_nsf: z.boolean() }),
  /** The customer would exceed its credit limit, and its rule holds the cards. */
  passes_credit_limit: z.boolean(),
  /** What a mistake puts on account, because the receipt paid other invoices too; null if it reverses the receipt. */
  puts_on_account: z.number().nullable(),
  /** Every invoice that a returned receipt paid. */
  invoices: z.array(z.object({ invoice_number: z.string(), amount: z.number() })),
})
export type ReversalPreview = z.infer<typeof reversalPreview>

const paymentRow = z.object({
  id: z.int(),
  company_id: z.int(),
  company_name: z.string(),
  /** The receipt whose money it is (RECV-1). */
  receipt_id: z.int(),
  invoice_id: z.int(),
  invoice_number: z.string(),
  issued_date: z.iso.date(),
  due_date: z.iso.date(),
  payment_mode: z.enum(receiptModeCodes),
  payment_date: z.iso.date(),
  /** Negative if it reverses another payment. */
  amount_paid: z.number(),
  currency: z.enum(currencies),
  referenceId: z.string(),
  note: z.string().nullable(),
  reverses_id: z.int().nullable(),
  is_reversed: z.boolean(),
  /** The reason of a reversal, also on the payment that was reversed. */
  reversal_kind: z.enum(reversalKinds).nullable(),
  version: z.int(),
  updated_at: instant(),
})
export type PaymentRow = z.infer<typeof paymentRow>

/** A payment with the resulting status of its invoice. */
const payment = paymentRow.extend({
  invoice_status: z.enum(invoiceStatusKeys),
  amount_due: z.number(),
  /** Cards that a reversal put on hold, or that a payment covering it released. */
  cards_changed: z.int(),
})
export type Payment = z.infer<typeof payment>

/** Sorted while a list is short: no index holds them in order. */
const sortedWhenShort = [
  'company_name',
  'invoice_number',
  'issued_date',
  'due_date',
  'payment_mode',
  'amount_paid',
  'currency',
] as const
export const paymentList = defineList({
  rows: 'payments',
  changes: true,
  columns: {
    company_name: 'Customer',
    invoice_number: 'Invoice number',
    issued_date: ['Invoice date', 'day'],
    due_date: ['Due date', 'day'],
    payment_mode_words: 'Payment mode',
    payment_date: ['Payment date', 'day'],
    amount_paid: ['Amount paid', 'money'],
    currency: 'Currency',
    referenceId: 'Reference',
    note: 'Note',
  },
  sort: ['payment_date', ...sortedWhenShort],
  sortsWhenShort: sortedWhenShort,
  filters: {
    company_name: { kind: 'text' },
    invoice_number: { kind: 'text' },
    issued_date: { kind: 'date' },
    due_date: { kind: 'date' },
    payment_mode: { kind: 'choice', options: choices(receiptModes) },
    payment_date: { kind: 'date' },
    amount_paid: { kind: 'money' },
    currency: { kind: 'choice', options: currencyChoices },
    referenceId: { kind: 'text' },
  },
  aliases: {
    customer: 'company_name',
    invoice_no: 'invoice_number',
    invoice_date: 'issued_date',
    reference_id: 'referenceId',
  },
  defaultSort: 'payment_date,desc',
})

export const payments = defineContract('payments', {
  modes: {
    method: 'GET',
    path: '/payment',
    summary: 'List payment modes',
    can: 'invoices.read',
    reply: z.object({ payment_mode_list: z.array(z.object({ name: z.string(), code: z.string() })) }),
  },
  list: {
    method: 'GET',
    path: '/fuel-payment',
    summary: 'List payments and their reversals',
    can: 'invoices.read',
    query: paymentList.query,
    list: paymentList,
    reply: pageOf('payments', paymentRow),
  },
  register: {
    method: 'POST',
    path: '/fuel-payment/register',
    summary: 'Record a payment received outside the portal',
    can: 'invoices.update',
    body: paymentInput,
    aliases: { invoice_number: 'invoice_id', reference_id: 'referenceId' },
    reply: payment,
    status: 201,
  },
  reversal: {
    method: 'GET',
    path: '/fuel-payment/:id/reversal',
    summary: 'Preview what reversing a payment would do, for each of the two reasons',
    can: 'invoices.update',
    params: byId,
    reply: reversalPreview,
  },
  reverse: {
    method: 'POST',
    path: '/fuel-payment/:id/reverse',
    summary:
      'Reverse a payment: `nsf` (returned by the bank: fee, hold, NSF badge; the default) or `mistake` (entered in error: none of these)',
    can: 'invoices.update',
    params: byId,
    body: reversalInput,
    reply: payment,
    status: 201,
  },
})
