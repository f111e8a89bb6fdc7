import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { currency, id, instant, localTime, money, moneyAboveZero, text } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencyChoices } from '../list-choices.ts'
import { jurisdictionOf } from '../lookups/jurisdictions.rules.ts'
import { productCodes } from '../lookups/products.rules.ts'
import { allocations } from '../receipts/receipts.ts'
import { currencies } from '../rules/currency.ts'

export const creditNoteKinds = { void: 'Voided invoice', lines: 'Lines of an invoice', amount: 'Amount' } as const
export type CreditNoteKind = keyof typeof creditNoteKinds
const kindKeys = Object.keys(creditNoteKinds) as [CreditNoteKind, ...CreditNoteKind[]]

const province = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => jurisdictionOf(code) !== null, { error: 'transaction.state' })
/** An amount before tax with its sales taxes. It counts as a sale of this product in this province, below zero. */
const creditedAmount = z
  .strictObject({
    product: z.enum(productCodes),
    province: province.nullish(),
    description: text(200),
    amount: moneyAboveZero(),
    gst: money().default(0),
    hst: money().default(0),
    pst: money().default(0),
    qst: money().default(0),
  })
  .refine(({ hst, gst, pst, qst }) => hst === 0 || gst + pst + qst === 0, {
    path: ['hst'],
    error: 'credit-note.hst-alone',
  })
export type CreditedAmount = z.output<typeof creditedAmount>

/** Of chosen lines of an invoice, or of amounts with their taxes, with or without an invoice (RECV-3). */
export const creditNoteInput = z
  .strictObject({
    invoice_number: text(60).nullish(),
    company_id: id().nullish(),
    currency: currency().nullish(),
    /** Ids of the invoice's lines. */
    line_ids: z.array(id()).max(10_000).default([]),
    amounts: z.array(creditedAmount).max(100).default([]),
    reason: text(200),
    /** Applied to the invoice, as far as it is due; the rest stays on account. */
    apply: z.boolean().default(true),
    /** Bills the lines again at their corrected price. */
    rebill: z.boolean().default(false),
  })
  .superRefine(({ invoice_number, company_id, currency: given, line_ids, amounts, rebill }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (line_ids.length > 0 && amounts.length > 0) fault('amounts', 'credit-note.lines-or-amounts')
    if (line_ids.length === 0 && amounts.length === 0) fault('line_ids', 'credit-note.nothing-chosen')
    if (line_ids.length > 0 && !invoice_number) fault('invoice_number', 'credit-note.needs-invoice')
    if (!invoice_number && !(company_id && given)) fault('company_id', 'credit-note.needs-company')
    if (rebill && line_ids.length === 0) fault('rebill', 'credit-note.rebill-lines')
  })
export type CreditNoteInput = z.output<typeof creditNoteInput>

const creditNoteRow = z.object({
  id: z.int(),
  credit_note_number: z.string(),
  company_id: z.int(),
  company_name: z.string(),
  kind: z.enum(kindKeys),
  invoice_id: z.int().nullable(),
  invoice_number: z.string().nullable(),
  issued_date: z.iso.date(),
  currency: z.enum(currencies),
  total_amount: z.number(),
  applied: z.number(),
  refunded: z.number(),
  /** Not applied or refunded yet. */
  on_account: z.number(),
  reason: z.string(),
  is_rebilled: z.boolean(),
})
export type CreditNoteRow = z.infer<typeof creditNoteRow>
const creditNoteLine = z.object({
  n: z.int(),
  txn_id: z.int().nullable(),
  auth_code: z.string().nullable(),
  timestamp: localTime().nullable(),
  site: z.string().nullable(),
  province: z.string().nullable(),
  product: z.string(),
  description: z.string().nullable(),
  quantity: z.number(),
  unit: z.string().nullable(),
  /** Below zero, as printed. */
  pre_tax: z.number(),
  gst: z.number(),
  hst: z.number(),
  pst: z.number(),
  qst: z.number(),
  amount: z.number(),
})
const application = z.object({
  id: z.int(),
  invoice_id: z.int(),
  invoice_number: z.string(),
  /** Negative if it was undone. */
  amount: z.number(),
  applied_on: z.iso.date(),
  reverses_id: z.int().nullable(),
  is_reversed: z.boolean(),
})
const creditNote = creditNoteRow.extend({
  created_by: z.string().nullable(),
  created_at: instant(),
  /** At most the first 1,000. */
  lines: z.array(creditNoteLine),
  line_count: z.int(),
  applications: z.array(application),
})
export type CreditNote = z.infer<typeof creditNote>
export type CreditNoteLine = z.infer<typeof creditNoteLine>
export type Application = z.infer<typeof application>

/** A line of an issued invoice, and whether a credit note has it already. */
const creditableLine = z.object({
  line_id: z.int(),
  txn_id: z.int(),
  auth_code: z.string(),
  timestamp: localTime(),
  site: z.string().nullable(),
  province: z.string().nullable(),
  product: z.string(),
  quantity: z.number(),
  unit: z.string().nullable(),
  pre_tax: z.number(),
  amount: z.number(),
  is_credited: z.boolean(),
})
export type CreditableLine = z.infer<typeof creditableLine>

const sortedWhenShort = ['company_name', 'total_amount', 'currency', 'on_account'] as const
const accountWords = { yes: 'Open', no: 'Applied or refunded' } as const
export const creditNoteList = defineList({
  rows: 'credit_notes',
  columns: {
    credit_note_number: 'Number',
    issued_date: ['Date', 'day'],
    company_name: 'Customer',
    invoice_number: 'Invoice',
    total_amount: ['Total', 'money'],
    applied: ['Applied', 'money'],
    on_account: ['On account', 'money'],
    currency: 'Currency',
    reason: 'Reason',
  },
  sort: ['issued_date', 'credit_note_number', ...sortedWhenShort],
  sortsWhenShort: sortedWhenShort,
  filters: {
    credit_note_number: { kind: 'text' },
    issued_date: { kind: 'date' },
    company_name: { kind: 'text' },
    invoice_number: { kind: 'text' },
    total_amount: { kind: 'money' },
    currency: { kind: 'choice', options: currencyChoices },
    kind: { kind: 'choice', options: choices(creditNoteKinds) },
    has_money: { kind: 'choice', options: choices(accountWords) },
  },
  defaultSort: 'issued_date,desc',
})

/** By number or id. */
export const byCreditNote = z.object({ number: z.string().min(1).max(60) })
export const creditNotes = defineContract('creditNotes', {
  list: {
    method: 'GET',
    path: '/credit-notes',
    summary: 'List credit notes',
    can: 'invoices.read',
    query: creditNoteList.query,
    list: creditNoteList,
    reply: pageOf('credit_notes', creditNoteRow),
  },
  creditable: {
    method: 'GET',
    path: '/spol/invoices/:id/creditable',
    summary: 'List the lines of an issued invoice, for choosing which to credit',
    can: 'invoices.update',
    params: z.object({ id: z.string().min(1).max(60) }),
    reply: z.object({
      invoice_number: z.string(),
      lines: z.array(creditableLine),
      /** What credit notes can still cover. */
      left: z.number(),
      currency: z.enum(currencies),
    }),
  },
  create: {
    method: 'POST',
    path: '/credit-notes',
    summary: 'Issue a credit note of chosen lines of an invoice, or of amounts with their taxes',
    can: 'invoices.update',
    body: creditNoteInput,
    reply: creditNote,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/credit-notes/:number',
    summary: 'Get a credit note with its lines and the invoices it was applied to',
    can: 'invoices.read',
    params: byCreditNote,
    reply: creditNote,
  },
  apply: {
    method: 'POST',
    path: '/credit-notes/:number/apply',
    summary: 'Apply what is left of a credit note to invoices',
    can: 'invoices.update',
    params: byCreditNote,
    body: z.strictObject({ allocations: allocations.min(1) }),
    reply: creditNote,
  },
  unapply: {
    method: 'POST',
    path: '/credit-notes/:number/unapply',
    summary: 'Undo the application of a credit note to an invoice; the credit is on account again',
    can: 'invoices.update',
    params: byCreditNote,
    body: z.strictObject({ application_id: id(), reason: text(200) }),
    reply: creditNote,
  },
})
