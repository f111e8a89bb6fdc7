import type { PriceInput } from '@portal/contract/rules/price.ts'
import { isFuel, type ProductCode } from '@portal/contract/rules/products.ts'
import type { SalesTax } from '@portal/contract/rules/tax.ts'
import { type KnownTax, type PricedLine, replayed } from './price-explanation.columns.ts'

type Markup = PriceInput['markup']
/**
 * The columns of a line that follow from the markup, with another one in its place. Rate and taxes stay those that were kept with the line, so that the markup
 * alone makes the difference. What somebody typed, and what is not fuel, has no markup.
 */
export function repriced(line: PricedLine, known: ReadonlyMap<number, KnownTax>, markup: Markup) {
  if (line.is_manual || line.provider === null || !isFuel(line.product as ProductCode)) return null
  const { line: billed, flags } = replayed(line, known, markup)
  const isMarked = !flags.includes('no_markup')
  const centsOf = (tax: SalesTax) => billed.sales_taxes.filter((one) => one.tax === tax).reduce((sum, { cents }) => sum + cents, 0)
  const others = line.flags.filter((flag) => flag !== 'no_markup')
  return {
    id: line.id,
    price_e4: billed.price_e4,
    pre_cents: billed.pre_cents,
    gst_cents: centsOf('GST'),
    hst_cents: centsOf('HST'),
    pst_cents: centsOf('PST'),
    qst_cents: centsOf('QST'),
    amount_cents: billed.billed_cents,
    discount_cents: billed.discount_cents,
    markup_id: isMarked ? (markup?.id ?? null) : null,
    markup_value_e4: isMarked ? (markup?.value_e4 ?? null) : null,
    flags: isMarked ? others : [...others, 'no_markup'].toSorted(),
  }
}
export type RepricedLine = NonNullable<ReturnType<typeof repriced>>
export const isOtherPrice = (line: RepricedLine, kept: PricedLine): boolean =>
  line.amount_cents !== kept.amount_cents ||
  line.price_e4 !== kept.price_e4 ||
  line.markup_id !== kept.markup_id ||
  line.markup_value_e4 !== kept.markup_value_e4

/** The line of the original that a line takes back, found as the import finds it: of the same product, the one whose quantity is nearest. */
export const takenBack = (line: PricedLine, original: readonly PricedLine[]): PricedLine | undefined =>
  original
    .filter(({ product }) => product === line.product)
    .toSorted(
      (one, other) => Math.abs(one.quantity_milli + line.quantity_milli) - Math.abs(other.quantity_milli + line.quantity_milli) || one.n - other.n,
    )[0]
