import { isFuel } from '@portal/contract/lookups/products.rules.ts'
import { formulaVersion } from '@portal/contract/pricing/price.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { toUnits, type Unit } from '@portal/contract/rules/money.ts'
import { convertQuantity } from '@portal/contract/rules/units.ts'
import { priceFrom, unitOfPlace } from '@portal/contract/transactions/manual-lines.rules.ts'
import type { ManualLineInput } from '@portal/contract/transactions/manual-transactions.ts'
import type { Selectable } from 'kysely'
import type { TransactionLines } from '../db/schema.ts'

export type KeptLine = Selectable<TransactionLines>
export type Place = { province: string | null; currency: Currency }

const units = (value: number | null | undefined, unit: Unit): number | null =>
  value === null || value === undefined ? null : toUnits(value, unit)
const cents = (value: number | null | undefined): number => units(value, 'money') ?? 0
const perUnit = (value: number | null | undefined): number => units(value, 'unitTax') ?? 0

/**
 * What is billed of a typed line: the amount and the taxes as they were typed. What is left of the amount is the part
 * before tax, whether or not price and quantity make it: the form points out a difference, and the person decides
 * (TXN-6).
 */
export function billedOf(line: ManualLineInput, { province, currency }: Place) {
  const { dtl_prd_cd: product } = line
  const amount_cents = cents(line.dtl_amt)
  const taxes = {
    gst_cents: cents(line.dtl_gst_amt),
    hst_cents: cents(line.dtl_hst_amt),
    pst_cents: cents(line.dtl_pst_amt),
    qst_cents: cents(line.dtl_qst_amt),
  }
  const pre_cents = Object.values(taxes).reduce((left, tax) => left - tax, amount_cents)
  // Cash and fees are counted by the piece, and what is given back is one piece less.
  const quantity_milli = units(line.dtl_qty, 'quantity') ?? (amount_cents < 0 ? -1000 : 1000)
  const unit = line.dtl_uom ?? (isFuel(product) ? unitOfPlace(province, currency) : null)
  const price_unit = line.dtl_price_uom ?? unit
  const price_quantity_milli = unit && price_unit ? convertQuantity(quantity_milli, unit, price_unit) : quantity_milli
  return {
    product,
    unit,
    quantity_milli,
    price_unit,
    price_quantity_milli,
    price_e4: units(line.dtl_net_price, 'price') ?? priceFrom(pre_cents, price_quantity_milli),
    retail_e4: units(line.retailPrice, 'price'),
    ...taxes,
    pre_cents,
    amount_cents,
    discount_cents: units(line.dtl_discount, 'money'),
    dash_cash_cents: units(line.dash_cash, 'money'),
    fet_e6: perUnit(line.dtl_fet_rt),
    pft_e6: perUnit(line.dtl_pft_rt),
    pct_e6: perUnit(line.dtl_cbt_rt),
    local_e6: perUnit(line.dtl_local_rt),
  }
}
export type BilledLine = ReturnType<typeof billedOf>

/** What describes a line and costs nothing. */
export const detailsOf = (line: ManualLineInput, authorization: string) => ({
  dtl_auth_id: line.dtl_auth_id ?? authorization,
  product_description: line.dtl_prd_desc ?? null,
  sales_type: line.dtl_sls_type ?? null,
  misc: line.dtl_misc ?? null,
  tran_no: line.dtl_tran_no ?? null,
  broken_name: line.dtl_brkn_name ?? null,
})
export type LineDetails = ReturnType<typeof detailsOf>

/** What a person typed came from no rate, no markup and no tax row, and must be looked at before it is billed. */
export const typedByHand = {
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

export const isSame = (typed: BilledLine | LineDetails, kept: KeptLine): boolean =>
  Object.entries(typed).every(([name, value]) => kept[name as keyof KeptLine] === value)
