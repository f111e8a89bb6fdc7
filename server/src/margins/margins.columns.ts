import type { LineMargin, MarginLine } from '@portal/contract/margins/margins.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import type { Selectable } from 'kysely'
import type { TransactionLines } from '../db/schema.ts'
import { toLocalTime } from '../platform/local-time.ts'
import { percentOf, perUnitOf } from './margins.rules.ts'

export const lineCostColumns = [
  'id',
  'dtl_auth_id',
  'product',
  'unit',
  'quantity_milli',
  'file_price_e6',
  'pre_cents',
  'cost_pre_cents',
  'cost_gst_cents',
  'cost_hst_cents',
  'cost_pst_cents',
  'cost_qst_cents',
] as const
export type StoredLineCost = Pick<Selectable<TransactionLines>, (typeof lineCostColumns)[number]> & { currency: string }

/** Null without a known cost, which is never taken as zero (COST-1). */
export function toLineMargin(line: StoredLineCost): LineMargin {
  const { cost_pre_cents: cost, pre_cents, quantity_milli, unit } = line
  const taxes = [line.cost_gst_cents, line.cost_hst_cents, line.cost_pst_cents, line.cost_qst_cents]
  const known = cost !== null
  return {
    dtl_id: line.id,
    dtl_auth_id: line.dtl_auth_id,
    dtl_prd_cd: line.product,
    currency: line.currency as Currency,
    quantity: fromUnits(quantity_milli, 'quantity'),
    unit: unit as VolumeUnit | null,
    billed: fromUnits(pre_cents, 'money'),
    cost: known ? fromUnits(cost, 'money') : null,
    cost_price: known ? fromUnits(line.file_price_e6, 'linePrice') : null,
    cost_tax: known
      ? fromUnits(
          taxes.reduce<number>((sum, tax) => sum + (tax ?? 0), 0),
          'money',
        )
      : null,
    margin: known ? fromUnits(pre_cents - cost, 'money') : null,
    percent: known ? percentOf(pre_cents - cost, pre_cents) : null,
    per_unit: known && unit !== null ? perUnitOf(pre_cents - cost, quantity_milli) : null,
  }
}

type StoredMarginLine = StoredLineCost & {
  txn_id: number
  txn_at: string
  location: string | null
  site_number: string | null
  invoice_id: number | null
  invoice_number: string | null
  company_id: number
  company_name: string
  provider: string | null
}
export const toMarginLine = (line: StoredMarginLine): MarginLine => ({
  id: line.id,
  ...toLineMargin(line),
  txn_id: line.txn_id,
  txn_date: toLocalTime(line.txn_at),
  company_id: line.company_id,
  company_name: line.company_name,
  provider: line.provider,
  site: line.location,
  site_number: line.site_number,
  invoice_id: line.invoice_id,
  invoice_number: line.invoice_number,
})
