import { countryOf, jurisdictionOf } from '../lookups/jurisdictions.rules.ts'
import { isFuel, type ProductCode, type PurchaseGroup, purchaseGroupsOf } from '../lookups/products.rules.ts'
import { type Message, message } from '../message.ts'
import { roundedRatio } from '../rules/exact.ts'
import type { VolumeUnit } from '../rules/units.ts'

/** The fields a user can type for a line, named as in a transaction's lines. */
const typedFields = [
  'dtl_qty',
  'dtl_net_price',
  'retailPrice',
  'dtl_hst_amt',
  'dtl_gst_amt',
  'dtl_pst_amt',
  'dtl_qst_amt',
  'dtl_fet_rt',
  'dtl_pft_rt',
  'dtl_cbt_rt',
  'dtl_local_rt',
  'dtl_amt',
  'dtl_discount',
  'dash_cash',
] as const
export type TypedField = (typeof typedFields)[number]

const salesFields = ['dtl_hst_amt', 'dtl_gst_amt', 'dtl_pst_amt', 'dtl_qst_amt'] as const
const ofFuel = typedFields.filter((field) => field !== 'dash_cash')
const ofOthers: readonly TypedField[] = ['dtl_qty', 'dtl_net_price', ...salesFields, 'dtl_local_rt', 'dtl_amt']
/** The fields of each group of the form (TXN-6). */
export const fieldsOfGroup: Readonly<Record<PurchaseGroup, readonly TypedField[]>> = {
  fuel: ofFuel,
  non_highway: ofFuel,
  other1: ofOthers,
  other2: ofOthers,
  cash: ['dtl_amt', 'dash_cash', ...salesFields],
  oil: ['dtl_qty', 'dtl_net_price', ...salesFields, 'dtl_amt'],
  fee: ['dtl_amt', ...salesFields],
}
const withoutPst = (fields: readonly TypedField[]) => fields.filter((field) => field !== 'dtl_pst_amt')
/**
 * The fields required once the group is used. PST is required for the two fuels only; cash and fees require only the
 * amount (TXN-6).
 */
export const neededOfGroup: Readonly<Record<PurchaseGroup, readonly TypedField[]>> = {
  fuel: ofFuel,
  non_highway: ofFuel,
  other1: withoutPst(ofOthers),
  other2: withoutPst(ofOthers),
  cash: ['dtl_amt'],
  oil: withoutPst(fieldsOfGroup.oil).filter((field) => field !== 'dtl_net_price'),
  fee: ['dtl_amt'],
}
/** A product requires the same fields in every group that allows it. */
export const neededOf = (product: ProductCode): readonly TypedField[] =>
  neededOfGroup[purchaseGroupsOf(product)[0] as PurchaseGroup]

export type TypedLine = { dtl_prd_cd: ProductCode } & Readonly<Partial<Record<TypedField, number | null | undefined>>>
const isMissing = (value: number | null | undefined): boolean => value === null || value === undefined
export const mostPerUnit = 9999.9999

/** In cents. Other checks report a missing amount. */
const centsOf = (value: number | null | undefined): number => Math.round((value ?? 0) * 100) || 0
const isAgainst = (one: number | null | undefined, other: number | null | undefined): boolean =>
  (one ?? 0) * (other ?? 0) < 0
/**
 * Quantity and taxes have the sign of the amount, and the taxes are less than the amount. Dash cash with the opposite
 * sign would add money to the card that was never paid in.
 */
function faultsAgainstAmount({ dtl_amt, ...line }: TypedLine): Partial<Record<TypedField, Message>> {
  if (isMissing(dtl_amt)) return {}
  const taxes = salesFields.filter((field) => centsOf(line[field]) !== 0)
  const taxed = taxes.reduce((sum, field) => sum + centsOf(line[field]), 0)
  const against = taxes.filter((field) => isAgainst(line[field], dtl_amt))
  const [most] = taxes.toSorted((one, other) => Math.abs(centsOf(line[other])) - Math.abs(centsOf(line[one])))
  const isTooMuch = against.length === 0 && most !== undefined && Math.abs(taxed) >= Math.abs(centsOf(dtl_amt))
  return {
    ...(isAgainst(line.dtl_qty, dtl_amt) ? { dtl_qty: 'transaction.quantity-sign' } : {}),
    ...Object.fromEntries(against.map((field) => [field, 'transaction.tax-sign'])),
    ...(isTooMuch ? { [most]: 'transaction.taxes-too-high' } : {}),
    ...(isAgainst(line.dash_cash, dtl_amt) ? { dash_cash: 'transaction.dash-cash-sign' } : {}),
    ...(Math.abs(line.dash_cash ?? 0) > Math.abs(dtl_amt ?? 0) ? { dash_cash: 'transaction.dash-cash-too-high' } : {}),
  }
}

/** What is wrong with a typed line, by field. */
export function faultsOfLine(line: TypedLine): Partial<Record<TypedField, Message>> {
  const empty = neededOf(line.dtl_prd_cd).filter((field) => isMissing(line[field]))
  const { dtl_qty, dtl_net_price } = line
  return {
    ...faultsAgainstAmount(line),
    ...Object.fromEntries(empty.map((field) => [field, 'field.required' as const])),
    ...(dtl_qty === 0 ? { dtl_qty: 'transaction.quantity-zero' } : {}),
    ...(isFuel(line.dtl_prd_cd) && (dtl_net_price ?? 0) > mostPerUnit
      ? { dtl_net_price: message('field.at-most', { max: mostPerUnit }) }
      : {}),
  }
}

/** Litres in Canada, gallons in the USA. If the place is unknown, the currency decides. */
export function unitOfPlace(province: string | null, currency: 'CAD' | 'USD'): VolumeUnit {
  const jurisdiction = jurisdictionOf(province ?? '')
  const isAmerican = jurisdiction === null ? currency === 'USD' : countryOf(jurisdiction) === 'US'
  return isAmerican ? 'GAL' : 'L'
}

/**
 * The price per unit derived from a pre-tax amount, to four decimals. Used for lines without a price of their own, such
 * as oil and cash.
 */
export const priceFrom = (pre_cents: number, quantity_milli: number): number =>
  quantity_milli === 0
    ? 0
    : roundedRatio([pre_cents * Math.sign(quantity_milli), 100_000], [Math.abs(quantity_milli)]) * 100
