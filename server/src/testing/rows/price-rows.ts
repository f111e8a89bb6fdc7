import { type FuelProviderName, providerFacts } from '@portal/contract/lookups/providers.rules.ts'
import { type SalesTaxRow, type TaxRow, taxTable, type UnitTaxRow } from '@portal/contract/rates/tax.rules.ts'
import { priceOf, type UnpricedLine } from '../../pricing/line-prices.rules.ts'
import type { ExplainedLine, KnownTax } from '../../pricing/price-explanation.rules.ts'

const always = { region: null, product_class: 'diesel', from_date: '2000-01-01', to_date: null } as const
export const perUnit = (tax: UnitTaxRow['tax'], rate_e6: number, jurisdiction = 'CA-ON', id = 1): UnitTaxRow => ({
  ...always,
  id,
  jurisdiction,
  kind: 'per_unit',
  tax,
  rate_e6,
  unit: jurisdiction === 'CA-ON' ? 'L' : 'GAL',
})
export const share = (tax: SalesTaxRow['tax'], rate_e5: number, id = 2): SalesTaxRow => ({
  ...always,
  id,
  jurisdiction: 'CA-ON',
  kind: 'ad_valorem',
  tax,
  rate_e5,
})

/** 100 litres of diesel in Ontario at 1.50, without rate or markup. */
export const dieselLine: UnpricedLine = {
  line_id: 1,
  product: 'D1',
  province: 'ON',
  region: null,
  currency: 'CAD',
  unit: 'L',
  quantity_milli: 100_000,
  file_price_e6: 1_500_000,
  file_amount_cents: 15_000,
  retail_e6: null,
  evidence: null,
  day: '2026-11-03',
  known_province: null,
  rate_id: null,
  rate_day: null,
  rate_price_e4: null,
  rate_unit: null,
  rate_currency: null,
  rate_retail_e4: null,
  markup_id: null,
  markup_value_e4: null,
  markup_unit: 'L',
  markup_currency: 'CAD',
  cap_at_retail: false,
}
/**
 * The same line at the daily rate of 1.60, which its provider charges, with a markup of .02: 162.00 before tax, 183.06
 * with HST.
 */
export const ratedLine: UnpricedLine = {
  ...dieselLine,
  file_price_e6: 1_600_000,
  file_amount_cents: 16_000,
  rate_id: 7,
  rate_day: '2026-11-03',
  rate_price_e4: 16_000,
  rate_unit: 'L',
  rate_currency: 'CAD',
  rate_retail_e4: 18_500,
  markup_id: 5,
  markup_value_e4: 200,
}

const ontario: TaxRow[] = [
  perUnit('FET', 40_000, 'CA-ON', 1),
  perUnit('PFT', 90_000, 'CA-ON', 2),
  share('HST', 13_000, 3),
]
export const ontarioTaxes = taxTable(ontario)
export const knownTaxes: ReadonlyMap<number, KnownTax> = new Map(
  ontario.map((row) => [row.id, { row, source: `Source of ${row.tax}` }]),
)

/** A priced line as the database returns it. */
export function keptLine(line: UnpricedLine, provider: FuelProviderName = 'Esso', table = ontarioTaxes): ExplainedLine {
  const { line_id, ...priced } = priceOf(provider, line, table)
  const { unit: provider_unit, currency: provider_currency } = providerFacts[provider]
  return {
    ...priced,
    tax_row_ids: [...priced.tax_row_ids],
    rate_day_tax_row_ids: [...priced.rate_day_tax_row_ids],
    flags: [...priced.flags],
    warnings: [...priced.warnings],
    id: line_id,
    n: line_id,
    company_id: 1,
    transaction_id: 1,
    dtl_auth_id: 'A1-D1',
    product: line.product,
    code: 'DSL EFF LS',
    product_description: null,
    unit: line.unit,
    quantity_milli: line.quantity_milli,
    file_amount_cents: line.file_amount_cents,
    dash_cash_cents: null,
    sales_type: null,
    misc: null,
    tran_no: null,
    broken_name: null,
    day: line.day,
    province: line.province,
    currency: line.currency,
    provider,
    provider_unit,
    provider_currency,
    markup_from: '2026-01-01',
    rate_file: line.rate_id === null ? null : 'rates.xlsx',
    rate_row: line.rate_id === null ? null : 12,
    rate_code: line.rate_id === null ? null : 'DSL EFF LS',
    file_name: null,
  }
}
