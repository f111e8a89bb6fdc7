import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id, instant, localTime } from '../fields.ts'
import { attachment } from '../files/attachments.ts'
import { bulkFilter, choices, defineList, pageOf } from '../list.ts'
import { currencyChoices } from '../list-choices.ts'
import { message } from '../message.ts'
import { explanation } from '../pricing/price-explanation.ts'
import { currencies } from '../rules/currency.ts'

/** A typed sales tax is not what the tax rates give (TXN-22). */
export const typedTaxFlag = 'typed_tax'
/** Only another person than the one who typed the amounts can accept it (TXN-22). */
export const secondPersonFlag = 'second_person'
/** A credit typed before its purchase takes more than the purchase has. It cannot be accepted, only changed (TXN-22). */
export const creditExcessFlag = 'credit_excess'
/** One product of a transaction. `explain` returns how its price was derived. */
const transactionLine = z.object({
  dtl_id: z.int(),
  dtl_auth_id: z.string(),
  dtl_prd_cd: z.string(),
  dtl_prd_desc: z.string().nullable(),
  dtl_qty: z.number(),
  dtl_uom: z.string().nullable(),
  /** The unit of the billed price. It is the rate's, which can differ from the file's. */
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
  /** For a cash advance: the part paid from the card's dash cash. */
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

/** The records that it names, if the reader's company has them: a customer sees no Draft (UX-8). */
const transactionLinks = z.object({
  card_id: z.int().nullable(),
  unit_id: z.int().nullable(),
  invoice_id: z.int().nullable(),
  invoice_number: z.string().nullable(),
})

const transactionRow = z.object({
  id: z.int(),
  txn_id: z.int(),
  authentication_id: z.string(),
  txn_date: localTime(),
  card_id: z.int().nullable(),
  card_number: z.string().nullable(),
  driver_name: z.string().nullable(),
  vehicle: z.string().nullable(),
  /** All fuel of the transaction, in litres; null without fuel. */
  litres: z.number().nullable(),
  links: transactionLinks,
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
  /** Flagged transactions need review before billing. Null if there is nothing to review. */
  review: z.enum(['open', 'accepted']).nullable(),
  is_accepted: z.boolean(),
  is_invoiced: z.boolean(),
  /** Null for transactions that were not imported, and for customers. */
  import_id: z.int().nullable(),
  /** A credit refers to this transaction, so it cannot be deleted (LIT-4). */
  is_credited: z.boolean(),
  version: z.int(),
  updated_at: instant(),
  txn_attr: z.array(transactionLine),
})
export type TransactionRow = z.infer<typeof transactionRow>
export const transaction = transactionRow.extend({
  trip_number: z.string().nullable(),
  odometer: z.string().nullable(),
  source: z.string(),
  site: z
    .object({
      id: z.int(),
      name: z.string().nullable(),
      city: z.string().nullable(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      /** The coordinates are the city's, because the site's are unknown. */
      is_approximate: z.boolean(),
    })
    .nullable(),
  credited_id: z.int().nullable(),
  /** The lines of TXN-7's groups again. With a DEF line the fuel is null. `txn_attr` has every line. */
  fuelPurchase: transactionLine.nullable(),
  other1Purchase: transactionLine.nullable(),
  other2Purchase: transactionLine.nullable(),
  files: z.array(attachment.pick({ id: true, name: true, url: true })),
  /** Other visible transactions with the same code, newest first: its credits or its purchase, and reused codes. */
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
  changes: true,
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
  // Across all companies only time and code have an index. More than six indexes would slow imports (recipes: the index
  // budget).
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
    driver_name: { kind: 'text' },
    vehicle: { kind: 'text' },
    /** Transactions with a fuel line of so many litres. */
    litres: { kind: 'quantity' },
  },
  aliases: { amount: 'txn_amount', dtl_stn_addr: 'location' },
  defaultSort: 'txn_date,desc',
})

export const acceptLimit = 10_000
export const nothingToAccept = 'transaction.none-to-accept'
export const tooManyTransactions = message('transaction.too-many', { max: acceptLimit })
const chosen = {
  ids: z.array(id()).max(acceptLimit, tooManyTransactions).optional(),
  filter: bulkFilter(transactionList).optional(),
}
type Chosen = { ids?: number[] | undefined; filter?: string[] | undefined }
function demandChoice({ ids, filter: terms }: Chosen, context: z.core.$RefinementCtx): void {
  if (ids && terms) context.addIssue({ code: 'custom', path: ['filter'], message: 'transaction.ids-or-filter' })
  else if (!terms && !ids?.length) context.addIssue({ code: 'custom', path: ['ids'], message: nothingToAccept })
}
/**
 * Transactions by id, or all that match a list filter. Accepting takes those to review; undoing takes those accepted
 * and unbilled.
 */
export const acceptInput = z.strictObject(chosen).superRefine(demandChoice)
const reviewActs = ['accept', 'unaccept'] as const
export type ReviewAct = (typeof reviewActs)[number]
export const reviewPreviewInput = z
  .strictObject({ ...chosen, act: z.enum(reviewActs).default('accept') })
  .superRefine(demandChoice)
/**
 * What would be accepted or undone. Sending these ids with the call limits it to exactly these transactions (TXN-23).
 */
const reviewPreview = z.object({
  count: z.int(),
  ids: z.array(z.int()),
  totals: z.array(z.object({ currency: z.enum(currencies), amount: z.number() })),
  flags: z.array(z.object({ flag: z.string(), count: z.int() })),
  exceptions: z.array(z.object({ exception: z.string(), count: z.int() })),
  /** How many the user typed, so that a second person has to accept them (TXN-22). They are not among the ids. */
  second_person: z.int(),
})
export type ReviewPreview = z.infer<typeof reviewPreview>

/** An authentication_id or a txn_id. If several share the code, the newest visible one (TXN-4). */
const byCode = z.object({ id: z.string().min(1).max(60) })
const byTransaction = z.object({ id: id() })
export const transactions = defineContract('transactions', {
  list: {
    method: 'GET',
    path: '/fuel-transaction/authcode',
    summary: 'List fuel transactions, each with its lines',
    can: 'transactions.read',
    query: transactionList.query,
    list: transactionList,
    reply: pageOf('transactions', transactionRow),
  },
  get: {
    method: 'GET',
    path: '/fuel-transaction/transactionsbyid/:id',
    summary: 'Get a fuel transaction by its authorization code or its id',
    can: 'transactions.read',
    params: byCode,
    reply: transaction,
  },
  explain: {
    method: 'GET',
    path: '/fuel-transaction/:id/explain',
    summary: 'Explain the billed price of each line',
    // Customers get the billed price, its taxes and the retail price, not what it was derived from (COST-2).
    can: 'transactions.read',
    params: byTransaction,
    reply: explanation,
  },
  accept: {
    method: 'POST',
    path: '/fuel-transaction/accept',
    summary: 'Accept flagged transactions for billing',
    can: 'transactions.update',
    body: acceptInput,
    reply: z.object({ accepted: z.int(), second_person: z.int() }),
  },
  unaccept: {
    method: 'POST',
    path: '/fuel-transaction/unaccept',
    summary: 'Undo the acceptance of unbilled transactions, so that they need review again',
    can: 'transactions.update',
    body: acceptInput,
    reply: z.object({ unaccepted: z.int() }),
  },
  acceptPreview: {
    method: 'POST',
    path: '/fuel-transaction/accept/preview',
    summary: 'Preview an acceptance or its undo: the number of transactions, totals by currency and flags',
    can: 'transactions.update',
    // A POST because of its body; it writes nothing.
    transaction: 'none',
    body: reviewPreviewInput,
    reply: reviewPreview,
  },
  remove: {
    method: 'DELETE',
    path: '/transaction/:id',
    summary: 'Delete an unbilled transaction',
    can: 'transactions.delete',
    params: byTransaction,
    reply: z.null(),
  },
})
