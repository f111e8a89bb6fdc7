import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { countryOf, jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { fuels, type TaxClass, taxClassOf } from '@portal/contract/lookups/products.rules.ts'
import {
  currencyOfTaxes,
  isUnitTax,
  type TaxesOfDay,
  type TaxRow,
  type TaxTable,
  taxesOn,
} from '@portal/contract/rates/tax.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'

/** A site's province and tax region as stored; empty if unknown. */
export type TaxPlace = { province: string; region: string }
/** The taxes of a place on some days, as `prices_of` takes them. */
export type PlaceTaxes = TaxPlace & {
  products: readonly string[]
  from_date: string
  to_date: string
  litre_e6: number
  gallon_e6: number
  currency: Currency | ''
  /** Whether every tax per unit has a rate, and every sales tax. */
  has_unit_taxes: boolean
  sales_e5: number
  has_sales_taxes: boolean
}

const classes = [...Map.groupBy(fuels, taxClassOf)]

/** The first days on which the taxes of a place may differ from those of the day before. */
function changesAt(rows: readonly TaxRow[], jurisdiction: string | null, productClass: TaxClass): string[] {
  if (jurisdiction === null) return []
  const here = [countryOf(jurisdiction), jurisdiction]
  const own = rows.filter((row) => row.product_class === productClass && here.includes(row.jurisdiction))
  return [
    ...new Set(own.flatMap(({ from_date, to_date }) => [from_date, ...(to_date ? [addDays(to_date, 1)] : [])])),
  ].sort()
}

const perUnit = ({ unit }: TaxesOfDay, of: VolumeUnit): number =>
  unit.filter((row) => row.unit === of).reduce((sum, { rate_e6 }) => sum + rate_e6, 0)
function sumsOf(taxes: TaxesOfDay) {
  return {
    litre_e6: perUnit(taxes, 'L'),
    gallon_e6: perUnit(taxes, 'GAL'),
    has_unit_taxes: !taxes.missing.some(isUnitTax),
    sales_e5: taxes.sales.reduce((sum, { rate_e5 }) => sum + rate_e5, 0),
    has_sales_taxes: taxes.missing.every(isUnitTax),
  }
}

/**
 * The taxes on fuel of some places up to a day, one entry per span of days with the same taxes. Which taxes apply is
 * decided by the tax rules alone; the database only adds them to rates.
 */
export function placeTaxes(table: TaxTable, places: readonly TaxPlace[], until: string): PlaceTaxes[] {
  const rows = [...table.values()].flat()
  return places.flatMap((place) => {
    const jurisdiction = jurisdictionOf(place.province)
    const currency = jurisdiction === null ? ('' as const) : currencyOfTaxes(jurisdiction)
    return classes.flatMap(([product_class, products]) => {
      const days = changesAt(rows, jurisdiction, product_class).filter((day) => day <= until)
      const starts = ['0001-01-01', ...days]
      return starts.map((date, at): PlaceTaxes => {
        const next = starts[at + 1]
        const question = { date, province: place.province, region: place.region || null, product_class }
        return Object.assign({ products, currency, from_date: date }, place, sumsOf(taxesOn(table, question)), {
          to_date: next ? addDays(next, -1) : 'infinity',
        })
      })
    })
  })
}
