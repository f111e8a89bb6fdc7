import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { currency, id, isoDate, requiredAs } from '../fields.ts'
import { billedTransaction, invoiceHead } from '../invoices/invoices.ts'
import { currencies } from '../rules/currency.ts'
import { isPeriodInOrder, periodOrder } from './billing-runs.ts'

/** As many as a person can be asked to choose from; who has more narrows the period, or starts a billing run. */
export const unbilledLimit = 2000

const asked = {
  company_id: z
    .union([z.int().positive(), z.string().regex(/^[1-9]\d{0,14}$/)], requiredAs('field.company-required'))
    .transform(Number),
  currency: currency(),
  start_date: isoDate(),
  end_date: isoDate(),
}
const unbilledQuery = z.strictObject(asked).refine(isPeriodInOrder, periodOrder)
export type UnbilledQuery = z.output<typeof unbilledQuery>

const unbilledTransaction = billedTransaction.extend({
  flags: z.array(z.string()),
  /** Flagged ones are billed when somebody has accepted them, and not before. */
  is_billable: z.boolean(),
})
export type UnbilledTransaction = z.infer<typeof unbilledTransaction>

/** `total` is of those that can be billed now. */
const unbilledReply = z.object({
  transactions: z.array(unbilledTransaction),
  total: z.number(),
  flagged: z.int(),
  flagged_total: z.number(),
  /** Where the period has none: the days that have some, in each currency. */
  elsewhere: z.array(
    z.object({ currency: z.enum(currencies), count: z.int(), start_date: z.iso.date(), end_date: z.iso.date() }),
  ),
})
export type UnbilledReply = z.infer<typeof unbilledReply>

/** An invoice made by hand (INV-10). */
const draftInput = z
  .strictObject({ ...asked, txn_ids: z.array(id()).min(1, 'draft.none-chosen').max(unbilledLimit) })
  .refine(isPeriodInOrder, periodOrder)
export type DraftInput = z.output<typeof draftInput>

export type Draft = z.infer<typeof invoiceHead>

export const drafts = defineContract('drafts', {
  unbilled: {
    method: 'GET',
    path: '/unbilled-transactions',
    summary: 'A company’s transactions of a period that are on no invoice yet, with their total',
    can: 'invoices.create',
    query: unbilledQuery,
    reply: unbilledReply,
  },
  create: {
    method: 'POST',
    path: '/spol/invoices',
    summary: 'Make a Draft of chosen transactions',
    status: 201,
    can: 'invoices.create',
    body: draftInput,
    reply: invoiceHead,
  },
})
