import { isFuel } from '@portal/contract/lookups/products.rules.ts'
import { formulaVersion } from '@portal/contract/pricing/price.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { convertQuantity } from '@portal/contract/rules/units.ts'
import { priceFrom, unitOfPlace } from '@portal/contract/transactions/manual-lines.rules.ts'
import type { ManualLineInput } from '@portal/contract/transactions/manual-transactions.ts'
import { type KeptLine, type LineDetails, typedColumns } from './manual-lines.columns.ts'

type Place = { province: string | null; currency: Currency }

/**
 * What is billed for a typed line: the amount and the taxes as typed. The rest of the amount is the pre-tax part,
 * whether or not price times quantity gives it. The form shows a difference, and the user decides (TXN-6).
 */
export function billedOf(line: ManualLineInput, { province, currency }: Place) {
  const typed = typedColumns(line)
  const { product, amount_cents, gst_cents, hst_cents, pst_cents, qst_cents } = typed
  const pre_cents = amount_cents - gst_cents - hst_cents - pst_cents - qst_cents
  // Cash and fees count as one piece, and as minus one for a credit.
  const quantity_milli = typed.quantity_milli ?? (amount_cents < 0 ? -1000 : 1000)
  const unit = typed.unit ?? (isFuel(product) ? unitOfPlace(province, currency) : null)
  const price_unit = typed.price_unit ?? unit
  const price_quantity_milli = unit && price_unit ? convertQuantity(quantity_milli, unit, price_unit) : quantity_milli
  return {
    ...typed,
    unit,
    quantity_milli,
    price_unit,
    price_quantity_milli,
    price_e6: typed.price_e6 ?? priceFrom(pre_cents, price_quantity_milli),
    pre_cents,
  }
}
export type BilledLine = ReturnType<typeof billedOf>

/** A manually entered line has no rate, markup or tax row, and needs review before it is billed. */
export const manualOrigin = {
  formula: formulaVersion,
  rate_id: null,
  rate_date: null,
  rate_price_e4: null,
  rate_retail_e4: null,
  markup_id: null,
  markup_value_e4: null,
  is_capped_at_retail: false,
  tax_row_ids: [] as number[],
  rate_day_tax_row_ids: [] as number[],
  flags: ['manual_price'],
  warnings: [] as string[],
  is_manual: true,
}

/** Whether a change leaves the stored line as it is. */
export const isSame = (typed: BilledLine | LineDetails, kept: KeptLine): boolean =>
  Object.entries(typed).every(([name, value]) => kept[name as keyof KeptLine] === value)
