import { isFuel, type ProductCode, taxClassOf } from '@portal/contract/lookups/products.rules.ts'
import {
  type Derivation,
  formulaVersion,
  type PriceInput,
  priceFlags,
  type RateRow,
  replayDerivation,
} from '@portal/contract/pricing/price.rules.ts'
import {
  type SalesTax,
  type TaxesOfDay,
  type TaxTable,
  taxesOn,
  type UnitTax,
} from '@portal/contract/rates/tax.rules.ts'
import {
  type ExplainedLine,
  emptyDerivation,
  inputOf,
  type KnownTax,
  keptTaxes,
  replayed,
} from './price-explanation.rules.ts'

type Markup = PriceInput['markup']
type Known = ReadonlyMap<number, KnownTax>
/**
 * The rate in force on a line's day, if any, and what its taxes are looked up by. `region` is the site's. `isNew` means
 * that the current file brought the rate.
 */
export type RateInForce = { row: RateRow | null; isNew: boolean; region: string | null; table: TaxTable }
/**
 * A rate stored without its row, like the demo's, cannot be compared with other rows. It stays until a file brings one
 * for the site and day.
 */
const isUntraced = ({ rate_id, rate_price_e4 }: ExplainedLine): boolean => rate_id === null && rate_price_e4 !== null

/**
 * The taxes stored with the line. If one was missing, the day is looked up again. Only then does the site's region
 * apply, because booked lines keep the region they were taxed in.
 */
function taxesFor(line: ExplainedLine, day: string, known: Known, { region, table }: RateInForce) {
  const kept = keptTaxes(line, known)
  const keptRegion = [...kept.unit, ...kept.sales].find((row) => row.region !== null)?.region ?? null
  const isLacking = line.flags.includes('no_tax_rate')
  const place = {
    province: line.province ?? '',
    region: keptRegion ?? (isLacking ? region : null),
    product_class: taxClassOf(line.product as ProductCode),
  }
  return {
    taxes: isLacking ? taxesOn(table, { ...place, date: day }) : kept,
    taxesOn: (date: string): TaxesOfDay => taxesOn(table, { ...place, date }),
  }
}

/** Prices the line as an import would, with another markup and the rate in force on the pricing day. */
function rederived(line: ExplainedLine, day: string, known: Known, markup: Markup, rate: RateInForce): Derivation {
  const found = taxesFor(line, day, known, rate)
  return replayDerivation({
    formula: formulaVersion,
    input: { ...inputOf(line), date: day, rate: rate.row, markup },
    taxes: found.taxes,
    rate_day_taxes: rate.row !== null && rate.row.date < day ? found.taxesOn(rate.row.date) : null,
    ...emptyDerivation,
  })
}

/** The columns for rate and taxes, as an import writes them. */
function originOf(line: ExplainedLine, day: string, { flags, input, taxes, rate_day_taxes }: Derivation) {
  const rate = flags.includes('no_rate') ? null : input.rate
  const rateOf = (tax: UnitTax) => taxes.unit.find((row) => row.tax === tax)?.rate_e6 ?? 0
  // A line priced by another day keeps that day's rate unchanged, with the same taxes on both sides.
  const before = rate_day_taxes ?? (rate !== null && line.day !== day ? taxes : null)
  return {
    rate_id: rate?.id ?? null,
    rate_date: rate?.date ?? null,
    rate_price_e4: rate?.price_e4 ?? null,
    rate_retail_e4: rate?.retail_e4 ?? null,
    fet_e6: rateOf('FET'),
    pft_e6: rateOf('PFT'),
    pct_e6: rateOf('PCT'),
    local_e6: rateOf('Local'),
    tax_row_ids: [...taxes.unit, ...taxes.sales].map(({ id }) => id),
    rate_day_tax_row_ids: before === null ? [] : before.unit.map(({ id }) => id),
  }
}
const keptOrigin = (line: ExplainedLine): ReturnType<typeof originOf> => ({
  rate_id: line.rate_id,
  rate_date: line.rate_date,
  rate_price_e4: line.rate_price_e4,
  rate_retail_e4: line.rate_retail_e4,
  fet_e6: line.fet_e6,
  pft_e6: line.pft_e6,
  pct_e6: line.pct_e6,
  local_e6: line.local_e6,
  tax_row_ids: line.tax_row_ids,
  rate_day_tax_row_ids: line.rate_day_tax_row_ids,
})
const isOfRate = (flag: string) => flag === 'no_rate' || flag === 'carried' || flag === 'no_tax_rate'

/**
 * The columns that depend on markup and rate, recalculated with other ones. Without a rate, the stored rate and taxes
 * stay, so that only the markup differs. `day` is the pricing day. Null for manually entered lines and non-fuel
 * products, which have neither.
 */
export function repriced(line: ExplainedLine, day: string, known: Known, markup: Markup, inForce: RateInForce | null) {
  if (line.is_manual || line.provider === null || !isFuel(line.product as ProductCode)) return null
  const rate = inForce !== null && isUntraced(line) && !inForce.isNew ? null : inForce
  const derivation = rate === null ? replayed(line, known, markup) : rederived(line, day, known, markup, rate)
  const { line: billed, flags } = derivation
  const isMarked = !flags.includes('no_markup')
  const centsOf = (tax: SalesTax) =>
    billed.sales_taxes.filter((one) => one.tax === tax).reduce((sum, { cents }) => sum + cents, 0)
  const newFlags = new Set<string>(
    rate === null ? [...line.flags.filter(isOfRate), ...flags.filter((flag) => flag === 'no_markup')] : flags,
  )
  const others = line.flags.filter((flag) => !(priceFlags as readonly string[]).includes(flag))
  return {
    id: line.id,
    price_e4: billed.price_e4,
    price_unit: billed.unit,
    price_quantity_milli: billed.quantity_milli,
    pre_cents: billed.pre_cents,
    gst_cents: centsOf('GST'),
    hst_cents: centsOf('HST'),
    pst_cents: centsOf('PST'),
    qst_cents: centsOf('QST'),
    amount_cents: billed.billed_cents,
    discount_cents: billed.discount_cents,
    formula: derivation.formula,
    markup_id: isMarked ? (markup?.id ?? null) : null,
    markup_value_e4: isMarked ? (markup?.value_e4 ?? null) : null,
    ...(rate === null ? keptOrigin(line) : originOf(line, day, derivation)),
    flags: [...priceFlags.filter((flag) => newFlags.has(flag)), ...others],
  }
}
export type RepricedLine = NonNullable<ReturnType<typeof repriced>>
const sameFlags = (some: readonly string[], others: readonly string[]) =>
  some.toSorted().join() === others.toSorted().join()
/** Whether the change is visible on the transaction: the amount, the price or a flag. */
export const isOtherPrice = (line: RepricedLine, kept: ExplainedLine): boolean =>
  line.amount_cents !== kept.amount_cents || line.price_e4 !== kept.price_e4 || !sameFlags(line.flags, kept.flags)
/** Whether the price comes from another row. The price itself can be the same. */
export const isOtherOrigin = (line: RepricedLine, kept: ExplainedLine): boolean =>
  line.markup_id !== kept.markup_id || line.markup_value_e4 !== kept.markup_value_e4 || line.rate_id !== kept.rate_id

/**
 * The purchase line that a credit line credits, found as the import does: the same product and the nearest quantity.
 */
export const creditedLineOf = (line: ExplainedLine, original: readonly ExplainedLine[]): ExplainedLine | undefined =>
  original
    .filter(({ product }) => product === line.product)
    .toSorted(
      (one, other) =>
        Math.abs(one.quantity_milli + line.quantity_milli) - Math.abs(other.quantity_milli + line.quantity_milli) ||
        one.n - other.n,
    )[0]
