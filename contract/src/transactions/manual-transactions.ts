import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import {
  byId,
  currency,
  id,
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
import { volumeUnits } from '../rules/units.ts'
import { faultsOfLine, type TypedField } from './manual-lines.rules.ts'
import { transactionTexts } from './transaction-texts.data.ts'
import { transaction } from './transactions.ts'

/** The choices of the specification (TXN-8); what a record has besides stays and is offered with it. */
export const salesTypes = [
  { value: '1', label: 'PC1' },
  { value: '2', label: 'PC2' },
] as const
/** The word of a sales type; a code without one is its own word. */
export const salesTypeWord = (type: string): string => salesTypes.find(({ value }) => value === type)?.label ?? type
export const noPurchase = 'transaction.no-purchase'

/** What a line tells of its transaction, or of the file it came in: sent back with it, and not typed here. */
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

/** Each box of the form; below zero is a credit (TXN-13). */
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
  /** Of a line that is there already; without one it is new. */
  dtl_id: id().nullish(),
  dtl_auth_id: optionalText(transactionTexts.authentication_id),
  dtl_prd_cd: z.enum(productCodes),
  dtl_prd_desc: optionalText(transactionTexts.product_description),
  ...maybeTyped,
  dtl_uom: z.enum(volumeUnits).nullish(),
  dtl_price_uom: z.enum(volumeUnits).nullish(),
  /** The second names of two rates (TXN-4). */
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

/** A day and a time as they were at the site; seconds may be left out. */
const isTime = (text: string): boolean =>
  /^(19|2\d)\d\d-/.test(text) &&
  z.iso.datetime({ local: true }).safeParse(text.length === 16 ? `${text}:00` : text).success
const firstDay = '2000-01-01'
/** Older or later is a slip of the hand. `tomorrow` is the provider's, or in a form the person's own. */
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

/**
 * A purchase that somebody types in. What is typed is billed; who held the card at that moment is whose it is (TXN-6).
 */
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
 * The whole record again. What a line needs is asked of those lines alone that change, so that what a file left out is
 * no hindrance (TXN-7, TXN-8).
 */
const manualChange = z.strictObject({ ...manualHead, txn_attr: lines, version: version().nullish() })
export type ManualChange = z.output<typeof manualChange>

const sentBack = [
  ...[
    'id',
    'txn_id',
    'company_name',
    'txn_amount',
    'txn_price_per_unit',
    'flags',
    'exceptions',
    'review',
    'is_accepted',
    'is_invoiced',
    'source',
  ],
  ...[
    'updated_at',
    'site',
    'credited_id',
    'is_credited',
    'same_code',
    'files',
    'import_id',
    'fuelPurchase',
    'other1Purchase',
    'other2Purchase',
  ],
]
export const manualTransactions = defineContract('transactions', {
  create: {
    method: 'POST',
    path: '/transaction',
    summary: 'Add a transaction by hand; it is billed as typed, after somebody has looked at it',
    status: 201,
    can: 'transactions.create',
    body: manualInput,
    ignores: [...sentBack, 'version'],
    reply: transaction,
  },
  update: {
    method: 'PUT',
    path: '/fuel-transaction/:id',
    summary: 'Change a transaction that is not billed',
    can: 'transactions.update',
    params: byId,
    body: manualChange,
    ignores: sentBack,
    reply: transaction,
  },
})
