import { costRules } from '@portal/contract/exceptions/exception-rules.data.ts'
import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import { type FuelProviderName, providerFacts } from '@portal/contract/lookups/providers.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import { costOf } from './line-costs.rules.ts'
import { amountsOf, doubtsOf, type PricedLine, type RowFacts } from './line-prices.rules.ts'
import { type KnownTax, replayed } from './price-explanation.rules.ts'

/** A purchase line, as billed. */
export type SoldLine = PricedLine & {
  n: number
  code: string | null
  unit: VolumeUnit | null
  quantity_milli: number
  file_amount_cents: number
}
/** A credited part of a purchase: where it starts and how much it is. */
type Part = { before_milli: number; part_milli: number; price_e6: number }
/** A credit line of a file, with the purchase lines of its product and unit, and their earlier credits. */
export type CreditedLine = RowFacts & {
  line_id: number
  product: ProductCode
  code: string | null
  currency: Currency
  day: string
  /** Key of the credited purchase, the same for all lines of a file that credit it. */
  purchase: string
  sold: SoldLine[]
  credited: Part[]
}

/** The credited parts of each purchase so far. Grows with the lines of a file. */
export type Parts = Map<string, Part[]>
function partsOf({ purchase, credited }: CreditedLine, parts: Parts): Part[] {
  const found = parts.get(purchase) ?? [...credited]
  parts.set(purchase, found)
  return found
}
const sumOf = (list: readonly { part_milli: number }[]): number =>
  list.reduce((sum, { part_milli }) => sum + part_milli, 0)
const byNearness =
  (distance: (line: SoldLine) => readonly number[]) =>
  (one: SoldLine, other: SoldLine): number => {
    const [near, far] = [distance(one), distance(other)]
    return near.map((value, at) => value - (far[at] ?? 0)).find((difference) => difference !== 0) ?? one.n - other.n
  }

/** The purchase line to credit. Of several: the most similar one with enough left at its price. */
function sourceOf(line: CreditedLine, parts: readonly Part[]): SoldLine {
  const isLeft = ({ price_e6 }: SoldLine) => {
    const bought = line.sold
      .filter((one) => one.price_e6 === price_e6)
      .reduce((sum, { quantity_milli }) => sum + quantity_milli, 0)
    return bought - sumOf(parts.filter((part) => part.price_e6 === price_e6)) >= -line.quantity_milli
  }
  const grade = ({ code }: SoldLine) => Number(code !== line.code)
  const price = ({ file_price_e6 }: SoldLine) => Math.abs(file_price_e6 - line.file_price_e6)
  const nearest =
    line.unit === null
      ? line.sold.toSorted(
          byNearness((one) => [grade(one), Math.abs(one.file_amount_cents + line.file_amount_cents), price(one)]),
        )
      : line.sold
          .filter(isLeft)
          .toSorted(byNearness((one) => [grade(one), Math.abs(one.quantity_milli + line.quantity_milli), price(one)]))
          // A credit across lines with different prices uses the lowest one, so that it never exceeds the billed
          // amount.
          .concat(line.sold.toSorted(byNearness((one) => [one.price_e6])))
  const [source] = nearest
  if (!source) throw new Error(`Line ${line.line_id} credits a purchase without lines`)
  return source
}

/**
 * Where a part starts: the first gap that fits it, so that parts do not overlap. Only a purchase with one line has such
 * positions.
 */
function placeOf({ sold, quantity_milli }: CreditedLine, source: SoldLine, parts: readonly Part[]): number {
  if (sold.length > 1) return 0
  let at = 0
  for (const { before_milli, part_milli } of parts.toSorted((one, other) => one.before_milli - other.before_milli)) {
    if (at - quantity_milli <= before_milli) return at
    at = Math.max(at, before_milli + part_milli)
  }
  return Math.max(0, Math.min(at, source.quantity_milli + quantity_milli))
}

/**
 * The price of the purchase. If nothing is counted and the row has its own price, the amount says how much is credited.
 */
function priceOfPart(line: CreditedLine, source: SoldLine, earlier: readonly Part[]): number {
  const { file_price_e6, file_amount_cents: whole } = source
  const isPart = line.file_price_e6 === file_price_e6 && sumOf(earlier) - line.quantity_milli <= source.quantity_milli
  if (line.unit !== null || isPart || whole <= 0 || line.quantity_milli >= 0) return file_price_e6
  return roundedRatio([file_price_e6, source.quantity_milli, -line.file_amount_cents], [whole, -line.quantity_milli])
}

/** Credits manually entered amounts in proportion: by quantity, or by amount if nothing is counted. */
function shareOfTyped(line: CreditedLine, source: SoldLine, before_milli: number) {
  const isCounted = line.unit !== null
  const [part, whole] = isCounted
    ? [line.quantity_milli, source.quantity_milli]
    : [line.file_amount_cents, source.file_amount_cents]
  const upTo = (value: number, amount: number) => roundedRatio([value, amount * Math.sign(whole)], [Math.abs(whole)])
  const before = isCounted ? -before_milli : 0
  const share = (value: number) => (whole === 0 ? -value : upTo(value, before + part) - upTo(value, before))
  const [pre_cents, gst_cents, hst_cents, pst_cents, qst_cents] = [
    share(source.pre_cents),
    share(source.gst_cents),
    share(source.hst_cents),
    share(source.pst_cents),
    share(source.qst_cents),
  ]
  return {
    price_e6: source.price_e6,
    price_unit: source.price_unit,
    price_quantity_milli: share(source.price_quantity_milli),
    discount_cents: null,
    pre_cents,
    gst_cents,
    hst_cents,
    pst_cents,
    qst_cents,
    amount_cents: pre_cents + gst_cents + hst_cents + pst_cents + qst_cents,
  }
}

const distinct = (list: readonly string[]): string[] => [...new Set(list)]
/**
 * The columns of a billed credit: the purchase's own price, recalculated from its stored inputs for the credited part.
 * So the credit matches what was billed, whatever changed since, and needs review whenever the purchase does.
 */
export function priceCredit(
  provider: FuelProviderName,
  line: CreditedLine,
  parts: Parts,
  known: ReadonlyMap<number, KnownTax>,
): PricedLine {
  const earlier = partsOf(line, parts)
  const source = sourceOf(line, earlier)
  const file_price_e6 = priceOfPart(line, source, earlier)
  const isAtPrice = file_price_e6 === source.file_price_e6
  const before_milli = isAtPrice ? placeOf(line, source, earlier) : 0
  earlier.push({ before_milli, part_milli: -line.quantity_milli, price_e6: source.price_e6 })
  const { n, code, unit, quantity_milli, file_amount_cents, ...stored } = source
  // Doubts about the cost are the purchase's own; the credit's cost is that of its row.
  const flags = stored.flags.filter((flag) => !(costRules as readonly string[]).includes(flag))
  const credited = { ...stored, flags, line_id: line.line_id, file_price_e6, before_milli }
  const cost = (taxes: Parameters<typeof costOf>[1]) => costOf(line, taxes)
  if (source.is_manual) return { ...credited, ...shareOfTyped(line, source, before_milli), ...cost([]) }
  const { unit: provider_unit, currency: provider_currency } = providerFacts[provider]
  const derivation = replayed(
    {
      ...credited,
      product: line.product,
      day: line.day,
      province: line.province,
      currency: line.currency,
      unit: line.unit,
      quantity_milli: line.quantity_milli,
      provider,
      provider_unit,
      provider_currency,
      flags: [...flags],
      tax_row_ids: [...stored.tax_row_ids],
      rate_day_tax_row_ids: [...stored.rate_day_tax_row_ids],
    },
    known,
  )
  const doubts = doubtsOf(line, derivation)
  return {
    ...credited,
    ...amountsOf(derivation),
    ...cost(derivation.taxes.sales),
    flags: distinct([...flags, ...doubts.flags]),
    warnings: distinct([...stored.warnings, ...doubts.warnings]),
  }
}
