import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, isoDate, localTime } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencyChoices, providerChoices } from '../list-choices.ts'
import { productCodes, productWords } from '../lookups/products.rules.ts'
import { fuelProviders } from '../lookups/providers.rules.ts'
import { currencies } from '../rules/currency.ts'
import { volumeUnits } from '../rules/units.ts'

/**
 * What lines brought in (COST-1), before sales tax. Lines without a known cost are in `lines` and `billed`, and apart in
 * `unknown_lines` and `unknown_billed`: cost, margin and what follows from them are of the others alone. `per_unit` is
 * of lines sold by volume. Credits count negative.
 */
export const marginFigures = {
  lines: z.int(),
  unknown_lines: z.int(),
  billed: z.number(),
  unknown_billed: z.number(),
  cost: z.number(),
  margin: z.number(),
  /** Of what was billed; null if nothing was. */
  percent: z.number().nullable(),
  quantity: z.number(),
  per_unit: z.number().nullable(),
}
/** Currencies are never added up. */
const currencyMargin = z.object({
  currency: z.enum(currencies),
  unit: z.enum(volumeUnits),
  ...marginFigures,
})
export type CurrencyMargin = z.infer<typeof currencyMargin>
const recordMargin = z.object({ totals: z.array(currencyMargin) })

/** Cost and margin of one line; null if its cost is not known. The price is per unit, before sales tax. */
const lineMargin = z.object({
  dtl_id: z.int(),
  dtl_auth_id: z.string(),
  dtl_prd_cd: z.string(),
  currency: z.enum(currencies),
  quantity: z.number(),
  unit: z.enum(volumeUnits).nullable(),
  billed: z.number(),
  cost: z.number().nullable(),
  cost_price: z.number().nullable(),
  /** The sales taxes that the provider charged. */
  cost_tax: z.number().nullable(),
  margin: z.number().nullable(),
  percent: z.number().nullable(),
  per_unit: z.number().nullable(),
})
export type LineMargin = z.infer<typeof lineMargin>

const marginLine = lineMargin.extend({
  id: z.int(),
  txn_id: z.int(),
  txn_date: localTime(),
  company_id: z.int(),
  company_name: z.string(),
  provider: z.string().nullable(),
  site: z.string().nullable(),
  site_number: z.string().nullable(),
  invoice_id: z.int().nullable(),
  invoice_number: z.string().nullable(),
})
export type MarginLine = z.infer<typeof marginLine>

const invoicedWords = { yes: 'Invoiced', no: 'Not invoiced' } as const
export const marginLineList = defineList({
  rows: 'lines',
  columns: {
    txn_date: ['Time stamp', 'time'],
    dtl_auth_id: 'Auth code',
    company_name: 'Company',
    provider: 'Provider',
    site: 'Site',
    site_number: 'Site number',
    dtl_prd_cd: 'Product',
    quantity: ['Quantity', 'number'],
    unit: 'Unit',
    currency: 'Currency',
    billed: ['Billed before sales tax', 'money'],
    cost: ['Cost before sales tax', 'money'],
    margin: ['Margin', 'money'],
    percent: ['Margin %', 'number'],
    per_unit: ['Margin per unit', 'price'],
    invoice_number: 'Invoice',
  },
  sort: ['txn_date'],
  filters: {
    txn_date: { kind: 'date' },
    provider: { kind: 'choice', options: providerChoices(fuelProviders) },
    site_number: { kind: 'text' },
    company_name: { kind: 'text' },
    product: { kind: 'choice', options: choices(productCodes, productWords) },
    currency: { kind: 'choice', options: currencyChoices },
    invoiced: { kind: 'choice', options: choices(invoicedWords) },
    cost_known: { kind: 'choice', options: choices({ yes: 'Cost known', no: 'Cost unknown' }) },
  },
  defaultSort: 'txn_date,desc',
})

/** For the provider's staff. For customers these records do not exist (COST-2). */
export const margins = defineContract('margins', {
  transaction: {
    method: 'GET',
    path: '/margins/transactions/:id',
    summary: 'Get the cost and margin of a transaction and of each of its lines',
    can: 'transactions.read',
    params: byId,
    reply: recordMargin.extend({ lines: z.array(lineMargin) }),
  },
  import: {
    method: 'GET',
    path: '/margins/imports/:id',
    summary: 'Get the cost and margin of the transactions that a file brought',
    can: 'transactions.read',
    params: byId,
    reply: recordMargin,
  },
  invoice: {
    method: 'GET',
    path: '/margins/invoices/:id',
    summary: 'Get the cost and margin of an invoice',
    can: 'invoices.read',
    params: byId,
    reply: recordMargin,
  },
  customer: {
    method: 'GET',
    path: '/margins/customers/:id',
    reads: 'replica',
    summary: 'Get the cost and margin of a customer’s purchases, of the last 30 days by default',
    can: 'customers.read',
    params: byId,
    query: z.strictObject({ from: isoDate().optional(), to: isoDate().optional() }),
    reply: recordMargin.extend({ from: z.iso.date(), to: z.iso.date() }),
  },
  lines: {
    method: 'GET',
    path: '/margins/lines',
    summary: 'List lines with their cost and margin',
    can: 'reporting.read',
    isForStaff: true,
    query: marginLineList.query,
    list: marginLineList,
    reply: pageOf('lines', marginLine),
  },
})
