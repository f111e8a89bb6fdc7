import { jurisdictions, taxRegions } from '../lookups/jurisdictions.rules.ts'
import { taxClasses } from '../lookups/products.rules.ts'
import { decimals } from '../rules/money.ts'
import { volumeUnits } from '../rules/units.ts'
import { isUnitTax, type SalesTaxRow, type TaxRow, taxCodes, taxKindOf, type UnitTaxRow } from './tax.rules.ts'

/** A rate's decimals: money per unit to a millionth, per cent to a thousandth. */
export const rateDecimals = { per_unit: decimals.unitTax, ad_valorem: decimals.percent } as const

/** A rate with its source and the day by which to review it. */
export type TaxRateEntry = TaxRow & { source: string; review_date: string | null }

const columns = [
  'jurisdiction',
  'region',
  'product_class',
  'tax',
  'kind',
  'rate',
  'unit',
  'from',
  'to',
  'review',
  'source',
] as const
type Cells = Record<(typeof columns)[number], string>

/** The cells of one line; a cell with a comma is in quotes. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^",]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

const among = <T extends string>(known: readonly T[], text: string, what: string): T => {
  const found = known.find((one) => one === text)
  if (found === undefined) throw new RangeError(`${text || 'nothing'} is not ${what}`)
  return found
}
const dayOf = (text: string): string => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new RangeError(`${text || 'nothing'} is not a day`)
  return text
}
/** `0.1545` to six decimals is 154500, computed on the text. */
function scaled(text: string, places: number): number {
  const [, whole, fraction = ''] = /^(\d{1,6})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > places)
    throw new RangeError(`${text || 'nothing'} is not a rate with up to ${places} decimals`)
  return Number(whole + fraction.padEnd(places, '0'))
}

function entryOf(cells: Cells, id: number): TaxRateEntry {
  const tax = among(taxCodes, cells.tax, 'a tax')
  if (cells.kind !== taxKindOf(tax)) throw new RangeError(`${tax} is ${taxKindOf(tax)}`)
  if (cells.source === '') throw new RangeError('the source is missing')
  const shared = {
    id,
    jurisdiction: among(jurisdictions, cells.jurisdiction, 'a jurisdiction'),
    region: cells.region === '' ? null : among(taxRegions, cells.region, 'a region'),
    product_class: among(taxClasses, cells.product_class, 'a class of products'),
    from_date: dayOf(cells.from),
    to_date: cells.to === '' ? null : dayOf(cells.to),
    review_date: cells.review === '' ? null : dayOf(cells.review),
    source: cells.source,
  }
  if (shared.to_date !== null && shared.to_date < shared.from_date) throw new RangeError('it ends before it begins')
  if (isUnitTax(tax)) {
    const row: UnitTaxRow = {
      ...shared,
      kind: 'per_unit',
      tax,
      rate_e6: scaled(cells.rate, rateDecimals.per_unit),
      unit: among(volumeUnits, cells.unit, 'a unit'),
    }
    return { ...row, source: shared.source, review_date: shared.review_date }
  }
  const row: SalesTaxRow = { ...shared, kind: 'ad_valorem', tax, rate_e5: scaled(cells.rate, rateDecimals.ad_valorem) }
  return { ...row, source: shared.source, review_date: shared.review_date }
}

/**
 * Reads the shipped tax rates. The file is part of the product, so an error in it is a defect: it stops the load and
 * names its line.
 */
export function readTaxFile(text: string): TaxRateEntry[] {
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/)
  if (head !== columns.join(',')) throw new RangeError(`The columns of the tax rates are ${columns.join(', ')}`)
  return lines.map((line, index) => {
    const cells = cellsOf(line)
    try {
      if (cells.length !== columns.length) throw new RangeError(`${cells.length} cells instead of ${columns.length}`)
      return entryOf(Object.fromEntries(columns.map((name, place) => [name, cells[place]])) as Cells, index + 1)
    } catch (error) {
      throw new RangeError(`Tax rates, line ${index + 2}: ${error instanceof Error ? error.message : error}.`)
    }
  })
}
