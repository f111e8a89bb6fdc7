import { z } from 'zod'
import { instant, localTime, text } from '../fields.ts'
import { defineList } from '../list.ts'
import { differences, repricedFigures } from '../pricing/repriced-figures.ts'
import { currencies } from '../rules/currency.ts'
import { taxRate } from './tax-rate.ts'

/** Above this many purchases a change is a job with progress, still in one transaction (TAX-1). */
export const longChange = 2000
/** How many transactions a preview lists. All are counted. */
export const listedTransactions = 20

const changeKinds = ['add', 'correct', 'withdraw'] as const
export const changeKindWords = { add: 'Added', correct: 'Corrected', withdraw: 'Withdrawn' } as const

/** What saving needs beside the row itself. The preview needs none of it. */
export const reason = () => text(300)
export const changeFields = {
  reason: reason().nullish(),
  /** The preview's token: saving does what the preview counted, or answers 409 with a new preview. */
  token: z.string().max(100).nullish(),
  /** The rate that ends the day before takes the days that this change leaves without a rate. */
  continue_former: z.boolean().nullish(),
}
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const previewQuery = z.strictObject({ preview: flag.optional() })
export const withdrawQuery = z.strictObject({
  preview: flag.optional(),
  reason: reason().optional(),
  token: z.string().max(100).optional(),
  continue_former: flag.optional(),
})

/** What a change does, or would do, to everything not invoiced. */
const effect = z.object({
  /** `preview`: nothing is saved. `queued`: a job saves it. */
  status: z.enum(['preview', 'queued', 'done']),
  /** The stored change, to follow a queued one. Null for a preview. */
  change_id: z.int().nullable(),
  token: z.string(),
  /** More purchases than one request reprices, so saving is a job. */
  is_long: z.boolean(),
  /** The first and last day of the transactions counted; null if there are none. */
  from_date: z.iso.date().nullable(),
  to_date: z.iso.date().nullable(),
  count: z.int(),
  changed: z.int(),
  /** Transactions that would lack a tax rate, and have one now. */
  untaxed: z.int(),
  ...repricedFigures,
  /** Invoiced lines with other taxes than the rates would give: candidates for a credit note and a new bill. */
  candidates: z.int(),
  /** The rate that ends the day before the row, and can continue. */
  former: taxRate.nullable(),
})
export type TaxEffect = z.infer<typeof effect>
/** The row as stored, or as it would be (then its id is 0), with what the change does. */
export const changedTaxRate = taxRate.extend({ effect })
export type ChangedTaxRate = z.infer<typeof changedTaxRate>

export const taxRateChange = z.object({
  id: z.int(),
  kind: z.enum(changeKinds),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  reason: z.string().nullable(),
  /** Why it failed. */
  fault: z.string().nullable(),
  user_name: z.string().nullable(),
  created_at: instant(),
  finished_at: instant().nullable(),
  progress_done: z.int(),
  progress_total: z.int(),
  repriced_count: z.int().nullable(),
  repriced_totals: differences,
  candidates: z.int().nullable(),
  /** The row before the change and the row it made. */
  former: taxRate.nullable(),
  current: taxRate.nullable(),
})
export type TaxRateChange = z.infer<typeof taxRateChange>

export const taxCandidate = z.object({
  id: z.int(),
  invoice_id: z.int(),
  invoice_number: z.string(),
  invoice_status: z.string(),
  company_id: z.int(),
  company_name: z.string(),
  txn_id: z.int(),
  authentication_id: z.string(),
  txn_date: localTime(),
  product: z.string(),
  currency: z.enum(currencies),
  /** Sales taxes as billed, and by the rates now in force. */
  tax_billed: z.number(),
  tax_now: z.number(),
  /** Of the whole line: a tax inside a carried price also changes the amount before tax. */
  difference: z.number(),
})
export type TaxCandidate = z.infer<typeof taxCandidate>
export const taxCandidateList = defineList({
  rows: 'candidates',
  columns: {
    invoice_number: 'Invoice',
    company_name: 'Company',
    authentication_id: 'Authentication ID',
    txn_date: ['Date', 'time'],
    product: 'Product',
    currency: 'Currency',
    tax_billed: ['Tax billed', 'money'],
    tax_now: ['Tax now', 'money'],
    difference: ['Difference', 'money'],
  },
  sort: ['txn_date'],
  filters: { txn_date: { kind: 'date' }, company_id: { kind: 'id' }, invoice_number: { kind: 'text' } },
  defaultSort: 'txn_date,desc',
})
