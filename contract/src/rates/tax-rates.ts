import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, isoDate, text } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { countryOf, jurisdictions, taxRegions } from '../lookups/jurisdictions.rules.ts'
import { isFuelClass, type TaxClass, taxClasses } from '../lookups/products.rules.ts'
import { type Message, message } from '../message.ts'
import { decimalsOf } from '../rules/money.ts'
import { jurisdictionWords, taxClassWords } from './rates-words.data.ts'
import { isUnitTax, type TaxCode, type TaxKind, taxCodes, taxWords } from './tax.rules.ts'
import {
  changedTaxRate,
  changeFields,
  previewQuery,
  taxCandidate,
  taxCandidateList,
  taxRateChange,
  withdrawQuery,
} from './tax-changes.ts'
import { rateDecimals } from './tax-file.rules.ts'
import { type TaxRate, taxRate, taxRateStates, taxRateStateWords } from './tax-rate.ts'

export const wordsOfJurisdiction = (jurisdiction: string): string => jurisdictionWords[jurisdiction] ?? jurisdiction

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

const fields = {
  jurisdiction: z.enum(jurisdictions, { error: 'tax-rate.jurisdiction' }),
  region: z.enum(taxRegions).nullish(),
  product_class: z.enum(taxClasses),
  tax: z.enum(taxCodes),
  rate: z.number().min(0).max(100),
  from_date: isoDate(),
  to_date: isoDate().nullish(),
  review_date: isoDate().nullish(),
  source: text(200),
}
const checked = (draft: Draft, context: z.RefinementCtx): void => {
  for (const [field, message] of Object.entries(faultsOf(draft)))
    context.addIssue({ code: 'custom', path: [field], message })
}
/** The unit follows from the country, so that they cannot be mixed up. */
export const taxRateInput = z.strictObject(fields).superRefine(checked)
/** A row and what saving a change of the table needs (TAX-1). */
export const taxRateSaving = z.strictObject({ ...fields, ...changeFields }).superRefine(checked)
export type TaxRateSaving = z.output<typeof taxRateSaving>
export type TaxRateInput = z.output<typeof taxRateInput>

/** Its review date has passed and it still applies, or will: check whether the rate came as announced. */
export const isReviewDue = (
  { review_date, to_date }: Pick<TaxRate, 'review_date' | 'to_date'>,
  today: string,
): boolean => review_date !== null && review_date < today && (to_date === null || to_date >= today)

/** Without a state, the list shows the rates in force; `state:withdrawn` shows those that a change retired. */
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
    state: { kind: 'choice', options: choices(taxRateStates, taxRateStateWords) },
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
    summary: 'Add a tax rate and reprice what is not invoiced; the rate it replaces ends the day before',
    status: 201,
    can: 'rates.create',
    query: previewQuery,
    body: taxRateSaving,
    transaction: 'none',
    reply: changedTaxRate,
  },
  update: {
    method: 'PUT',
    path: '/tax-rates/:id',
    summary: 'Correct or end a tax rate and reprice what is not invoiced; the former row stays in the history',
    can: 'rates.update',
    params: byId,
    query: previewQuery,
    body: taxRateSaving,
    transaction: 'none',
    reply: changedTaxRate,
  },
  delete: {
    method: 'DELETE',
    path: '/tax-rates/:id',
    summary: 'Withdraw a tax rate and reprice what is not invoiced; the row stays in the history',
    can: 'rates.delete',
    params: byId,
    query: withdrawQuery,
    transaction: 'none',
    reply: changedTaxRate,
  },
  change: {
    method: 'GET',
    path: '/tax-rates/changes/:id',
    summary: 'Get a change of the tax rates, with the progress of its job',
    can: 'rates.read',
    params: byId,
    reply: taxRateChange,
  },
  history: {
    method: 'GET',
    path: '/tax-rates/:id/history',
    summary: 'List the changes of a tax rate with their reasons, newest first',
    can: 'rates.read',
    params: byId,
    reply: z.object({ changes: z.array(taxRateChange) }),
  },
  candidates: {
    method: 'GET',
    path: '/tax-rates/:id/candidates',
    summary: 'List invoiced lines whose taxes a change of this rate makes different, for a credit note and a new bill',
    can: 'rates.read',
    params: byId,
    query: taxCandidateList.query,
    list: taxCandidateList,
    reply: pageOf('candidates', taxCandidate),
  },
})
