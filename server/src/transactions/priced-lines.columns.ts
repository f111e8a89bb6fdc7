import { roundedRatio } from '@portal/contract/rules/exact.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'

/** The columns of a billed line, as they are kept: what is billed, and what it came from. */
export type PricedLine = {
  line_id: number
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

type Typed =
  | 'price_e4'
  | 'price_unit'
  | 'price_quantity_milli'
  | 'pre_cents'
  | 'gst_cents'
  | 'hst_cents'
  | 'pst_cents'
  | 'qst_cents'
  | 'formula'
  | 'tax_row_ids'
/** A line that is billed as somebody typed it, with what it was billed for. */
export type TypedLine = Pick<PricedLine, Typed | 'fet_e6' | 'pft_e6' | 'pct_e6' | 'local_e6'> & { quantity_milli: number; file_amount_cents: number }

type Returned = { line_id: number; unit: VolumeUnit | null; quantity_milli: number; file_amount_cents: number }
/** What was typed is given back as it was billed, in the share that comes back: of the quantity, or where nothing is counted of the amount. */
export function takenBack(line: Returned, typed: TypedLine): PricedLine {
  const [part, whole] = line.unit === null ? [line.file_amount_cents, typed.file_amount_cents] : [line.quantity_milli, typed.quantity_milli]
  const share = (value: number) => (whole === 0 ? -value : roundedRatio([value, part * Math.sign(whole)], [Math.abs(whole)]))
  const [pre_cents, gst_cents, hst_cents, pst_cents, qst_cents] = [
    share(typed.pre_cents),
    share(typed.gst_cents),
    share(typed.hst_cents),
    share(typed.pst_cents),
    share(typed.qst_cents),
  ]
  return {
    ...{ line_id: line.line_id, pre_cents, gst_cents, hst_cents, pst_cents, qst_cents },
    ...{ price_e4: typed.price_e4, price_unit: typed.price_unit, price_quantity_milli: share(typed.price_quantity_milli), discount_cents: null },
    amount_cents: pre_cents + gst_cents + hst_cents + pst_cents + qst_cents,
    ...{ fet_e6: typed.fet_e6, pft_e6: typed.pft_e6, pct_e6: typed.pct_e6, local_e6: typed.local_e6, formula: typed.formula },
    ...{ rate_id: null, rate_date: null, rate_price_e4: null, rate_retail_e4: null, markup_id: null, markup_value_e4: null },
    ...{ is_capped_at_retail: false, tax_row_ids: typed.tax_row_ids, rate_day_tax_row_ids: [], flags: [], warnings: [], is_manual: true },
  }
}
