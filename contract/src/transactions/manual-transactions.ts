import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import {
  byId,
  currency,
  id,
  isoDate,
  moneyBalance,
  optionalText,
  quantityBalance,
  unitPrice,
  unitTax,
  version,
} from '../fields.ts'
import { jurisdictionOf } from '../lookups/jurisdictions.rules.ts'
import { productCodes } from '../lookups/products.rules.ts'
import { fuelProviders } from '../lookups/providers.rules.ts'
import { type Message, message } from '../message.ts'
import { salesTaxes } from '../rates/tax.rules.ts'
import { volumeUnits } from '../rules/units.ts'
import { faultsOfLine, type TypedField } from './manual-lines.rules.ts'
import { transactionTexts } from './transaction-texts.data.ts'
import { transaction } from './transactions.ts'
import { salesTypes } from './transactions-words.data.ts'

/** The label of a sales type, or the code itself if it has none. */
export const salesTypeWord = (type: string): string => salesTypes.find(({ value }) => value === type)?.label ?? type
export const noPurchase = 'transaction.no-purchase'

/** Fields of a line that repeat its transaction or come from its file. Clients send them back; they are not typed. */
const echoed = [
  'dtl_price_wo_tax',
  'total_amount',
  'dtl_odometer',
  'dtl_stn_no',
  'dtl_stn_addr',
  'dtl_stn_prv',
  'header',
] as const
const echoes = Object.fromEntries(echoed.map((name) => [name, z.unknown().optional()])) as Record<
  (typeof echoed)[number],
  z.ZodOptional<z.ZodUnknown>
>

/** The schema of each field. A negative number is a credit (TXN-13). */
export const typedSchemas = {
  dtl_qty: quantityBalance(),
  dtl_net_price: unitPrice(),
  retailPrice: unitPrice(),
  dtl_hst_amt: moneyBalance(),
  dtl_gst_amt: moneyBalance(),
  dtl_pst_amt: moneyBalance(),
  dtl_qst_amt: moneyBalance(),
  dtl_fet_rt: unitTax(),
  dtl_pft_rt: unitTax(),
  dtl_cbt_rt: unitTax(),
  dtl_local_rt: unitTax(),
  dtl_amt: moneyBalance(),
  dtl_discount: moneyBalance(),
  dash_cash: moneyBalance(),
} as const satisfies Record<TypedField, z.ZodNumber>
type MaybeTyped = { [Field in TypedField]: z.ZodOptional<z.ZodNullable<z.ZodNumber>> }
const maybeTyped = Object.fromEntries(
  Object.entries(typedSchemas).map(([name, schema]) => [name, schema.nullish()]),
) as MaybeTyped

const lineInput = z.strictObject({
  /** Set for an existing line; empty for a new one. */
  dtl_id: id().nullish(),
  dtl_auth_id: optionalText(transactionTexts.authentication_id),
  dtl_prd_cd: z.enum(productCodes),
  dtl_prd_desc: optionalText(transactionTexts.product_description),
  ...maybeTyped,
  dtl_uom: z.enum(volumeUnits).nullish(),
  dtl_price_uom: z.enum(volumeUnits).nullish(),
  /** Alternative names of two rates (TXN-4). */
  provincial_fuel_tax_rate: unitTax().nullish(),
  pct: unitTax().nullish(),
  dtl_misc: optionalText(transactionTexts.misc),
  dtl_sls_type: optionalText(20),
  dtl_tran_no: optionalText(transactionTexts.tran_no),
  dtl_brkn_name: optionalText(120),
  ...echoes,
})
const line = lineInput.transform(({ provincial_fuel_tax_rate, pct, ...typed }) => ({
  ...typed,
  dtl_pft_rt: typed.dtl_pft_rt ?? provincial_fuel_tax_rate,
  dtl_cbt_rt: typed.dtl_cbt_rt ?? pct,
}))
export type ManualLineInput = z.output<typeof line>

/** Local date and time at the site. Seconds are optional. */
const isTime = (text: string): boolean =>
  /^(19|2\d)\d\d-/.test(text) &&
  z.iso.datetime({ local: true }).safeParse(text.length === 16 ? `${text}:00` : text).success
const firstDay = '2000-01-01'
/**
 * An older or later date is a typing mistake. `tomorrow` is in the provider's time zone, or in the user's own in a
 * form.
 */
export function faultOfDay(day: string, tomorrow: string): Message | null {
  if (day < firstDay) return message('transaction.too-old', { day: firstDay })
  return day > tomorrow ? 'transaction.future' : null
}
const siteTime = () =>
  z
    .string()
    .min(1)
    .regex(/^$|^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, 'field.moment')
    .refine((text) => text === '' || isTime(text), { error: 'field.moment' })
    .transform((text) => (text.length === 16 ? `${text}:00` : text.slice(0, 19)))
const province = () =>
  z
    .string()
    .trim()
    .toUpperCase()
    .refine((text) => text === '' || jurisdictionOf(text) !== null, {
      error: 'transaction.state',
    })
    .transform((text) => text || null)

export const manualHead = {
  authentication_id: optionalText(transactionTexts.authentication_id),
  txn_date: siteTime(),
  txn_company: id().nullish(),
  card_number: optionalText(19),
  provider: z.enum(fuelProviders).nullish(),
  dtl_stn_no: optionalText(transactionTexts.site_number),
  location: optionalText(transactionTexts.location),
  dtl_stn_prv: province().nullish(),
  currency: currency(),
  driver_name: optionalText(transactionTexts.driver_name),
  vehicle: optionalText(transactionTexts.vehicle),
  odometer: optionalText(transactionTexts.odometer),
  trip_number: optionalText(transactionTexts.trip_number),
}
const lines = z
  .array(line)
  .min(1, noPurchase)
  .max(50, message('transaction.too-many-lines', { max: 50 }))

/** A manually entered transaction. It is billed as typed, to the company that held the card at that time (TXN-6). */
export const manualInput = z
  .strictObject({ ...manualHead, txn_attr: lines })
  .superRefine(({ txn_attr, txn_company, card_number }, context) => {
    for (const [at, one] of txn_attr.entries())
      for (const [field, fault] of Object.entries(faultsOfLine(one)))
        context.addIssue({ code: 'custom', path: ['txn_attr', at, field], message: fault })
    if (!txn_company && !card_number)
      context.addIssue({ code: 'custom', path: ['txn_company'], message: 'transaction.company-or-card' })
  })
export type ManualInput = z.output<typeof manualInput>

/**
 * The whole record. Only changed lines must be complete, so that gaps left by a file do not block an edit (TXN-7,
 * TXN-8).
 */
const manualChange = z.strictObject({ ...manualHead, txn_attr: lines, version: version().nullish() })
export type ManualChange = z.output<typeof manualChange>

/** What is typed so far. The day can have its time, which decides who held the card. */
const proposalQuery = z.strictObject({
  card_number: optionalText(19),
  txn_company: id().optional(),
  txn_date: z.union([isoDate(), siteTime()]).optional(),
  provider: z.enum(fuelProviders).optional(),
  dtl_stn_no: optionalText(transactionTexts.site_number),
  currency: currency().optional(),
  /** Codes separated by commas, such as D1,RF. */
  products: z
    .string()
    .max(100)
    .transform((text) => text.split(',').filter((code) => code !== ''))
    .pipe(z.array(z.enum(productCodes)))
    .optional(),
})
export type ProposalQuery = z.output<typeof proposalQuery>
/** What is known of a purchase before it is typed (TXN-25). Null where nothing is known. */
const proposal = z.object({
  company: z.object({ id: z.int(), name: z.string() }).nullable(),
  driver_name: z.string().nullable(),
  vehicle: z.string().nullable(),
  location: z.string().nullable(),
  dtl_stn_prv: z.string().nullable(),
  /** The site's local tax region. */
  region: z.string().nullable(),
  /** By product, as an import would price it: before sales tax, from the rate and the customer's markup. */
  prices: z.array(
    z.object({
      dtl_prd_cd: z.enum(productCodes),
      dtl_net_price: z.number(),
      dtl_price_uom: z.enum(volumeUnits),
      /** With tax. */
      retailPrice: z.number().nullable(),
      rate_date: z.string(),
      has_markup: z.boolean(),
      /** In percent of the price. */
      sales_taxes: z.array(z.object({ tax: z.enum(salesTaxes), rate: z.number() })),
    }),
  ),
})
export type Proposal = z.infer<typeof proposal>

const sentBack = [
  'id',
  'txn_id',
  'card_id',
  'litres',
  'company_name',
  'txn_amount',
  'txn_price_per_unit',
  'flags',
  'exceptions',
  'review',
  'is_accepted',
  'is_invoiced',
  'source',
  'updated_at',
  'site',
  'credited_id',
  'links',
  'is_credited',
  'same_code',
  'files',
  'import_id',
  'fuelPurchase',
  'other1Purchase',
  'other2Purchase',
]
export const manualTransactions = defineContract('transactions', {
  create: {
    method: 'POST',
    path: '/transaction',
    summary: 'Add a transaction manually; it is billed as typed, after review',
    status: 201,
    can: 'transactions.create',
    body: manualInput,
    ignores: [...sentBack, 'version'],
    reply: transaction,
  },
  propose: {
    method: 'GET',
    path: '/transaction/proposal',
    summary: 'Propose what is known of a manual purchase: company, driver, unit, site and price',
    can: 'transactions.create',
    query: proposalQuery,
    reply: proposal,
  },
  update: {
    method: 'PUT',
    path: '/fuel-transaction/:id',
    summary: 'Change an unbilled transaction',
    can: 'transactions.update',
    params: byId,
    body: manualChange,
    ignores: sentBack,
    reply: transaction,
  },
})
