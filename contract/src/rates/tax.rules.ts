import { countryOf, jurisdictionOf } from '../lookups/jurisdictions.rules.ts'
import type { TaxClass } from '../lookups/products.rules.ts'
import type { Currency } from '../rules/currency.ts'
import type { VolumeUnit } from '../rules/units.ts'

/** Taxes per unit are included in the price; sales taxes are a percentage of that price. */
export const unitTaxes = ['FET', 'PFT', 'PCT', 'Local'] as const
export const salesTaxes = ['GST', 'HST', 'PST', 'QST'] as const
export const taxCodes = [...unitTaxes, ...salesTaxes] as const
export type UnitTax = (typeof unitTaxes)[number]
export type SalesTax = (typeof salesTaxes)[number]
export type TaxCode = (typeof taxCodes)[number]
export const taxWords = {
  FET: 'Federal excise tax',
  PFT: 'Provincial fuel tax',
  PCT: 'Provincial carbon tax',
  Local: 'Local fuel tax',
  GST: 'Goods and services tax',
  HST: 'Harmonized sales tax',
  PST: 'Provincial sales tax',
  QST: 'Québec sales tax',
} as const satisfies Record<TaxCode, string>
export const isUnitTax = (tax: TaxCode): tax is UnitTax => (unitTaxes as readonly string[]).includes(tax)
export type TaxKind = 'per_unit' | 'ad_valorem'
export const taxKindOf = (tax: TaxCode): TaxKind => (isUnitTax(tax) ? 'per_unit' : 'ad_valorem')

type Validity = {
  id: number
  jurisdiction: string
  region: string | null
  product_class: TaxClass
  from_date: string
  to_date: string | null
}
/** Money per litre or gallon in the country's own currency; .1545 is 154500. */
export type UnitTaxRow = Validity & { kind: 'per_unit'; tax: UnitTax; rate_e6: number; unit: VolumeUnit }
/** 9.975 % is 9975. */
export type SalesTaxRow = Validity & { kind: 'ad_valorem'; tax: SalesTax; rate_e5: number }
/** A rate and its days, both ends included; an open end is null. A tax that does not apply is a row of zero. */
export type TaxRow = UnitTaxRow | SalesTaxRow

export const currencyOfTaxes = (jurisdiction: string): Currency => (countryOf(jurisdiction) === 'US' ? 'USD' : 'CAD')
export const unitOfTaxes = (jurisdiction: string): VolumeUnit => (countryOf(jurisdiction) === 'US' ? 'GAL' : 'L')

/** The rows by place and class, because every line needs only the few of its own. */
export type TaxTable = ReadonlyMap<string, readonly TaxRow[]>
const keyOf = (jurisdiction: string, productClass: TaxClass): string => `${jurisdiction} ${productClass}`
export const taxTable = (rows: readonly TaxRow[]): TaxTable =>
  Map.groupBy(rows, ({ jurisdiction, product_class }) => keyOf(jurisdiction, product_class))

export type TaxQuestion = {
  /** The site's local day. */
  date: string
  /** The site's province, or the customer's if there is no site. */
  province: string
  region: string | null
  product_class: TaxClass
}
export type TaxesOfDay = {
  unit: readonly UnitTaxRow[]
  sales: readonly SalesTaxRow[]
  /** Taxes that apply there but have no rate for the day: flagged 'no tax rate', never counted as zero. */
  missing: readonly TaxCode[]
}

const holds = (row: TaxRow, date: string): boolean =>
  row.from_date <= date && (row.to_date === null || date <= row.to_date)

/** One row per tax, in the order of the codes: a region's before its province's, and that before the country's. */
function narrowest(rows: readonly TaxRow[]): TaxRow[] {
  const width = (row: TaxRow): number => (row.region !== null ? 0 : row.jurisdiction.includes('-') ? 1 : 2)
  return taxCodes.flatMap((tax) => {
    const [first, second] = rows.filter((row) => row.tax === tax).sort((one, other) => width(one) - width(other))
    if (first && second && width(first) === width(second))
      throw new RangeError(`Two rates of ${tax} hold in ${first.jurisdiction} on one day`)
    return first ? [first] : []
  })
}

/**
 * Every fuel bears these in Canada, even if no row was ever entered; cash and fees bear only the existing rows (domain,
 * 'Taxes').
 */
function required(productClass: TaxClass): readonly TaxCode[] {
  if (productClass === 'cash' || productClass === 'fee') return []
  return productClass === 'merchandise' ? ['GST'] : ['FET', 'PFT', 'GST']
}

/**
 * The lines of a file repeat the same few lookups 100,000 times, so results are cached; a table's rows never change.
 */
const answers = new WeakMap<TaxTable, Map<string, TaxesOfDay>>()
export function taxesOn(table: TaxTable, question: TaxQuestion): TaxesOfDay {
  const known = answers.get(table) ?? new Map<string, TaxesOfDay>()
  answers.set(table, known)
  const key = `${question.date} ${question.province} ${question.product_class} ${question.region}`
  const answer = known.get(key) ?? lookUp(table, question)
  known.set(key, answer)
  return answer
}

/**
 * The rates of a day at a place. A non-zero HST replaces GST and PST; QST is in addition to GST, on the same base. In
 * the USA the price includes everything: known taxes per unit are returned, sales taxes never.
 */
function lookUp(table: TaxTable, { date, province, region, product_class }: TaxQuestion): TaxesOfDay {
  const jurisdiction = jurisdictionOf(province)
  if (jurisdiction === null) return { unit: [], sales: [], missing: required(product_class) }
  const country = countryOf(jurisdiction)
  const known = [country, jurisdiction]
    .flatMap((place) => table.get(keyOf(place, product_class)) ?? [])
    .filter((row) => row.region === null || row.region === region)
  const inForce = narrowest(known.filter((row) => holds(row, date)))
  const unit = inForce.filter((row) => row.kind === 'per_unit')
  if (country === 'US') return { unit, sales: [], missing: [] }
  const isHarmonized = inForce.some((row) => row.kind === 'ad_valorem' && row.tax === 'HST' && row.rate_e5 > 0)
  const replaced = (tax: TaxCode): boolean => (isHarmonized ? tax === 'GST' || tax === 'PST' : false)
  const sales = inForce.filter((row) => row.kind === 'ad_valorem').filter(({ tax }) => !replaced(tax))
  const expected = new Set<TaxCode>([...required(product_class), ...known.map(({ tax }) => tax)])
  const missing = taxCodes.filter(
    (tax) => expected.has(tax) && !replaced(tax) && !inForce.some((row) => row.tax === tax),
  )
  // Where HST applies, a missing HST rate is the one to report.
  return {
    unit,
    sales,
    missing: missing.includes('HST') ? missing.filter((tax) => tax !== 'GST' && tax !== 'PST') : missing,
  }
}

/** The factor, over 100,000, from a line's price before sales tax to the price with it. */
export const salesFactor = (sales: readonly SalesTaxRow[]): number =>
  sales.reduce((sum, { rate_e5 }) => sum + rate_e5, 100_000)
