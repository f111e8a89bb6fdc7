import type { VolumeUnit } from '@portal/contract/rules/units.ts'

/** The columns of a billed line, as they are kept: what is billed, and what it came from. */
export type PricedLine = {
  line_id: number
  /** The file's; of a credit what its purchase had, so that it gives back what was billed. */
  file_price_e4: number
  retail_e4: number | null
  /** Of a credit: how much of the purchase came back before it. */
  before_milli: number
  price_e4: number
  price_unit: VolumeUnit | null
  price_quantity_milli: number
  pre_cents: number
  gst_cents: number
  hst_cents: number
  pst_cents: number
  qst_cents: number
  amount_cents: number
  discount_cents: number | null
  fet_e6: number
  pft_e6: number
  pct_e6: number
  local_e6: number
  formula: number
  rate_id: number | null
  rate_date: string | null
  rate_price_e4: number | null
  rate_retail_e4: number | null
  markup_id: number | null
  markup_value_e4: number | null
  is_capped_at_retail: boolean
  tax_row_ids: readonly number[]
  rate_day_tax_row_ids: readonly number[]
  flags: readonly string[]
  warnings: readonly string[]
  is_manual: boolean
}
export const pricedTypes = {
  line_id: 'int',
  file_price_e4: 'bigint',
  retail_e4: 'bigint',
  before_milli: 'bigint',
  price_e4: 'bigint',
  price_unit: 'text',
  price_quantity_milli: 'bigint',
  pre_cents: 'bigint',
  gst_cents: 'bigint',
  hst_cents: 'bigint',
  pst_cents: 'bigint',
  qst_cents: 'bigint',
  amount_cents: 'bigint',
  discount_cents: 'bigint',
  fet_e6: 'bigint',
  pft_e6: 'bigint',
  pct_e6: 'bigint',
  local_e6: 'bigint',
  formula: 'smallint',
  rate_id: 'bigint',
  rate_date: 'date',
  rate_price_e4: 'bigint',
  rate_retail_e4: 'bigint',
  markup_id: 'bigint',
  markup_value_e4: 'bigint',
  is_capped_at_retail: 'boolean',
  tax_row_ids: 'bigint[]',
  rate_day_tax_row_ids: 'bigint[]',
  flags: 'text[]',
  warnings: 'text[]',
  is_manual: 'boolean',
} as const satisfies Record<keyof PricedLine, string>
export const pricedNames = Object.keys(pricedTypes) as (keyof PricedLine)[]
