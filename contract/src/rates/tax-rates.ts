import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { isoDate, text } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { countryOf, jurisdictions, taxRegions } from '../lookups/jurisdictions.rules.ts'
import { isFuelClass, type TaxClass, taxClasses } from '../lookups/products.rules.ts'
import { type Message, message } from '../message.ts'
import { decimalsOf, toUnits } from '../rules/money.ts'
import { isUnitTax, type TaxCode, type TaxKind, type TaxRow, taxCodes, taxWords, unitOfTaxes } from './tax.rules.ts'
import { rateDecimals } from './tax-file.rules.ts'

export const taxClassWords = {
  diesel: 'Diesel',
  gasoline: 'Gasoline',
  reefer: 'Reefer fuel',
  merchandise: 'DEF, oil and merchandise',
  cash: 'Cash',
  fee: 'Fees',
} as const satisfies Record<TaxClass, string>
/** Countries and provinces by name; a state is shown by its key. */
export const jurisdictionWords: Readonly<Record<string, string>> = {
  CA: 'Canada',
  'CA-AB': 'Alberta',
  'CA-BC': 'British Columbia',
  'CA-MB': 'Manitoba',
  'CA-NB': 'New Brunswick',
  'CA-NL': 'Newfoundland and Labrador',
  'CA-NS': 'Nova Scotia',
  'CA-NT': 'Northwest Territories',
  'CA-NU': 'Nunavut',
  'CA-ON': 'Ontario',
  'CA-PE': 'Prince Edward Island',
  'CA-QC': 'Québec',
  'CA-SK': 'Saskatchewan',
  'CA-YT': 'Yukon',
  US: 'United States',
}
export const wordsOfJurisdiction = (jurisdiction: string): string => jurisdictionWords[jurisdiction] ?? jurisdiction

/** A rate's unit, as shown beside it. */
const rateUnits = ['CAD/L', 'USD/GAL', '%'] as const
export type RateUnit = (typeof rateUnits)[number]
export const rateUnitOf = (tax: TaxCode, jurisdiction: string): RateUnit => {
  if (!isUnitTax(tax)) return '%'
  return countryOf(jurisdiction) === 'US' ? 'USD/GAL' : 'CAD/L'
}

type Draft = {
  jurisdiction: string
  region?: string | null | undefined
  product_class: TaxClass
  tax: TaxCode
  rate: number
  from_date: string
  to_date?: string | null | undefined
}
/** Contradictions between fields, each reported at one field. */
function faultsOf({
  jurisdiction,
  region,
  product_class,
  tax,
  rate,
  from_date,
  to_date,
}: Draft): Record<string, Message> {
  const kind: TaxKind = isUnitTax(tax) ? 'per_unit' : 'ad_valorem'
  const isAmerican = countryOf(jurisdiction) === 'US'
  return {
    ...(decimalsOf(rate) > rateDecimals[kind] ? { rate: message('field.decimals', { max: rateDecimals[kind] }) } : {}),
    ...(isAmerican && kind === 'ad_valorem' ? { tax: 'tax-rate.sales-tax-usa' } : {}),
    ...(kind === 'per_unit' && !isFuelClass(product_class) ? { tax: 'tax-rate.unit-tax' } : {}),
    ...(tax === 'Local' && !region ? { region: 'tax-rate.region-required' } : {}),
    ...(region && (tax !== 'Local' || jurisdiction !== 'CA-BC') ? { region: 'tax-rate.region-local' } : {}),
    ...(to_date && to_date < from_date ? { to_date: 'field.days-reversed' } : {}),
  }
}

/** The unit follows from the country, so that they cannot be mixed up. */
export const taxRateInput = z
  .strictObject({
    jurisdiction: z.enum(jurisdictions, { error: 'tax-rate.jurisdiction' }),
    region: z.enum(taxRegions).nullish(),
    product_class: z.enum(taxClasses),
    tax: z.enum(taxCodes),
    rate: z.number().min(0).max(100),
    from_date: isoDate(),
    to_date: isoDate().nullish(),
    review_date: isoDate().nullish(),
    source: text(200),
  })
  .superRefine((draft, context) => {
    for (const [field, message] of Object.entries(faultsOf(draft)))
      context.addIssue({ code: 'custom', path: [field], message })
  })
export type TaxRateInput = z.output<typeof taxRateInput>

const taxRate = z.object({
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
})
export type TaxRate = z.infer<typeof taxRate>

/** A listed rate in the form that the rules take. */
export function taxRowOf({ id, jurisdiction, region, product_class, tax, rate, from_date, to_date }: TaxRate): TaxRow {
  const shared = { id, jurisdiction, region, product_class, from_date, to_date }
  return isUnitTax(tax)
    ? { ...shared, kind: 'per_unit', tax, rate_e6: toUnits(rate, 'unitTax'), unit: unitOfTaxes(jurisdiction) }
    : { ...shared, kind: 'ad_valorem', tax, rate_e5: toUnits(rate, 'percent') }
}

/** Its review date has passed and it still applies, or will: check whether the rate came as announced. */
export const isReviewDue = (
  { review_date, to_date }: Pick<TaxRate, 'review_date' | 'to_date'>,
  today: string,
): boolean => review_date !== null && review_date < today && (to_date === null || to_date >= today)

export const taxRateList = defineList({
  rows: 'tax_rates',
  columns: {
    jurisdiction: 'Place',
    region: 'Region',
    product_class: 'Products',
    tax: 'Tax',
    rate: ['Rate', 'number'],
    per: 'Per',
    from_date: ['From', 'day'],
    to_date: ['To', 'day'],
    review_date: ['Review by', 'day'],
    source: 'Source',
  },
  sort: ['jurisdiction', 'product_class', 'tax', 'from_date', 'to_date', 'review_date'],
  filters: {
    jurisdiction: { kind: 'choice', options: choices(jurisdictions, jurisdictionWords) },
    product_class: { kind: 'choice', options: choices(taxClasses, taxClassWords) },
    tax: { kind: 'choice', options: choices(taxCodes, taxWords) },
    from_date: { kind: 'date' },
    to_date: { kind: 'date' },
    review_date: { kind: 'date' },
    source: { kind: 'text' },
  },
  defaultSort: 'jurisdiction,asc',
})

/** For the provider only: no customer has the daily rates screen (PERM-6). */
export const taxRates = defineContract('taxRates', {
  list: {
    method: 'GET',
    path: '/tax-rates',
    summary: 'List tax rates with their first and last days',
    can: 'rates.read',
    query: taxRateList.query,
    list: taxRateList,
    reply: pageOf('tax_rates', taxRate),
  },
  create: {
    method: 'POST',
    path: '/tax-rates',
    summary: 'Add a tax rate; the one it replaces ends the day before',
    status: 201,
    can: 'rates.create',
    body: taxRateInput,
    reply: taxRate,
  },
})
