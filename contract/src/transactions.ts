import { z } from 'zod'
import { defineContract } from './endpoint.ts'
import { id } from './fields.ts'
import { defineList, pageOf } from './list.ts'
import { explanation } from './price-explanation.ts'
import { currencies } from './rules/currency.ts'

/** What must be looked at before a stop is billed, and what happened against a rule. A code without words here is shown as it is. */
export const flagWords: Readonly<Record<string, string>> = {
  carried: 'Carried rate',
  no_rate: 'No rate',
  no_markup: 'No markup',
  no_tax_rate: 'No tax rate',
  manual_price: 'Manual price',
  provider_tax: 'Provider tax differs',
  site_province: 'Province differs from the site’s',
}
export const exceptionWords: Readonly<Record<string, string>> = {
  over_limit: 'Over limit',
  wrong_product: 'Wrong product',
  on_hold: 'Card on hold',
  interval: 'Impossible interval',
}

/** A product of a stop. What a price came from is not here: see `explain`. */
export const transactionLine = z.object({
  dtl_id: z.int(),
  dtl_auth_id: z.string(),
  dtl_prd_cd: z.string(),
  dtl_prd_desc: z.string().nullable(),
  dtl_qty: z.number(),
  dtl_uom: z.string().nullable(),
  /** What the billed price is per: the rate's unit, which may be another than the file's. */
  dtl_price_uom: z.string().nullable(),
  dtl_price_wo_tax: z.number().nullable(),
  dtl_net_price: z.number(),
  retailPrice: z.number().nullable(),
  dtl_fet_rt: z.number(),
  dtl_pft_rt: z.number(),
  provincial_fuel_tax_rate: z.number(),
  dtl_cbt_rt: z.number(),
  pct: z.number(),
  dtl_local_rt: z.number(),
  dtl_gst_amt: z.number(),
  dtl_hst_amt: z.number(),
  dtl_pst_amt: z.number(),
  dtl_qst_amt: z.number(),
  dtl_amt: z.number(),
  dtl_discount: z.number().nullable(),
  /** Of a cash advance, what came from the card's dash cash. */
  dash_cash: z.number().nullable(),
  total_amount: z.number().nullable(),
  dtl_misc: z.string().nullable(),
  dtl_odometer: z.string().nullable(),
  dtl_sls_type: z.string().nullable(),
  dtl_tran_no: z.string().nullable(),
  dtl_brkn_name: z.string().nullable(),
  dtl_stn_no: z.string().nullable(),
  dtl_stn_addr: z.string().nullable(),
  dtl_stn_prv: z.string().nullable(),
  header: z.object({ hdr_currency: z.enum(currencies) }),
})
export type TransactionLine = z.infer<typeof transactionLine>

export const localTime = () => z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
export const transactionRow = z.object({
  id: z.int(),
  txn_id: z.int(),
  authentication_id: z.string(),
  txn_date: localTime(),
  card_number: z.string().nullable(),
  dtl_stn_no: z.string().nullable(),
  dtl_stn_prv: z.string().nullable(),
  location: z.string().nullable(),
  txn_company: z.int(),
  company_name: z.string(),
  txn_amount: z.number(),
  currency: z.enum(currencies),
  txn_price_per_unit: z.number().nullable(),
  provider: z.string().nullable(),
  flags: z.array(z.string()),
  exceptions: z.array(z.string()),
  /** Flagged ones wait to be looked at before they are billed; null where there is nothing to look at. */
  review: z.enum(['open', 'accepted']).nullable(),
  is_accepted: z.boolean(),
  is_invoiced: z.boolean(),
  /** Another transaction reverses it, so it cannot be deleted (LIT-4). */
  is_reversed: z.boolean(),
  txn_attr: z.array(transactionLine),
})
export type TransactionRow = z.infer<typeof transactionRow>
export const transaction = transactionRow.extend({
  driver_name: z.string().nullable(),
  vehicle: z.string().nullable(),
  trip_number: z.string().nullable(),
  odometer: z.string().nullable(),
  source: z.string(),
  version: z.int(),
  updated_at: z.iso.datetime({ offset: true }),
  site: z
    .object({
      id: z.int(),
      name: z.string().nullable(),
      city: z.string().nullable(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      /** The coordinates are the city's, since the site's own are not known. */
      is_approximate: z.boolean(),
    })
    .nullable(),
  reverses_id: z.int().nullable(),
  /** The others with the same code that the reader sees, newest first: its reversal or its original, and codes that were used again. */
  same_code: z.array(z.object({ txn_id: z.int(), txn_date: localTime(), txn_amount: z.number(), currency: z.enum(currencies) })),
})
export type Transaction = z.infer<typeof transaction>

export const reviewWords = { open: 'To review', accepted: 'Accepted' } as const
export const billingWords = { open: 'Not billed yet', billed: 'Billed' } as const
export const exceptionFilterWords = { any: 'With exceptions', none: 'Without exceptions' } as const
const choices = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }))
export const transactionList = defineList({
  rows: 'transactions',
  csv: {
    authentication_id: 'Auth code',
    txn_date: 'Time stamp',
    card_number: 'Card number',
    dtl_stn_no: 'Site number',
    dtl_stn_prv: 'Province/State',
    location: 'Location',
    company_name: 'Company',
    txn_amount: 'Amount',
    currency: 'Currency',
    provider: 'Provider',
  },
  sort: ['txn_date', 'authentication_id', 'card_number', 'dtl_stn_no', 'dtl_stn_prv', 'location', 'company_name', 'txn_amount', 'currency'],
  // Over every company only the time and the code have an index: more than six would make an import slow (recipes: the index budget).
  sortsWhenShort: ['card_number', 'dtl_stn_no', 'dtl_stn_prv', 'location', 'company_name', 'txn_amount', 'currency'],
  filters: {
    authentication_id: { kind: 'text' },
    txn_date: { kind: 'date' },
    card_number: { kind: 'text' },
    dtl_stn_no: { kind: 'text' },
    dtl_stn_prv: { kind: 'text' },
    location: { kind: 'text' },
    company_name: { kind: 'text' },
    txn_amount: { kind: 'money' },
    currency: { kind: 'choice', options: currencies.map((value) => ({ value, label: value })) },
    review: { kind: 'choice', options: choices(reviewWords) },
    billing: { kind: 'choice', options: choices(billingWords) },
    exceptions: { kind: 'choice', options: choices(exceptionFilterWords) },
  },
  aliases: { amount: 'txn_amount', dtl_stn_addr: 'location' },
  defaultSort: 'txn_date,desc',
})

export const acceptLimit = 10_000
export const nothingToAccept = 'Please select transaction to Accept'
const tooManyText = 'Choose at most 10,000 transactions at once.'
/** Read by the list's own rules, so that what is accepted is what was shown. */
const filter = z.array(z.string()).transform((terms, context): string[] => {
  const read = transactionList.query.safeParse({ filter: terms })
  if (read.success) return read.data.filter
  for (const { message } of read.error.issues) context.addIssue({ code: 'custom', message })
  return z.NEVER
})
/** Transactions by their ids, or those to review among all that a filter of the list matches. */
export const acceptInput = z
  .strictObject({ ids: z.array(id()).max(acceptLimit, tooManyText).optional(), filter: filter.optional() })
  .superRefine(({ ids, filter: terms }, context) => {
    if (ids && terms) context.addIssue({ code: 'custom', path: ['filter'], message: 'Give transaction ids or a filter, not both.' })
    else if (!terms && !ids?.length) context.addIssue({ code: 'custom', path: ['ids'], message: nothingToAccept })
  })

/** An authentication_id (the newest visible one, if several) or a txn_id (TXN-4). */
const byCode = z.object({ id: z.string().min(1).max(60) })
const byTransaction = z.object({ id: id() })
export const transactions = defineContract('transactions', {
  list: {
    method: 'GET',
    path: '/fuel-transaction/authcode',
    summary: 'Fuel transactions, each with its lines',
    can: 'transactions.read',
    query: transactionList.query,
    list: transactionList,
    reply: pageOf('transactions', transactionRow),
  },
  get: {
    method: 'GET',
    path: '/fuel-transaction/transactionsbyid/:id',
    summary: 'A fuel transaction, by its authorization code or its id',
    can: 'transactions.read',
    params: byCode,
    reply: transaction,
  },
  explain: {
    method: 'GET',
    path: '/fuel-transaction/:id/explain',
    summary: 'How the billed price of each line came about',
    // A customer may know what it pays, not what the provider pays.
    can: 'rates.read',
    params: byTransaction,
    reply: explanation,
  },
  accept: {
    method: 'POST',
    path: '/fuel-transaction/accept',
    summary: 'Accept flagged transactions for billing',
    can: 'transactions.update',
    body: acceptInput,
    reply: z.object({ accepted: z.int() }),
  },
  remove: {
    method: 'DELETE',
    path: '/transaction/:id',
    summary: 'Delete a transaction that is not billed',
    can: 'transactions.delete',
    params: byTransaction,
    reply: z.null(),
  },
})
