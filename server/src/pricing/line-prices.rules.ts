import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { FuelProviderName } from '@portal/contract/lookups/providers.rules.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { type Derivation, derivePrice, type PriceInput } from '@portal/contract/pricing/price.rules.ts'
import type { SalesTax, TaxTable, UnitTax } from '@portal/contract/rates/tax.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { amountOf, roundedRatio, shareOf } from '@portal/contract/rules/exact.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { convertPrice, type VolumeUnit } from '@portal/contract/rules/units.ts'
import { costFlagsOf, costOf, costTypes, type LineCost } from './line-costs.rules.ts'

/**
 * What the provider says it charged. It is compared with our rates and never billed. One entry can combine several
 * taxes.
 */
export type TaxEvidence = {
  unit: { taxes: readonly UnitTax[]; rate_e6: number }[]
  sales: { taxes: readonly SalesTax[]; cents: number }[]
}

/** A staged purchase line with all inputs of its price. */
export type UnpricedLine = {
  line_id: number
  product: ProductCode
  province: string
  region: string | null
  currency: Currency
  unit: VolumeUnit | null
  quantity_milli: number
  file_price_e6: number
  file_amount_cents: number
  retail_e6: number | null
  evidence: TaxEvidence | null
  day: string
  /** The site's province, as known before this file. */
  known_province: string | null
  rate_id: number | null
  rate_day: string | null
  rate_price_e4: number | null
  rate_unit: VolumeUnit | null
  rate_currency: Currency | null
  rate_retail_e4: number | null
  markup_id: number | null
  markup_value_e4: number | null
  markup_unit: VolumeUnit
  markup_currency: Currency
  /** Whether the customer's price is capped at the retail price (domain, the billed price). */
  cap_at_retail: boolean
}
export const unpricedNames = [
  'line_id',
  'product',
  'province',
  'region',
  'currency',
  'unit',
  'quantity_milli',
  'file_price_e6',
  'file_amount_cents',
  'retail_e6',
  'evidence',
  'day',
  'known_province',
  'rate_id',
  'rate_day',
  'rate_price_e4',
  'rate_unit',
  'rate_currency',
  'rate_retail_e4',
  'markup_id',
  'markup_value_e4',
  'markup_unit',
  'markup_currency',
  'cap_at_retail',
] satisfies (keyof UnpricedLine)[]

/** The columns of a billed line: what is billed, and its origin. */
export type PricedLine = LineCost & {
  line_id: number
  /** The file's price. For a credit: its purchase's price, so that it credits what was billed. */
  file_price_e6: number
  retail_e6: number | null
  /** For a credit: how much of the purchase earlier credits cover. */
  before_milli: number
  price_e6: number
  price_unit: VolumeUnit | null
  price_quantity_milli: number
  pre_cents: number
  gst_cents: number
  hst_cents: number
  pst_cents: number
  qst_cents: number
  amount_cents: number
  discount_cents: number | null
  fet_e6: number
  pft_e6: number
  pct_e6: number
  local_e6: number
  formula: number
  rate_id: number | null
  rate_date: string | null
  rate_price_e4: number | null
  rate_retail_e4: number | null
  markup_id: number | null
  markup_value_e4: number | null
  is_capped_at_retail: boolean
  tax_row_ids: readonly number[]
  rate_day_tax_row_ids: readonly number[]
  flags: readonly string[]
  warnings: readonly string[]
  is_manual: boolean
}
/** The columns with their database types. */
export const pricedTypes = {
  line_id: 'int',
  file_price_e6: 'bigint',
  retail_e6: 'bigint',
  before_milli: 'bigint',
  price_e6: 'bigint',
  price_unit: 'text',
  price_quantity_milli: 'bigint',
  pre_cents: 'bigint',
  gst_cents: 'bigint',
  hst_cents: 'bigint',
  pst_cents: 'bigint',
  qst_cents: 'bigint',
  amount_cents: 'bigint',
  discount_cents: 'bigint',
  fet_e6: 'bigint',
  pft_e6: 'bigint',
  pct_e6: 'bigint',
  local_e6: 'bigint',
  formula: 'smallint',
  rate_id: 'bigint',
  rate_date: 'date',
  rate_price_e4: 'bigint',
  rate_retail_e4: 'bigint',
  markup_id: 'bigint',
  markup_value_e4: 'bigint',
  is_capped_at_retail: 'boolean',
  tax_row_ids: 'bigint[]',
  rate_day_tax_row_ids: 'bigint[]',
  flags: 'text[]',
  warnings: 'text[]',
  is_manual: 'boolean',
  ...costTypes,
} as const satisfies Record<keyof PricedLine, string>
export const pricedNames = Object.keys(pricedTypes) as (keyof PricedLine)[]

function inputOf(provider: FuelProviderName, line: UnpricedLine): PriceInput {
  const { rate_id, rate_day, rate_price_e4, rate_unit, rate_currency, markup_id, markup_value_e4 } = line
  const hasRate = rate_day !== null && rate_price_e4 !== null && rate_unit !== null && rate_currency !== null
  return {
    provider,
    product: line.product,
    date: line.day,
    province: line.province,
    region: line.region,
    currency: line.currency,
    unit: line.unit,
    quantity_milli: line.quantity_milli,
    file_price_e6: line.file_price_e6,
    retail_e6: line.retail_e6,
    rate: hasRate
      ? {
          id: rate_id ?? 0,
          date: rate_day,
          price_e4: rate_price_e4,
          unit: rate_unit,
          currency: rate_currency,
          retail_e4: line.rate_retail_e4,
        }
      : null,
    markup:
      markup_id === null || markup_value_e4 === null
        ? null
        : { id: markup_id, value_e4: markup_value_e4, unit: line.markup_unit, currency: line.markup_currency },
    cap_at_retail: line.cap_at_retail,
  }
}

export const unitNames: Record<UnitTax, string> = { FET: 'FET', PFT: 'PFT', PCT: 'carbon tax', Local: 'local tax' }
const listed = (names: readonly string[]) => names.join('/')
/**
 * Allowed differences: a hundredth of a cent for rates, and two cents for sales taxes. The tax of a whole purchase may
 * differ by rounding to cents.
 */
export const rateSlack_e6 = 100
const roundingSlack_e6 = 5_000
export const amountSlack = 2

/** The two meanings of a unit tax column. Most files write the rate there, some the tax of the whole purchase. */
function readingsOf(written_e6: number, quantity_milli: number): { rate: number; share: number } {
  const isCredit = quantity_milli < 0
  const share =
    quantity_milli === 0
      ? written_e6
      : roundedRatio([isCredit ? -written_e6 : written_e6, 1000], [Math.abs(quantity_milli)])
  return { rate: isCredit ? Math.abs(written_e6) : written_e6, share }
}
/** Whether the written tax matches our rate in either meaning. Without a tax there is no rounding to allow for. */
function isExpected(written_e6: number, expected_e6: number, quantity_milli: number): boolean {
  const { rate, share } = readingsOf(written_e6, quantity_milli)
  if (Math.abs(rate - expected_e6) <= rateSlack_e6) return true
  if (expected_e6 === 0) return false
  const whole = roundedRatio([expected_e6, quantity_milli], [1000])
  return Math.abs(share - expected_e6) <= rateSlack_e6 || Math.abs(written_e6 - whole) <= roundingSlack_e6
}

/** What a file's row says, and what is known of its site. */
export type RowFacts = Pick<
  UnpricedLine,
  'evidence' | 'unit' | 'quantity_milli' | 'file_price_e6' | 'file_amount_cents' | 'province' | 'known_province'
>
/** Differences between what the provider charged and our rates. They need review and never change the bill. */
function taxWarnings(
  { evidence, unit, quantity_milli, file_price_e6 }: RowFacts,
  { taxes }: Pick<Derivation, 'taxes'>,
): Message[] {
  if (!evidence) return []
  const perUnit = evidence.unit.flatMap(({ taxes: codes, rate_e6 }) => {
    const ours = taxes.unit
      .filter(({ tax }) => codes.includes(tax))
      .map((row) => (unit ? convertPrice(row.rate_e6, row.unit, unit) : row.rate_e6))
    const expected = ours.reduce((sum, rate) => sum + rate, 0)
    if (isExpected(rate_e6, expected, quantity_milli)) return []
    // If neither meaning fits, report the likelier one: no rate reaches a dollar per unit.
    const { rate, share } = readingsOf(rate_e6, quantity_milli)
    const charged = fromUnits(Math.abs(rate) < 1_000_000 ? rate : share, 'unitTax')
    if (expected === 0 && codes.length === 1 && codes[0] === 'FET') return [message('price.fet-charged', { charged })]
    const named = listed(codes.map((code) => unitNames[code]))
    return [message('price.unit-tax-differs', { taxes: named, charged, expected: fromUnits(expected, 'unitTax') })]
  })
  const pre = amountOf(quantity_milli, file_price_e6)
  const sales = evidence.sales.flatMap(({ taxes: codes, cents }) => {
    const expected = taxes.sales
      .filter(({ tax }) => codes.includes(tax))
      .reduce((sum, { rate_e5 }) => sum + shareOf(pre, rate_e5), 0)
    if (Math.abs(cents - expected) <= amountSlack) return []
    return [
      message('price.sales-tax-differs', {
        taxes: listed(codes),
        charged: fromUnits(cents, 'money'),
        expected: fromUnits(expected, 'money'),
      }),
    ]
  })
  return [...perUnit, ...sales]
}

/** Warnings and flags to review before the line is billed. A site lies in one province, so a second one is flagged. */
export function doubtsOf(
  line: RowFacts,
  derivation: Pick<Derivation, 'taxes'>,
): { flags: string[]; warnings: Message[] } {
  const { province, known_province } = line
  const taxes = taxWarnings(line, derivation)
  const isElsewhere = known_province !== null && known_province !== province
  return {
    flags: [...(taxes.length > 0 ? ['provider_tax'] : []), ...(isElsewhere ? ['site_province'] : [])],
    warnings: [
      ...taxes,
      ...(isElsewhere ? [message('price.other-province', { province: province ?? '', known: known_province })] : []),
    ],
  }
}

/** The amounts of a derivation, by column. */
export function amountsOf({ line }: Pick<Derivation, 'line'>) {
  const salesOf = (tax: SalesTax) =>
    line.sales_taxes.filter((one) => one.tax === tax).reduce((sum, { cents }) => sum + cents, 0)
  return {
    price_e6: line.price_e6,
    price_unit: line.unit,
    price_quantity_milli: line.quantity_milli,
    pre_cents: line.pre_cents,
    gst_cents: salesOf('GST'),
    hst_cents: salesOf('HST'),
    pst_cents: salesOf('PST'),
    qst_cents: salesOf('QST'),
    amount_cents: line.billed_cents,
    discount_cents: line.discount_cents,
  }
}

/** The rate that the provider published for the line, and whether it is of the purchase's own day. */
export const publishedOf = ({ rate, date, currency }: PriceInput) =>
  rate === null || rate.currency !== currency
    ? null
    : { price_e4: rate.price_e4, unit: rate.unit, isOfDay: rate.date === date }
/** The stored columns of a billed purchase line: what is billed, and its origin. */
export function priceOf(provider: FuelProviderName, line: UnpricedLine, table: TaxTable): PricedLine {
  const input = inputOf(provider, line)
  const derivation = derivePrice(input, table)
  const { taxes, rate_day_taxes, flags } = derivation
  const rateOf = (tax: UnitTax) => taxes.unit.find((row) => row.tax === tax)?.rate_e6 ?? 0
  const isRated = !flags.includes('no_rate') && input.rate !== null
  const doubts = doubtsOf(line, derivation)
  const cost = costOf(line, taxes.sales)
  return {
    line_id: line.line_id,
    file_price_e6: line.file_price_e6,
    retail_e6: line.retail_e6,
    before_milli: 0,
    ...amountsOf(derivation),
    fet_e6: rateOf('FET'),
    pft_e6: rateOf('PFT'),
    pct_e6: rateOf('PCT'),
    local_e6: rateOf('Local'),
    formula: derivation.formula,
    rate_id: isRated ? line.rate_id : null,
    rate_date: isRated ? line.rate_day : null,
    rate_price_e4: isRated ? line.rate_price_e4 : null,
    rate_retail_e4: isRated ? line.rate_retail_e4 : null,
    markup_id: flags.includes('no_markup') ? null : line.markup_id,
    markup_value_e4: flags.includes('no_markup') ? null : line.markup_value_e4,
    is_capped_at_retail: input.cap_at_retail,
    tax_row_ids: [...taxes.unit, ...taxes.sales].map(({ id }) => id),
    rate_day_tax_row_ids: rate_day_taxes === null ? [] : rate_day_taxes.unit.map(({ id }) => id),
    flags: [...flags, ...doubts.flags, ...costFlagsOf({ ...line, ...cost }, derivation.line, publishedOf(input))],
    warnings: doubts.warnings,
    is_manual: false,
    ...cost,
  }
}
