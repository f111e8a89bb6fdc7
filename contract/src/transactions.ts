import { z } from 'zod'
import { defineContract } from './endpoint.ts'
import { id } from './fields.ts'
import { importModes, maxSheetBytes } from './imports.ts'
import { defineList, pageOf } from './list.ts'
import { currencies } from './rules/currency.ts'
import { fuelProviders, providerFacts } from './rules/providers.ts'

/** The spellings that the import takes (TXN-9). */
export const importProviders = fuelProviders.map((provider) => providerFacts[provider].importName)

/** A product of a stop. What a price came from is not here: see `explain`. */
export const transactionLine = z.object({
  dtl_auth_id: z.string(),
  dtl_prd_cd: z.string(),
  dtl_prd_desc: z.string().nullable(),
  dtl_qty: z.number(),
  dtl_uom: z.string().nullable(),
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

const localTime = () => z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
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
  is_accepted: z.boolean(),
  is_invoiced: z.boolean(),
  txn_attr: z.array(transactionLine),
})
export type TransactionRow = z.infer<typeof transactionRow>
export const transaction = transactionRow.extend({
  driver_name: z.string().nullable(),
  vehicle: z.string().nullable(),
  trip_number: z.string().nullable(),
  source: z.string(),
  version: z.int(),
  updated_at: z.iso.datetime({ offset: true }),
  site: z
    .object({ name: z.string().nullable(), city: z.string().nullable(), latitude: z.number().nullable(), longitude: z.number().nullable() })
    .nullable(),
})
export type Transaction = z.infer<typeof transaction>

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
  sort: ['txn_date', 'authentication_id', 'card_number', 'dtl_stn_no', 'dtl_stn_prv', 'location', 'company_name', 'amount', 'currency'],
  // Over every company only these two orders come from an index (recipes: the index budget).
  sortsNeedingFilter: ['card_number', 'dtl_stn_no', 'dtl_stn_prv', 'location', 'company_name', 'amount', 'currency'],
  filters: {
    authentication_id: { kind: 'text' },
    txn_date: { kind: 'date' },
    card_number: { kind: 'text' },
    dtl_stn_no: { kind: 'text' },
    dtl_stn_prv: { kind: 'text' },
    location: { kind: 'text' },
    company_name: { kind: 'text' },
    amount: { kind: 'money' },
    currency: { kind: 'choice', options: currencies.map((value) => ({ value, label: value })) },
    review: { kind: 'choice', options: [{ value: 'open', label: 'To review' }] },
  },
  aliases: { txn_amount: 'amount' },
  defaultSort: 'txn_date,desc',
})

/** One step of 'Explain this price', in words that a person can follow. */
export const priceStep = z.object({
  step: z.string(),
  amount: z.number(),
  unit: z.string().nullable(),
  tax: z.string().nullable(),
  /** Which row it comes from: the rate of which upload and day, the markup, the tax row with its source. */
  source: z.string().nullable(),
})
export const explanation = z.object({
  lines: z.array(
    z.object({
      dtl_auth_id: z.string(),
      dtl_prd_cd: z.string(),
      formula: z.int(),
      flags: z.array(z.string()),
      warnings: z.array(z.string()),
      steps: z.array(priceStep),
      billed: z.number(),
      /** What the same rules give now, from what was kept: equal, to the cent. */
      replayed: z.number(),
    }),
  ),
})
export type Explanation = z.infer<typeof explanation>

export const quarantineRow = z.object({
  id: z.int(),
  provider: z.string(),
  authentication_id: z.string(),
  txn_date: localTime(),
  card_number: z.string(),
  reason: z.enum(['unknown', 'closed', 'unassigned']),
  amount: z.number(),
  currency: z.enum(currencies),
  row_count: z.int(),
  file_name: z.string(),
  created_at: z.iso.datetime({ offset: true }),
})
export type QuarantineRow = z.infer<typeof quarantineRow>
export const quarantineReasonWords = {
  unknown: 'Unknown card',
  closed: 'Closed card',
  unassigned: 'Unassigned card',
} as const satisfies Record<QuarantineRow['reason'], string>
export const quarantineList = defineList({
  rows: 'quarantine',
  csv: {
    provider: 'Provider',
    authentication_id: 'Auth code',
    txn_date: 'Time stamp',
    card_number: 'Card number',
    reason: 'Reason',
    amount: 'Amount',
    currency: 'Currency',
    file_name: 'File',
  },
  sort: ['created_at'],
  filters: { card_number: { kind: 'text' }, authentication_id: { kind: 'text' }, file_name: { kind: 'text' } },
  defaultSort: 'created_at,desc',
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
    body: z.strictObject({ ids: z.array(id()).min(1).max(10_000) }),
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

export const transactionImports = defineContract('transactionImports', {
  upload: {
    method: 'POST',
    path: '/import_transactions',
    summary: 'Import the transactions of a fuel provider from an xls or xlsx file',
    status: 202,
    can: 'transactions.create',
    transaction: 'none',
    upload: { field: 'file', maxBytes: maxSheetBytes },
    query: z.strictObject({ provider: z.string().min(1).max(40), mode: z.enum(importModes).default('good') }),
    reply: z.object({ import_id: z.int() }),
  },
  quarantine: {
    method: 'GET',
    path: '/quarantine',
    summary: 'Stops that wait for their card',
    can: 'transactions.create',
    query: quarantineList.query,
    list: quarantineList,
    reply: pageOf('quarantine', quarantineRow),
  },
  release: {
    method: 'POST',
    path: '/quarantine/:id/release',
    summary: 'Book a stop whose card is in order now',
    can: 'transactions.create',
    params: byTransaction,
    reply: z.object({ transactions: z.array(z.object({ txn_id: z.int(), authentication_id: z.string() })) }),
  },
})
