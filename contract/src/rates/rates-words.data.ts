import type { TaxClass } from '../lookups/products.rules.ts'

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
export const taxClassWords = {
  diesel: 'Diesel',
  gasoline: 'Gasoline',
  reefer: 'Reefer fuel',
  merchandise: 'DEF, oil and merchandise',
  cash: 'Cash',
  fee: 'Fees',
} as const satisfies Record<TaxClass, string>
