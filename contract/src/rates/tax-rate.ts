import { z } from 'zod'
import { instant } from '../fields.ts'
import { countryOf } from '../lookups/jurisdictions.rules.ts'
import { taxClasses } from '../lookups/products.rules.ts'
import { toUnits } from '../rules/money.ts'
import { isUnitTax, type TaxCode, type TaxRow, taxCodes, unitOfTaxes } from './tax.rules.ts'

/** A rate's unit, as shown beside it. */
const rateUnits = ['CAD/L', 'USD/GAL', '%'] as const
export type RateUnit = (typeof rateUnits)[number]
export const rateUnitOf = (tax: TaxCode, jurisdiction: string): RateUnit => {
  if (!isUnitTax(tax)) return '%'
  return countryOf(jurisdiction) === 'US' ? 'USD/GAL' : 'CAD/L'
}

export const taxRateStates = ['current', 'withdrawn'] as const
export const taxRateStateWords = { current: 'In force', withdrawn: 'Withdrawn' } as const

export const taxRate = z.object({
  id: z.int(),
  jurisdiction: z.string(),
  region: z.string().nullable(),
  product_class: z.enum(taxClasses),
  tax: z.enum(taxCodes),
  kind: z.enum(['per_unit', 'ad_valorem']),
  rate: z.number(),
  per: z.enum(rateUnits),
  from_date: z.iso.date(),
  to_date: z.iso.date().nullable(),
  review_date: z.iso.date().nullable(),
  source: z.string(),
  is_shipped: z.boolean(),
  /** A corrected or withdrawn rate stays in the history; no purchase is priced with it any more (TAX-1). */
  state: z.enum(taxRateStates),
  withdrawn_at: instant().nullable(),
  withdrawn_reason: z.string().nullable(),
  replaced_by_id: z.int().nullable(),
})
export type TaxRate = z.infer<typeof taxRate>

type RatedTax = Pick<
  TaxRate,
  'id' | 'jurisdiction' | 'region' | 'product_class' | 'tax' | 'rate' | 'from_date' | 'to_date'
>
/** A listed rate in the form that the rules take. */
export function taxRowOf({ id, jurisdiction, region, product_class, tax, rate, from_date, to_date }: RatedTax): TaxRow {
  const shared = { id, jurisdiction, region, product_class, from_date, to_date }
  return isUnitTax(tax)
    ? { ...shared, kind: 'per_unit', tax, rate_e6: toUnits(rate, 'unitTax'), unit: unitOfTaxes(jurisdiction) }
    : { ...shared, kind: 'ad_valorem', tax, rate_e5: toUnits(rate, 'percent') }
}
