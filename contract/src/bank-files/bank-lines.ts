import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, id, instant, messageParts, text, version } from '../fields.ts'
import { bulkFilter, choices, defineList, pageOf } from '../list.ts'
import { currencyChoices } from '../list-choices.ts'
import { receiptInput } from '../receipts/receipts.ts'
import { currencies } from '../rules/currency.ts'
import { bankLineStatusWords } from './bank-files-words.data.ts'

export type BankLineStatus = keyof typeof bankLineStatusWords
const statuses = Object.keys(bankLineStatusWords) as BankLineStatus[]

/** What a proposal was found by, the strongest first. */
export const proposalBasisWords = {
  invoice_number: 'Invoice number in the text',
  amount: 'Amount of one open invoice',
  oldest: 'Sum of the oldest invoices',
  payer: 'Name of the customer',
  earlier_line: 'Earlier payment by this payer',
} as const
export type ProposalBasis = keyof typeof proposalBasisWords
const bases = Object.keys(proposalBasisWords) as ProposalBasis[]

const proposedAllocation = z.object({ invoice_number: z.string(), amount: z.number(), amount_due: z.number() })
const proposal = z.object({
  /** Null if no customer was found, or several fit. */
  basis: z.enum(bases).nullable(),
  company_id: z.int().nullable(),
  company_name: z.string().nullable(),
  allocations: z.array(proposedAllocation),
  on_account: z.number(),
  /** Everything that fits equally well. A person chooses. */
  candidates: z.array(
    z.object({
      company_id: z.int(),
      company_name: z.string(),
      invoice_number: z.string().nullable(),
      amount_due: z.number().nullable(),
    }),
  ),
  /** A receipt with this reference and amount that belongs to no bank line (RECV-2). */
  perhaps_booked: z
    .object({ receipt_id: z.int(), receipt_date: z.iso.date(), company_name: z.string(), reference: z.string() })
    .nullable(),
})
export type LineProposal = z.infer<typeof proposal>

const bankLine = z.object({
  id: z.int(),
  bank_id: z.int(),
  bank_name: z.string(),
  currency: z.enum(currencies),
  line_date: z.iso.date(),
  /** Negative for money out. */
  amount: z.number(),
  reference: z.string(),
  payer: z.string(),
  status: z.enum(statuses),
  /** The receipt it was booked as, or that it was linked to. */
  receipt_id: z.int().nullable(),
  company_id: z.int().nullable(),
  company_name: z.string().nullable(),
  invoices: z.array(z.string()),
  is_linked: z.boolean(),
  /** Returned by the bank (NSF). The line stays booked. */
  is_returned: z.boolean(),
  reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: instant().nullable(),
  version: z.int(),
  /** For open lines. */
  proposal: proposal.nullable(),
})
export type BankLine = z.infer<typeof bankLine>

/** Sorted while a list is short: no index holds them in order. */
const sortedWhenShort = ['bank_name', 'payer', 'reference', 'amount', 'currency'] as const
export const bankLineList = defineList({
  rows: 'bank_lines',
  columns: {
    line_date: ['Date', 'day'],
    bank_name: 'Bank',
    payer: 'Payer',
    reference: 'Reference',
    amount: ['Amount', 'money'],
    currency: 'Currency',
    status_words: 'Status',
    customer: 'Customer',
    invoice_numbers: 'Invoices',
    basis_words: 'Found by',
    reason: 'Reason',
  },
  sort: ['line_date', ...sortedWhenShort],
  sortsWhenShort: sortedWhenShort,
  filters: {
    line_date: { kind: 'date' },
    bank_name: { kind: 'text' },
    payer: { kind: 'text' },
    reference: { kind: 'text' },
    amount: { kind: 'money' },
    currency: { kind: 'choice', options: currencyChoices },
    status: { kind: 'choice', options: choices(bankLineStatusWords) },
  },
  defaultSort: 'line_date,desc',
})

/** Each line is booked in its own transaction, so a call stays short. */
export const confirmLimit = 200
const confirmInput = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        id: id(),
        version: version(),
        company_id: id(),
        allocations: receiptInput.shape.allocations,
        confirm_duplicate: z.boolean().optional(),
      }),
    )
    .min(1, 'bank-line.none-chosen')
    .max(confirmLimit),
})
export type ConfirmedLine = z.output<typeof confirmInput>['lines'][number]
const confirmResult = z.object({
  id: z.int(),
  outcome: z.enum(['booked', 'refused']),
  /** The receipt it was booked as; of a refused line, the one that it was booked as before or that equals it. */
  receipt_id: z.int().nullable(),
  /** Why it was refused. */
  code: z.string().nullable(),
  reason: z.string().nullable(),
  message: messageParts.nullable(),
})
export type ConfirmResult = z.infer<typeof confirmResult>
/** Lines by id, or all that match a filter of the list. */
const previewInput = z
  .strictObject({ ids: z.array(id()).max(confirmLimit).optional(), filter: bulkFilter(bankLineList).optional() })
  .superRefine(({ ids, filter }, context) => {
    if (!filter && !ids?.length) context.addIssue({ code: 'custom', path: ['ids'], message: 'bank-line.none-chosen' })
  })
export type ChosenLines = z.output<typeof previewInput>
const confirmPreview = z.object({
  /** Open lines with one clear proposal and without an equal receipt, to be booked as they are shown. */
  lines: z.array(bankLine),
  /** Chosen lines that need a person's decision, are decided already, or are too many for one call. */
  left_out: z.int(),
  totals: z.array(z.object({ currency: z.enum(currencies), amount: z.number(), on_account: z.number() })),
})
export type ConfirmPreview = z.infer<typeof confirmPreview>
/** The fields that a person fills in. */
export const ignoreForm = z.strictObject({ reason: text(200) })

export const bankLines = defineContract('bankLines', {
  list: {
    method: 'GET',
    path: '/bank-lines',
    summary: 'List the lines of the bank files, with a proposal for each open one',
    can: 'invoices.update',
    query: bankLineList.query,
    list: bankLineList,
    reply: pageOf('bank_lines', bankLine),
  },
  confirm: {
    method: 'POST',
    path: '/bank-lines/confirm',
    summary: 'Book open lines as receipts, each on its own and once; the reply has the outcome of each line',
    can: 'invoices.update',
    transaction: 'none',
    body: confirmInput,
    reply: z.object({ booked: z.int(), results: z.array(confirmResult) }),
  },
  confirmPreview: {
    method: 'POST',
    path: '/bank-lines/confirm/preview',
    summary: 'Preview confirming lines: those that can be booked as proposed, and their totals by currency',
    can: 'invoices.update',
    // A POST because of its body; it writes nothing.
    transaction: 'none',
    body: previewInput,
    reply: confirmPreview,
  },
  link: {
    method: 'POST',
    path: '/bank-lines/:id/link',
    summary: 'Link a line to a receipt that was entered by hand; nothing is booked',
    can: 'invoices.update',
    params: byId,
    body: z.strictObject({ receipt_id: id(), version: version().nullish() }),
    reply: bankLine,
  },
  ignore: {
    method: 'POST',
    path: '/bank-lines/:id/ignore',
    summary: 'Ignore an open line, with a reason',
    can: 'invoices.update',
    params: byId,
    body: ignoreForm.extend({ version: version().nullish() }),
    reply: bankLine,
  },
  restore: {
    method: 'POST',
    path: '/bank-lines/:id/restore',
    summary: 'Open an ignored line again',
    can: 'invoices.update',
    params: byId,
    body: z.strictObject({ version: version().nullish() }),
    reply: bankLine,
  },
})
