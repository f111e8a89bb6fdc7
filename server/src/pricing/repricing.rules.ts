import { costRules } from '@portal/contract/exceptions/exception-rules.data.ts'
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
import { costFlagsOf } from './line-costs.rules.ts'
import { publishedOf } from './line-prices.rules.ts'
import {
  type DerivedLine,
  emptyDerivation,
  inputOf,
  type KnownTax,
  keptTaxes,
  replayed,
} from './price-explanation.rules.ts'
import { reviewedDoubts } from './taxes/tax-doubts.rules.ts'

type Markup = PriceInput['markup']
type Known = ReadonlyMap<number, KnownTax>
/**
 * What applies to a line now. `row` is the rate in force on its day; undefined if the site is not known, so that the
 * stored rate stays. `isNew` means that the current file brought the rate. `region` is the site's, and `changedRegion`
 * that of the changed tax row.
 */
export type RateInForce = {
  row: RateRow | null | undefined
  isNew: boolean
  region: string | null
  changedRegion?: string | null | undefined
  table: TaxTable
}
/**
 * A rate stored without its row, like the demo's, cannot be compared with other rows. It stays until a file brings one
 * for the site and day.
 */
const isUntraced = ({ rate_id, rate_price_e4 }: DerivedLine): boolean => rate_id === null && rate_price_e4 !== null

/**
 * The tax rates of a day where the line was bought (TAX-1). A booked line keeps the region it was taxed in. The site's
 * region counts if a tax was missing or the region's own rate changes.
 */
function taxesFor(source: DerivedLine, known: Known, { region, changedRegion, table }: RateInForce) {
  const kept = keptTaxes(source, known)
  const keptRegion = [...kept.unit, ...kept.sales].find((row) => row.region !== null)?.region ?? null
  const isLookedUp = source.flags.includes('no_tax_rate') || (changedRegion ?? null) === region
  const place = {
    province: source.province ?? '',
    region: keptRegion ?? (isLookedUp ? region : null),
    product_class: taxClassOf(source.product as ProductCode),
  }
  return (date: string): TaxesOfDay => taxesOn(table, { ...place, date })
}

const storedRate = (line: DerivedLine): RateRow | null =>
  inputOf({ ...line, flags: line.flags.filter((flag) => flag !== 'no_rate') }).rate
const keepsRate = (line: DerivedLine, { row, isNew }: RateInForce): boolean =>
  !isFuel(line.product as ProductCode) || row === undefined || (isUntraced(line) && !isNew)

/**
 * Prices the line as an import would, with the rate and taxes in force on the pricing day. A credit is priced by its
 * purchase, `source`.
 */
function rederived(line: DerivedLine, source: DerivedLine, known: Known, markup: Markup, now: RateInForce): Derivation {
  const { day } = source
  const taxesOfDay = taxesFor(source, known, now)
  const rate = keepsRate(line, now) ? storedRate(line) : (now.row ?? null)
  return replayDerivation({
    formula: formulaVersion,
    input: { ...inputOf(line), date: day, rate, markup: isFuel(line.product as ProductCode) ? markup : null },
    taxes: taxesOfDay(day),
    rate_day_taxes: rate !== null && rate.date < day ? taxesOfDay(rate.date) : null,
    ...emptyDerivation,
  })
}

/** The columns for rate and taxes, as an import writes them. */
function originOf(
  line: DerivedLine,
  day: string,
  { flags, input, taxes, rate_day_taxes }: Derivation,
  now: RateInForce,
) {
  const rate = flags.includes('no_rate') ? null : input.rate
  const rateOf = (tax: UnitTax) => taxes.unit.find((row) => row.tax === tax)?.rate_e6 ?? 0
  // A line priced by another day keeps that day's rate unchanged, with the same taxes on both sides.
  const before = rate_day_taxes ?? (rate !== null && line.day !== day ? taxes : null)
  const ofRate = keepsRate(line, now)
    ? keptRate(line)
    : {
        rate_id: rate?.id ?? null,
        rate_date: rate?.date ?? null,
        rate_price_e4: rate?.price_e4 ?? null,
        rate_retail_e4: rate?.retail_e4 ?? null,
      }
  return {
    ...ofRate,
    fet_e6: rateOf('FET'),
    pft_e6: rateOf('PFT'),
    pct_e6: rateOf('PCT'),
    local_e6: rateOf('Local'),
    tax_row_ids: [...taxes.unit, ...taxes.sales].map(({ id }) => id),
    rate_day_tax_row_ids: before === null ? [] : before.unit.map(({ id }) => id),
  }
}
const keptRate = ({ rate_id, rate_date, rate_price_e4, rate_retail_e4 }: DerivedLine) => ({
  rate_id,
  rate_date,
  rate_price_e4,
  rate_retail_e4,
})
const keptOrigin = (line: DerivedLine): ReturnType<typeof originOf> => ({
  ...keptRate(line),
  fet_e6: line.fet_e6,
  pft_e6: line.pft_e6,
  pct_e6: line.pct_e6,
  local_e6: line.local_e6,
  tax_row_ids: line.tax_row_ids,
  rate_day_tax_row_ids: line.rate_day_tax_row_ids,
})
const isOfRate = (flag: string) => flag === 'no_rate' || flag === 'carried' || flag === 'no_tax_rate'

/**
 * The columns that depend on markup, rate and taxes, recalculated with other ones. Without what is in force now, the
 * stored rate and taxes stay, so that only the markup differs. `source` is the line itself or, for a credit, the
 * purchase's line. Null for manually entered lines, and for products without a markup if only that differs.
 */
export function repriced(
  line: DerivedLine,
  source: DerivedLine,
  known: Known,
  markup: Markup,
  now: RateInForce | null,
) {
  if (line.is_manual || line.provider === null) return null
  if (now === null && !isFuel(line.product as ProductCode)) return null
  const derivation = now === null ? replayed(line, known, markup) : rederived(line, source, known, markup, now)
  const { line: billed, flags } = derivation
  const isMarked = !flags.includes('no_markup')
  const held = isMarked ? derivation.input.markup : null
  const centsOf = (tax: SalesTax) =>
    billed.sales_taxes.filter((one) => one.tax === tax).reduce((sum, { cents }) => sum + cents, 0)
  const newFlags = new Set<string>(
    now === null ? [...line.flags.filter(isOfRate), ...flags.filter((flag) => flag === 'no_markup')] : flags,
  )
  const doubts = now === null ? line : reviewedDoubts(line, derivation.taxes)
  const isKept = (flag: string) => !([...priceFlags, ...costRules] as readonly string[]).includes(flag)
  const costly = costFlagsOf(line, billed, publishedOf(derivation.input))
  return {
    id: line.id,
    price_e6: billed.price_e6,
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
    markup_id: held?.id ?? null,
    markup_value_e4: held?.value_e4 ?? null,
    ...(now === null ? keptOrigin(line) : originOf(line, source.day, derivation, now)),
    warnings: [...doubts.warnings],
    flags: [...priceFlags.filter((flag) => newFlags.has(flag)), ...doubts.flags.filter(isKept), ...costly],
  }
}
export type RepricedLine = NonNullable<ReturnType<typeof repriced>>
const sameFlags = (some: readonly string[], others: readonly string[]) =>
  some.toSorted().join() === others.toSorted().join()
/** Whether the change is visible on the transaction: the amount, the price or a flag. */
export const isOtherPrice = (line: RepricedLine, kept: DerivedLine): boolean =>
  line.amount_cents !== kept.amount_cents || line.price_e6 !== kept.price_e6 || !sameFlags(line.flags, kept.flags)
const sameIds = (some: readonly number[], others: readonly number[]) =>
  some.toSorted((a, b) => a - b).join() === others.toSorted((a, b) => a - b).join()
/** Whether the price comes from another row. The price itself can be the same. */
export const isOtherOrigin = (line: RepricedLine, kept: DerivedLine): boolean =>
  line.markup_id !== kept.markup_id ||
  line.markup_value_e4 !== kept.markup_value_e4 ||
  line.rate_id !== kept.rate_id ||
  !sameIds(line.tax_row_ids, kept.tax_row_ids) ||
  !sameIds(line.rate_day_tax_row_ids, kept.rate_day_tax_row_ids) ||
  line.warnings.join() !== kept.warnings.join()

/**
 * The purchase line that a credit line credits, found as the import does: the same product, if possible the same
 * code, and the nearest quantity.
 */
export const creditedLineOf = (line: DerivedLine, original: readonly DerivedLine[]): DerivedLine | undefined =>
  original
    .filter(({ product }) => product === line.product)
    .toSorted(
      (one, other) =>
        Number(one.code !== line.code) - Number(other.code !== line.code) ||
        Math.abs(one.quantity_milli + line.quantity_milli) - Math.abs(other.quantity_milli + line.quantity_milli) ||
        one.n - other.n,
    )[0]
