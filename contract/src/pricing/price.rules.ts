import { isFuel, type ProductCode, taxClassOf } from '../lookups/products.rules.ts'
import { type FuelProviderName, hasRateFiles } from '../lookups/providers.rules.ts'
import {
  currencyOfTaxes,
  isUnitTax,
  type SalesTax,
  type SalesTaxRow,
  salesFactor,
  type TaxCode,
  type TaxesOfDay,
  type TaxTable,
  taxesOn,
  type UnitTaxRow,
} from '../rates/tax.rules.ts'
import type { Currency } from '../rules/currency.ts'
import { amountOf, flooredRatio, roundedRatio, shareOf } from '../rules/exact.ts'
import { convertPrice, convertQuantity, ratioBetween, type VolumeUnit } from '../rules/units.ts'

/** The daily rate of the provider, site and product for the transaction's day, or the latest one before it. */
export type RateRow = {
  id: number
  date: string
  price_e4: number
  unit: VolumeUnit
  currency: Currency
  retail_e4: number | null
}
/** The customer's active markup at the provider on the day, in the provider's unit. */
type MarkupRow = { id: number; value_e4: number; unit: VolumeUnit; currency: Currency }

export type PriceInput = {
  provider: FuelProviderName
  product: ProductCode
  /** The site's local date. */
  date: string
  province: string
  region: string | null
  currency: Currency
  /** Unit of the quantity and of the file's two prices. Null for products counted by the piece, which fuel never is. */
  unit: VolumeUnit | null
  quantity_milli: number
  /** The file's own price before sales tax. For products without a quantity: the amount, at a quantity of one. */
  file_price_e6: number
  /** The file's retail price, tax included. */
  retail_e6: number | null
  rate: RateRow | null
  markup: MarkupRow | null
  cap_at_retail: boolean
  /**
   * For a credit: how much of the purchase earlier credits cover. A credit is priced as the increase over them, so that
   * all credits together equal the purchase to the cent.
   */
  before_milli?: number
}

export const priceFlags = ['carried', 'no_rate', 'no_markup', 'no_tax_rate'] as const
export type PriceFlag = (typeof priceFlags)[number]

/** One line of 'Explain this price': its kind, value and unit, and the row it comes from. */
export type PriceStep = {
  step:
    | 'quantity'
    | 'before'
    | 'rate'
    | 'file_price'
    | 'less_tax'
    | 'plus_tax'
    | 'carried'
    | 'markup'
    | 'price'
    | 'retail'
    | 'cap'
    | 'billed_price'
    | 'pre'
    | 'sales_tax'
    | 'billed'
    | 'discount'
  value: number
  in: 'milli' | 'e6' | 'cents'
  unit: VolumeUnit | null
  tax: TaxCode | null
  row: number | null
}
type BilledLine = {
  /** Unit of the price: the rate's, or else the file's. */
  unit: VolumeUnit | null
  quantity_milli: number
  price_e6: number
  pre_cents: number
  sales_taxes: readonly { tax: SalesTax; row: number; rate_e5: number; cents: number }[]
  billed_cents: number
  /** For display only. No amount depends on it. */
  discount_cents: number | null
}
export const formulaVersion = 1
export type Derivation = {
  formula: number
  input: PriceInput
  /** Copies of the tax rows in force, so that the price can be recalculated after those rows change. */
  taxes: TaxesOfDay
  /** The tax rows of the rate's day, if the rate is older than the purchase. */
  rate_day_taxes: TaxesOfDay | null
  flags: readonly PriceFlag[]
  carried_days: number | null
  steps: readonly PriceStep[]
  line: BilledLine
}

const dayNumber = (date: string): number => {
  const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000
  if (!Number.isInteger(day)) throw new RangeError(`${date} is not a date`)
  return day
}
type Detail = { unit?: VolumeUnit | null; tax?: TaxCode; row?: number | null }
const step = (name: PriceStep['step'], value: number, counted: PriceStep['in'], detail: Detail = {}): PriceStep => ({
  step: name,
  value,
  in: counted,
  unit: detail.unit ?? null,
  tax: detail.tax ?? null,
  row: detail.row ?? null,
})

/** Rates and markups have four decimals, and so have a carried rate, a converted markup and the retail cap. */
const millionths = (e4: number): number => e4 * 100

/** r of the formula: the price before the markup, and the rate row it comes from, if any. */
type Base = {
  price_e6: number
  unit: VolumeUnit | null
  flags: readonly PriceFlag[]
  carried_days: number | null
  steps: readonly PriceStep[]
  rate: RateRow | null
}

/** Sums of the per-unit taxes, in millionths: those already in the wanted unit, and those in the other. */
function sumsOf(rows: readonly UnitTaxRow[], unit: VolumeUnit): { same: number; other: number } {
  const sum = (some: readonly UnitTaxRow[]) => some.reduce((total, { rate_e6 }) => total + rate_e6, 0)
  return { same: sum(rows.filter((row) => row.unit === unit)), other: sum(rows.filter((row) => row.unit !== unit)) }
}

/** The rate with one day's per-unit taxes replaced by another day's, rounded once, in ten-thousandths like the rate. */
function swapTaxes({ price_e4, unit }: RateRow, before: readonly UnitTaxRow[], after: readonly UnitTaxRow[]): number {
  const [old, now] = [sumsOf(before, unit), sumsOf(after, unit)]
  const { over, under } = ratioBetween(unit, unit === 'L' ? 'GAL' : 'L')
  const counted =
    BigInt(millionths(price_e4) + now.same - old.same) * BigInt(under) + BigInt(now.other - old.other) * BigInt(over)
  return roundedRatio([counted], [100, under])
}

const taxStep = (name: 'less_tax' | 'plus_tax', { rate_e6, unit, tax, id }: UnitTaxRow) =>
  step(name, rate_e6, 'e6', { unit, tax, row: id })
const rateStep = ({ id, price_e4, unit }: RateRow) => step('rate', millionths(price_e4), 'e6', { unit, row: id })

/**
 * An older rate with the taxes of the transaction's day. Null if the taxes cannot be replaced because a row is missing
 * or the currencies differ.
 */
function carry(input: PriceInput, rate: RateRow, taxes: TaxesOfDay, before: TaxesOfDay): Base | null {
  if ([...taxes.missing, ...before.missing].some(isUnitTax)) return null
  const price_e4 = swapTaxes(rate, before.unit, taxes.unit)
  const isForeign = [...taxes.unit, ...before.unit].some(
    ({ jurisdiction }) => currencyOfTaxes(jurisdiction) !== rate.currency,
  )
  if (isForeign && price_e4 !== rate.price_e4) return null
  const exchanged = isForeign
    ? []
    : [...before.unit.map((row) => taxStep('less_tax', row)), ...taxes.unit.map((row) => taxStep('plus_tax', row))]
  const price_e6 = millionths(price_e4)
  const steps = [rateStep(rate), ...exchanged, step('carried', price_e6, 'e6', { unit: rate.unit })]
  return {
    price_e6,
    unit: rate.unit,
    flags: ['carried'],
    carried_days: dayNumber(input.date) - dayNumber(rate.date),
    steps,
    rate,
  }
}

const atFilePrice = ({ file_price_e6, unit }: PriceInput, flags: readonly PriceFlag[]): Base => ({
  price_e6: file_price_e6,
  unit,
  flags,
  carried_days: null,
  steps: [step('file_price', file_price_e6, 'e6', { unit })],
  rate: null,
})

function baseOf(input: PriceInput, taxes: TaxesOfDay, before: TaxesOfDay | null): Base {
  const { rate, currency, provider, product } = input
  if (!isFuel(product) || !hasRateFiles(provider)) return atFilePrice(input, [])
  if (rate === null || rate.currency !== currency) return atFilePrice(input, ['no_rate'])
  if (before === null)
    return {
      price_e6: millionths(rate.price_e4),
      unit: rate.unit,
      flags: [],
      carried_days: null,
      steps: [rateStep(rate)],
      rate,
    }
  return carry(input, rate, taxes, before) ?? atFilePrice(input, ['no_rate'])
}

/** m of the formula, in the unit of the price. */
function markupOf(
  { markup, currency }: PriceInput,
  unit: VolumeUnit,
): { value_e6: number; flags: readonly PriceFlag[]; steps: readonly PriceStep[] } {
  if (markup === null || markup.currency !== currency) return { value_e6: 0, flags: ['no_markup'], steps: [] }
  if (markup.value_e4 < 0) throw new RangeError('A markup cannot be negative')
  const value_e6 = millionths(convertPrice(markup.value_e4, markup.unit, unit))
  return { value_e6, flags: [], steps: [step('markup', value_e6, 'e6', { unit, row: markup.id })] }
}

/** The quantity in the unit of the price. A count of pieces needs no conversion. */
const quantityIn = ({ unit: given }: PriceInput, quantity_milli: number, unit: VolumeUnit | null): number =>
  given === null || unit === null ? quantity_milli : convertQuantity(quantity_milli, given, unit)

type Retail = { price_e6: number; unit: VolumeUnit | null; row: number | null }
/** The retail price with tax and its unit: the transaction's, or else the rate's. A price of 0 counts as unknown. */
function retailOf({ retail_e6, unit }: PriceInput, rate: RateRow | null): Retail | null {
  if (retail_e6 !== null && retail_e6 > 0) return { price_e6: retail_e6, unit, row: null }
  if (rate !== null && rate.retail_e4 !== null && rate.retail_e4 > 0)
    return { price_e6: millionths(rate.retail_e4), unit: rate.unit, row: rate.id }
  return null
}

/**
 * Retail less sales taxes, in the unit of the price. Rounded down to four decimals, so that the customer never pays
 * more than at the pump.
 */
function capOf(retail: Retail, unit: VolumeUnit, sales: readonly SalesTaxRow[]): number {
  const { over, under } = ratioBetween(unit, retail.unit ?? unit)
  return millionths(flooredRatio([retail.price_e6, 100_000, over], [salesFactor(sales), under, 100]))
}

function calculate(input: PriceInput, taxes: TaxesOfDay, before: TaxesOfDay | null): Derivation {
  const base = baseOf(input, taxes, before)
  const { unit } = base
  const fuelUnit = isFuel(input.product) ? unit : null
  const markup = fuelUnit ? markupOf(input, fuelUnit) : { value_e6: 0, flags: [], steps: [] }
  const marked_e6 = base.price_e6 + markup.value_e6
  const retail = retailOf(input, base.rate)
  const cap_e6 = fuelUnit && input.cap_at_retail && retail ? capOf(retail, fuelUnit, taxes.sales) : null
  const price_e6 = cap_e6 === null ? marked_e6 : Math.min(marked_e6, cap_e6)
  // The quantities of a credit and of the credits before it are negative.
  const credited = input.before_milli ?? 0
  const before_milli = credited === 0 ? 0 : quantityIn(input, -credited, unit)
  const quantity_milli = quantityIn(input, input.quantity_milli - credited, unit) - before_milli
  const before_cents = amountOf(before_milli, price_e6)
  const pre_cents = amountOf(before_milli + quantity_milli, price_e6) - before_cents
  const taxOf = (rate_e5: number) => shareOf(before_cents + pre_cents, rate_e5) - shareOf(before_cents, rate_e5)
  const sales_taxes = taxes.sales.map(({ tax, id, rate_e5 }) => ({ tax, row: id, rate_e5, cents: taxOf(rate_e5) }))
  const billed_cents = sales_taxes.reduce((sum, { cents }) => sum + cents, pre_cents)
  const retail_quantity_milli = retail?.unit === unit ? quantity_milli : input.quantity_milli
  const discount_cents = retail ? amountOf(retail_quantity_milli, retail.price_e6) - billed_cents : null
  const flags = [...base.flags, ...markup.flags, ...(taxes.missing.length > 0 ? (['no_tax_rate'] as const) : [])]
  const steps = [
    step('quantity', quantity_milli, 'milli', { unit }),
    ...(credited === 0 ? [] : [step('before', -before_milli, 'milli', { unit })]),
    ...base.steps,
    ...markup.steps,
    step('price', marked_e6, 'e6', { unit }),
    ...(retail ? [step('retail', retail.price_e6, 'e6', retail)] : []),
    ...(cap_e6 === null ? [] : [step('cap', cap_e6, 'e6', { unit }), step('billed_price', price_e6, 'e6', { unit })]),
    step('pre', pre_cents, 'cents'),
    ...sales_taxes.map(({ tax, row, cents }) => step('sales_tax', cents, 'cents', { tax, row })),
    step('billed', billed_cents, 'cents'),
    ...(discount_cents === null ? [] : [step('discount', discount_cents, 'cents')]),
  ]
  const line = { unit, quantity_milli, price_e6, pre_cents, sales_taxes, billed_cents, discount_cents }
  return {
    formula: formulaVersion,
    input,
    taxes,
    rate_day_taxes: before,
    flags,
    carried_days: base.carried_days,
    steps,
    line,
  }
}

/** The billed price of a line and its derivation (RATE-4, domain 'The billed price'). */
export function derivePrice(input: PriceInput, table: TaxTable): Derivation {
  const { date, province, region, rate, product, unit } = input
  if (unit === null && isFuel(product)) throw new RangeError('Fuel needs a unit: litres or gallons')
  if (rate !== null && rate.date > date)
    throw new RangeError(`A rate of ${rate.date} cannot price a purchase of ${date}`)
  const question = { date, province, region, product_class: taxClassOf(product) }
  const before = rate !== null && rate.date < date ? taxesOn(table, { ...question, date: rate.date }) : null
  return calculate(input, taxesOn(table, question), before)
}

/** The same price, recalculated from the stored inputs with the formula that produced it. */
export function replayDerivation({ formula, input, taxes, rate_day_taxes }: Derivation): Derivation {
  if (formula !== formulaVersion) throw new RangeError(`Unknown formula ${formula}`)
  return calculate(input, taxes, rate_day_taxes)
}
