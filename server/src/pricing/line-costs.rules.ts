import type { costRules } from '@portal/contract/exceptions/exception-rules.data.ts'
import type { Derivation } from '@portal/contract/pricing/price.rules.ts'
import type { SalesTax } from '@portal/contract/rates/tax.rules.ts'
import { amountOf, roundedRatio } from '@portal/contract/rules/exact.ts'
import { convertPrice, type VolumeUnit } from '@portal/contract/rules/units.ts'

/**
 * What the provider says it charged. It is compared with our rates and never billed. One entry can combine several
 * taxes.
 */
export type SalesEvidence = readonly { taxes: readonly SalesTax[]; cents: number }[]

/** What a line cost: the provider's amount before sales tax, and its sales taxes (COST-1). */
export type LineCost = {
  cost_pre_cents: number
  cost_gst_cents: number
  cost_hst_cents: number
  cost_pst_cents: number
  cost_qst_cents: number
}
export const costTypes = {
  cost_pre_cents: 'bigint',
  cost_gst_cents: 'bigint',
  cost_hst_cents: 'bigint',
  cost_pst_cents: 'bigint',
  cost_qst_cents: 'bigint',
} as const satisfies Record<keyof LineCost, string>

type Rates = Derivation['taxes']['sales']
/** Splits a combined amount over the taxes that apply at the place, by their rates. The odd cent is the last one's. */
function split(taxes: readonly SalesTax[], cents: number, rates: Rates): [SalesTax, number][] {
  const own = rates.filter(({ tax, rate_e5 }) => taxes.includes(tax) && rate_e5 > 0)
  const [first = 'GST'] = taxes
  if (own.length < 2) return [[own[0]?.tax ?? first, cents]]
  const whole = own.reduce((sum, { rate_e5 }) => sum + rate_e5, 0)
  let left = cents
  return own.map(({ tax, rate_e5 }, n) => {
    const share = n === own.length - 1 ? left : roundedRatio([cents, rate_e5], [whole])
    left -= share
    return [tax, share]
  })
}
/** The cost of a row of a file. Its amount, without fees, is before tax what its own sales taxes leave of it. */
export function costOf(
  { file_amount_cents, evidence }: { file_amount_cents: number; evidence: { sales: SalesEvidence } | null },
  rates: Rates,
): LineCost {
  const cents: Record<SalesTax, number> = { GST: 0, HST: 0, PST: 0, QST: 0 }
  for (const { taxes, cents: charged } of evidence?.sales ?? [])
    for (const [tax, share] of split(taxes, charged, rates)) cents[tax] += share
  return {
    cost_pre_cents: file_amount_cents - cents.GST - cents.HST - cents.PST - cents.QST,
    cost_gst_cents: cents.GST,
    cost_hst_cents: cents.HST,
    cost_pst_cents: cents.PST,
    cost_qst_cents: cents.QST,
  }
}

type Bought = {
  unit: string | null
  quantity_milli: number
  file_price_e6: number
  cost_pre_cents: number | null
}
/** A row's own sum may differ by this much from its price, because prices are rounded. */
export const costSlack = 2
/** A price in another unit; as it is, where one of the units is unknown. */
export const priceInUnit = (price_e6: number, from: string | null, to: string | null): number =>
  from === null || to === null ? price_e6 : convertPrice(price_e6, from as VolumeUnit, to as VolumeUnit)
type Billed = { price_e6: number; unit: string | null; pre_cents: number }
/** Compares prices; a row that deducts something from its price, by amount. */
function isBelowCost(line: Bought, { price_e6, unit, pre_cents }: Billed): boolean {
  const { quantity_milli, file_price_e6, cost_pre_cents } = line
  if (cost_pre_cents === null) return false
  return Math.abs(cost_pre_cents - amountOf(quantity_milli, file_price_e6)) <= costSlack
    ? price_e6 < priceInUnit(file_price_e6, line.unit, unit)
    : pre_cents < cost_pre_cents
}

/** A provider's published rate is a promise: a price that differs from it by more than this is questioned. */
export const promise_e6 = 500
type Published = { price_e4: number; unit: string; isOfDay: boolean } | null
/** Doubts about a purchase that its cost raises (COST-3). A line that no provider sold has none. */
export function costFlagsOf(line: Bought, billed: Billed, published: Published): (typeof costRules)[number][] {
  if (line.cost_pre_cents === null || line.quantity_milli <= 0) return []
  const isOther =
    published?.isOfDay === true &&
    Math.abs(line.file_price_e6 - priceInUnit(published.price_e4 * 100, published.unit, line.unit)) > promise_e6
  return [
    ...(isBelowCost(line, billed) ? (['below_cost'] as const) : []),
    ...(isOther ? (['provider_price'] as const) : []),
  ]
}
