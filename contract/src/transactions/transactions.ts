import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id, instant, localTime } from '../fields.ts'
import { attachment } from '../files/attachments.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencyChoices } from '../list-choices.ts'
import { explanation } from '../pricing/price-explanation.ts'
import { currencies } from '../rules/currency.ts'

/**
 * What must be looked at before a transaction is billed, and what happened against a rule. A code without words here is shown
 * as it is.
 */
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

/** A product of a transaction. What a price came from is not here: see `explain`. */
const transactionLine = z.object({
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

const transactionRow = z.object({
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
  /** Null for a transaction that came in no file, and for customers. */
  import_id: z.int().nullable(),
  /** Another transaction reverses it, so it cannot be deleted (LIT-4). */
  is_credited: z.boolean(),
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
  updated_at: instant(),
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
  credited_id: z.int().nullable(),
  /** The lines of TXN-7's groups once more; with a DEF line the fuel is null. Every line is in `txn_attr`. */
  fuelPurchase: transactionLine.nullable(),
  other1Purchase: transactionLine.nullable(),
  other2Purchase: transactionLine.nullable(),
  files: z.array(attachment.pick({ id: true, name: true, url: true })),
  /**
   * The others with the same code that the reader sees, newest first: its credit or its original, and codes that were
   * used again.
   */
  same_code: z.array(
    z.object({ txn_id: z.int(), txn_date: localTime(), txn_amount: z.number(), currency: z.enum(currencies) }),
  ),
})
export type Transaction = z.infer<typeof transaction>

export const reviewWords = { open: 'To review', accepted: 'Accepted' } as const
const billingWords = { open: 'Not billed yet', billed: 'Billed' } as const
const exceptionFilterWords = { any: 'With exceptions', none: 'Without exceptions' } as const
export const transactionList = defineList({
  rows: 'transactions',
  columns: {
    authentication_id: 'Auth code',
    txn_date: ['Time stamp', 'time'],
    card_number: 'Card number',
    dtl_stn_no: 'Site number',
    dtl_stn_prv: 'Province/State',
    location: 'Location',
    company_name: 'Company',
    txn_amount: ['Amount', 'money'],
    currency: 'Currency',
    provider: 'Provider',
  },
  lineColumns: {
    dtl_auth_id: 'Auth code',
    txn_date: ['Time stamp', 'time'],
    card_number: 'Card number',
    driver_name: 'Driver',
    vehicle: 'Unit number',
    trailer_number: 'Trailer',
    dtl_odometer: 'Odometer',
    dtl_stn_no: 'Site number',
    site_name: 'Site',
    city: 'City',
    dtl_stn_prv: 'Province/State',
    company_name: 'Company',
    provider: 'Provider',
    dtl_prd_cd: 'Product',
    dtl_prd_desc: 'Provider’s code',
    dtl_qty: ['Quantity', 'number'],
    dtl_uom: 'Unit',
    dtl_net_price: ['Price', 'price'],
    dtl_price_uom: 'Unit of price',
    dtl_fet_rt: ['FET per unit', 'price'],
    dtl_pft_rt: ['PFT per unit', 'price'],
    pct: ['PCT per unit', 'price'],
    dtl_local_rt: ['Local per unit', 'price'],
    dtl_gst_amt: ['GST', 'money'],
    dtl_hst_amt: ['HST', 'money'],
    dtl_pst_amt: ['PST', 'money'],
    dtl_qst_amt: ['QST', 'money'],
    dtl_discount: ['Discount', 'money'],
    dtl_amt: ['Amount', 'money'],
    currency: 'Currency',
    invoice_number: 'Invoice',
  },
  sort: [
    'txn_date',
    'authentication_id',
    'card_number',
    'dtl_stn_no',
    'dtl_stn_prv',
    'location',
    'company_name',
    'txn_amount',
    'currency',
  ],
  // Over every company only the time and the code have an index: more than six would make an import slow (recipes: the
  // index budget).
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
    currency: { kind: 'choice', options: currencyChoices },
    review: { kind: 'choice', options: choices(reviewWords) },
    billing: { kind: 'choice', options: choices(billingWords) },
    exceptions: { kind: 'choice', options: choices(exceptionFilterWords) },
    import_id: { kind: 'id' },
  },
  aliases: { amount: 'txn_amount', dtl_stn_addr: 'location' },
  defaultSort: 'txn_date,desc',
})

export const acceptLimit = 10_000
export const nothingToAccept = 'transaction.none-to-accept'
const tooManyText = 'transaction.too-many'
/** Read by the list's own rules, so that what is accepted is what was shown. */
const filter = z.array(z.string()).transform((terms, context): string[] => {
  const read = transactionList.query.safeParse({ filter: terms })
  if (read.success) return read.data.filter
  for (const { message } of read.error.issues) context.addIssue({ code: 'custom', message })
  return z.NEVER
})
const chosen = { ids: z.array(id()).max(acceptLimit, tooManyText).optional(), filter: filter.optional() }
type Chosen = { ids?: number[] | undefined; filter?: string[] | undefined }
function demandChoice({ ids, filter: terms }: Chosen, context: z.core.$RefinementCtx): void {
  if (ids && terms) context.addIssue({ code: 'custom', path: ['filter'], message: 'transaction.ids-or-filter' })
  else if (!terms && !ids?.length) context.addIssue({ code: 'custom', path: ['ids'], message: nothingToAccept })
}
/**
 * Transactions by their ids, or those to review among all that a filter of the list matches; to undo, those accepted
 * and not billed.
 */
export const acceptInput = z.strictObject(chosen).superRefine(demandChoice)
const reviewActs = ['accept', 'unaccept'] as const
export type ReviewAct = (typeof reviewActs)[number]
export const reviewPreviewInput = z
  .strictObject({ ...chosen, act: z.enum(reviewActs).default('accept') })
  .superRefine(demandChoice)
/** What would be accepted, or undone: these and no others, if the ids are sent with the call itself (TXN-23). */
const reviewPreview = z.object({
  count: z.int(),
  ids: z.array(z.int()),
  totals: z.array(z.object({ currency: z.enum(currencies), amount: z.number() })),
  flags: z.array(z.object({ flag: z.string(), count: z.int() })),
  exceptions: z.array(z.object({ exception: z.string(), count: z.int() })),
})
export type ReviewPreview = z.infer<typeof reviewPreview>

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
  unaccept: {
    method: 'POST',
    path: '/fuel-transaction/unaccept',
    summary: 'Undo the acceptance of transactions that are not billed, so that they are to review again',
    can: 'transactions.update',
    body: acceptInput,
    reply: z.object({ unaccepted: z.int() }),
  },
  acceptPreview: {
    method: 'POST',
    path: '/fuel-transaction/accept/preview',
    summary: 'How many transactions would be accepted, or undone, their sum per currency and their flags',
    can: 'transactions.update',
    // A POST because of its body; it writes nothing.
    transaction: 'none',
    body: reviewPreviewInput,
    reply: reviewPreview,
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
