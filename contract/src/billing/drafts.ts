import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { currency, id, isoDate, requiredAs } from '../fields.ts'
import { billedTransaction, invoiceHead } from '../invoices/invoices.ts'
import { currencies } from '../rules/currency.ts'
import { isPeriodInOrder, periodOrder } from './billing-runs.ts'

/** As many as a user can reasonably choose from. Beyond that, narrow the period or start a billing run. */
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
  /** False while the transaction is flagged and not accepted. */
  is_billable: z.boolean(),
})
export type UnbilledTransaction = z.infer<typeof unbilledTransaction>

/** `total` counts only billable transactions. */
const unbilledReply = z.object({
  transactions: z.array(unbilledTransaction),
  total: z.number(),
  flagged: z.int(),
  flagged_total: z.number(),
  /** If the period is empty: the days that have unbilled transactions, by currency. */
  elsewhere: z.array(
    z.object({ currency: z.enum(currencies), count: z.int(), start_date: z.iso.date(), end_date: z.iso.date() }),
  ),
})
export type UnbilledReply = z.infer<typeof unbilledReply>

/** An invoice created by hand (INV-10). */
const draftInput = z
  .strictObject({ ...asked, txn_ids: z.array(id()).min(1, 'draft.none-chosen').max(unbilledLimit) })
  .refine(isPeriodInOrder, periodOrder)
export type DraftInput = z.output<typeof draftInput>

export type Draft = z.infer<typeof invoiceHead>

export const drafts = defineContract('drafts', {
  unbilled: {
    method: 'GET',
    path: '/unbilled-transactions',
    summary: 'List a company’s unbilled transactions of a period, with their total',
    can: 'invoices.create',
    query: unbilledQuery,
    reply: unbilledReply,
  },
  create: {
    method: 'POST',
    path: '/spol/invoices',
    summary: 'Create a Draft from chosen transactions',
    status: 201,
    can: 'invoices.create',
    body: draftInput,
    reply: invoiceHead,
  },
})
