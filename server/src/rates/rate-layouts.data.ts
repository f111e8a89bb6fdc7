import { providerFacts, type RateProvider } from '@portal/contract/lookups/providers.rules.ts'
import type { LayoutColumn } from '../platform/sheets/header.ts'

/** A provider's date formats. */
export type DateForm = 'YYYY-MM-DD' | 'MM/DD/YYYY'

/** The fields of a rate, whatever a provider calls their columns. */
export type RateField =
  | 'from_date'
  | 'to_date'
  | 'site_number'
  | 'name'
  | 'city'
  | 'address'
  | 'province'
  | 'merchant_id'
  | 'product'
  | 'price'
  | 'retail'
  | 'savings'
  | 'sales_tax'
  | 'further_tax'
  | 'total'

/** A column that is the sum of others, within a tolerance in millionths of the columns' unit, overall or per part. */
type Sum = { total: RateField; parts: readonly RateField[]; tolerance_e6: number; perPart: boolean }
export type RateLayout = {
  columns: readonly (LayoutColumn & { field: RateField })[]
  dates: readonly DateForm[]
  pricesIn: 'cents' | 'dollars'
  isRetailRequired: boolean
  sums: readonly Sum[]
}

const needed = (field: RateField, label: string, ...aliases: string[]) => ({ field, label, aliases, isRequired: true })
const extra = (field: RateField, label: string, ...aliases: string[]) => ({ field, label, aliases, isRequired: false })

/**
 * The layouts of the providers' rate files. Prices exclude sales tax and include taxes per unit, in the provider's unit
 * and currency.
 */
export const rateLayouts: Readonly<Record<RateProvider, RateLayout>> = {
  'TA-Petro': {
    columns: [
      extra('from_date', 'Effective Date'),
      needed('site_number', 'Location #', 'Location'),
      needed('name', 'Travel Center'),
      needed('province', 'ST', 'State'),
      extra('merchant_id', 'Merchant ID'),
      extra('city', 'City'),
      needed('product', 'Product'),
      needed('retail', 'Retail'),
      needed('price', 'Your Actual Price', 'Actual Price'),
      extra('savings', 'Savings'),
    ],
    dates: ['YYYY-MM-DD', 'MM/DD/YYYY'],
    pricesIn: providerFacts['TA-Petro'].ratePrices,
    isRetailRequired: true,
    sums: [{ total: 'retail', parts: ['price', 'savings'], tolerance_e6: 1000, perPart: false }],
  },
  Pipeline: {
    columns: [
      extra('from_date', 'Effective Date'),
      needed('site_number', 'Site #', 'Site Number', 'Site'),
      needed('name', 'Name', 'Site Name'),
      extra('city', 'Location'),
      extra('address', 'Address'),
      needed('province', 'Prov.', 'Province'),
      needed('product', 'Product'),
      needed('price', 'Price Excl. GST/HST'),
      extra('sales_tax', 'GST/HST'),
      extra('further_tax', 'PST'),
      extra('total', 'Total'),
      extra('retail', 'Retail'),
    ],
    dates: ['YYYY-MM-DD'],
    pricesIn: providerFacts.Pipeline.ratePrices,
    isRetailRequired: false,
    sums: [{ total: 'total', parts: ['price', 'sales_tax', 'further_tax'], tolerance_e6: 100, perPart: false }],
  },
  Esso: {
    columns: [
      needed('from_date', 'Effective From'),
      extra('to_date', 'Effective To'),
      needed('site_number', 'Site ID', 'Site #', 'Site Number'),
      needed('name', 'Location'),
      extra('city', 'City'),
      needed('province', 'Prov.', 'Province'),
      needed('product', 'Product'),
      needed('price', 'Price'),
      extra('sales_tax', 'GST/HST'),
      extra('further_tax', 'PST/QST'),
      extra('total', 'Gross Price'),
      extra('retail', 'Retail'),
    ],
    dates: ['YYYY-MM-DD'],
    pricesIn: providerFacts.Esso.ratePrices,
    isRetailRequired: false,
    sums: [{ total: 'total', parts: ['price', 'sales_tax', 'further_tax'], tolerance_e6: 10_000, perPart: true }],
  },
}
