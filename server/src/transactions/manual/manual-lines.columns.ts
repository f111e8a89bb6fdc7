import { toUnits, type Unit } from '@portal/contract/rules/money.ts'
import type { ManualLineInput } from '@portal/contract/transactions/manual-transactions.ts'
import type { Selectable } from 'kysely'
import type { TransactionLines } from '../../db/schema.ts'

export type KeptLine = Selectable<TransactionLines>

const units = (value: number | null | undefined, unit: Unit): number | null =>
  value === null || value === undefined ? null : toUnits(value, unit)
const cents = (value: number | null | undefined): number => units(value, 'money') ?? 0
const perUnit = (value: number | null | undefined): number => units(value, 'unitTax') ?? 0

/** A line as typed, in the units of its columns. Null is an empty field. */
export const typedColumns = (line: ManualLineInput) => ({
  product: line.dtl_prd_cd,
  unit: line.dtl_uom ?? null,
  quantity_milli: units(line.dtl_qty, 'quantity'),
  price_unit: line.dtl_price_uom ?? null,
  price_e6: units(line.dtl_net_price, 'linePrice'),
  retail_e6: units(line.retailPrice, 'linePrice'),
  gst_cents: cents(line.dtl_gst_amt),
  hst_cents: cents(line.dtl_hst_amt),
  pst_cents: cents(line.dtl_pst_amt),
  qst_cents: cents(line.dtl_qst_amt),
  amount_cents: cents(line.dtl_amt),
  discount_cents: units(line.dtl_discount, 'money'),
  dash_cash_cents: units(line.dash_cash, 'money'),
  fet_e6: perUnit(line.dtl_fet_rt),
  pft_e6: perUnit(line.dtl_pft_rt),
  pct_e6: perUnit(line.dtl_cbt_rt),
  local_e6: perUnit(line.dtl_local_rt),
})

/** The fields that describe a line and do not affect its price. */
export const detailsOf = (line: ManualLineInput, authorization: string) => ({
  dtl_auth_id: line.dtl_auth_id ?? authorization,
  product_description: line.dtl_prd_desc ?? null,
  sales_type: line.dtl_sls_type ?? null,
  misc: line.dtl_misc ?? null,
  tran_no: line.dtl_tran_no ?? null,
  broken_name: line.dtl_brkn_name ?? null,
})
export type LineDetails = ReturnType<typeof detailsOf>
