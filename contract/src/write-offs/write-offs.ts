import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, id, isoDate, moneyAboveZero, text } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencyChoices } from '../list-choices.ts'
import { receiptModeCodes, receiptModes } from '../payments/payment-modes.ts'
import { currencies } from '../rules/currency.ts'

/** Part or all of what is due on an invoice and will not be paid (RECV-5). */
export const writeOffInput = z.strictObject({
  invoice_number: text(60),
  /** All that is due, if omitted. */
  amount: moneyAboveZero().nullish(),
  reason: text(200),
})
export type WriteOffInput = z.output<typeof writeOffInput>
const undone = z.strictObject({ reason: text(200) })

const writeOff = z.object({
  id: z.int(),
  company_id: z.int(),
  company_name: z.string(),
  invoice_id: z.int(),
  invoice_number: z.string(),
  written_off_on: z.iso.date(),
  currency: z.enum(currencies),
  /** Negative if it reverses another. */
  amount: z.number(),
  reason: z.string(),
  reverses_id: z.int().nullable(),
  is_reversed: z.boolean(),
})
export type WriteOff = z.infer<typeof writeOff>
export const writeOffList = defineList({
  rows: 'write_offs',
  columns: {
    written_off_on: ['Date', 'day'],
    company_name: 'Customer',
    invoice_number: 'Invoice',
    amount: ['Amount', 'money'],
    currency: 'Currency',
    reason: 'Reason',
  },
  sort: ['written_off_on', 'company_name', 'amount'],
  sortsWhenShort: ['company_name', 'amount'],
  filters: {
    written_off_on: { kind: 'date' },
    company_name: { kind: 'text' },
    invoice_number: { kind: 'text' },
    amount: { kind: 'money' },
    currency: { kind: 'choice', options: currencyChoices },
  },
  defaultSort: 'written_off_on,desc',
})

export const writeOffs = defineContract('writeOffs', {
  list: {
    method: 'GET',
    path: '/write-offs',
    summary: 'List write-offs and their reversals',
    can: 'invoices.update',
    query: writeOffList.query,
    list: writeOffList,
    reply: pageOf('write_offs', writeOff),
  },
  create: {
    method: 'POST',
    path: '/write-offs',
    summary: 'Write off what is due on an invoice, or part of it, up to the limit of the user’s role',
    can: 'invoices.update',
    body: writeOffInput,
    reply: writeOff,
    status: 201,
  },
  reverse: {
    method: 'POST',
    path: '/write-offs/:id/reverse',
    summary: 'Reverse a write-off: the amount is due again',
    can: 'invoices.update',
    params: byId,
    body: undone,
    reply: writeOff,
    status: 201,
  },
})

/** Money on account, or an open credit note, paid back (RECV-5). */
export const refundInput = z
  .strictObject({
    receipt_id: id().nullish(),
    credit_note_number: text(60).nullish(),
    amount: moneyAboveZero(),
    refund_date: isoDate(),
    payment_mode: z.enum(receiptModeCodes),
    reference: text(100),
    reason: text(200),
  })
  .superRefine(({ receipt_id, credit_note_number }, context) => {
    if ((receipt_id ? 1 : 0) + (credit_note_number ? 1 : 0) !== 1)
      context.addIssue({ code: 'custom', path: ['receipt_id'], message: 'refund.one-source' })
  })
export type RefundInput = z.output<typeof refundInput>
const refund = z.object({
  id: z.int(),
  company_id: z.int(),
  company_name: z.string(),
  receipt_id: z.int().nullable(),
  credit_note_number: z.string().nullable(),
  refund_date: z.iso.date(),
  currency: z.enum(currencies),
  /** Negative if it reverses another. */
  amount: z.number(),
  payment_mode: z.enum(receiptModeCodes),
  reference: z.string(),
  reason: z.string(),
  reverses_id: z.int().nullable(),
  is_reversed: z.boolean(),
})
export type Refund = z.infer<typeof refund>
export const refundList = defineList({
  rows: 'refunds',
  columns: {
    refund_date: ['Date', 'day'],
    company_name: 'Customer',
    credit_note_number: 'Credit note',
    receipt_id: 'Receipt',
    amount: ['Amount', 'money'],
    currency: 'Currency',
    payment_mode_words: 'Payment mode',
    reference: 'Reference',
    reason: 'Reason',
  },
  sort: ['refund_date', 'company_name', 'amount'],
  sortsWhenShort: ['company_name', 'amount'],
  filters: {
    refund_date: { kind: 'date' },
    company_name: { kind: 'text' },
    payment_mode: { kind: 'choice', options: choices(receiptModes) },
    amount: { kind: 'money' },
    currency: { kind: 'choice', options: currencyChoices },
    reference: { kind: 'text' },
  },
  defaultSort: 'refund_date,desc',
})
export const refunds = defineContract('refunds', {
  list: {
    method: 'GET',
    path: '/refunds',
    summary: 'List refunds and their reversals',
    can: 'invoices.update',
    query: refundList.query,
    list: refundList,
    reply: pageOf('refunds', refund),
  },
  create: {
    method: 'POST',
    path: '/refunds',
    summary: 'Record the refund of money on account or of an open credit note',
    can: 'invoices.update',
    body: refundInput,
    reply: refund,
    status: 201,
  },
  reverse: {
    method: 'POST',
    path: '/refunds/:id/reverse',
    summary: 'Reverse a refund: the money is on account again',
    can: 'invoices.update',
    params: byId,
    body: undone,
    reply: refund,
    status: 201,
  },
})
