import type { ClaimKind } from '@portal/contract/claims/claims.ts'
import { partsOf } from '@portal/contract/english.ts'
import { amountOf, roundedRatio } from '@portal/contract/rules/exact.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { costSlack, priceInUnit, promise_e6 } from '../pricing/line-costs.rules.ts'

/** A purchase's line with what its provider charged and published. */
export type ClaimableLine = {
  unit: string | null
  quantity_milli: number
  file_price_e6: number
  cost_pre_cents: number | null
  cost_tax_cents: number
  /** The rate of the purchase's own day and currency; null if there is none. */
  rate_price_e4: number | null
  rate_unit: string | null
  warnings: readonly string[]
  /** The product's quantity on the purchase, and how much of it was credited. */
  bought_milli: number
  credited_milli: number
}
export type DerivedClaim = {
  kind: ClaimKind
  taxes: string | null
  charged_e6: number | null
  published_e6: number | null
  charged_cents: number
  published_cents: number
  amount_cents: number
  tax_cents: number
}

/** Taxes charged although none was due: those per unit, in cents of the line, and those on the sale. */
function undueTaxes({ warnings, quantity_milli }: ClaimableLine) {
  const names: string[] = []
  let [unit_cents, sales_cents] = [0, 0]
  for (const warning of warnings) {
    const { key, params = {} } = partsOf(warning) ?? {}
    const isUnit = key === 'price.fet-charged' || key === 'price.unit-tax-differs'
    if (!isUnit && key !== 'price.sales-tax-differs') continue
    const charged = Number(params.charged)
    if (Number(params.expected ?? 0) !== 0 || !(charged > 0)) continue
    names.push(key === 'price.fet-charged' ? 'FET' : String(params.taxes))
    if (isUnit) unit_cents += amountOf(quantity_milli, toUnits(charged, 'unitTax'))
    else sales_cents += toUnits(charged, 'money')
  }
  return { names, unit_cents, sales_cents }
}

/** By how much the price exceeds the published one. A row with a discount is compared by amount. */
function priceExcess({ unit, quantity_milli, file_price_e6, cost_pre_cents, rate_price_e4, rate_unit }: ClaimableLine) {
  if (rate_price_e4 === null) return null
  const published_e6 = priceInUnit(rate_price_e4 * 100, rate_unit, unit)
  if (file_price_e6 - published_e6 <= promise_e6) return null
  const whole = amountOf(quantity_milli, file_price_e6)
  const isDiscounted = Math.abs((cost_pre_cents ?? whole) - whole) > costSlack
  const charged_cents = isDiscounted ? (cost_pre_cents ?? whole) : whole
  const published_cents = amountOf(quantity_milli, published_e6)
  return { charged_e6: file_price_e6, published_e6, charged_cents, published_cents }
}

/**
 * What can be claimed back from the provider (COST-4): a price above its published rate by more than .0005 a unit, and
 * a tax charged while none was due, each with the sales tax on it. A tax inside the price is claimed once, as a tax. A
 * purchase that is credited in full has nothing left to claim.
 */
export function claimsOf(line: ClaimableLine): DerivedClaim[] {
  const { cost_pre_cents, cost_tax_cents, quantity_milli } = line
  if (cost_pre_cents === null || quantity_milli <= 0 || line.credited_milli >= line.bought_milli) return []
  const { names, unit_cents, sales_cents } = undueTaxes(line)
  const due_cents = Math.max(cost_tax_cents - sales_cents, 0)
  const taxOn = (cents: number) => (cost_pre_cents > 0 ? roundedRatio([cents, due_cents], [cost_pre_cents]) : 0)
  const tax: DerivedClaim = {
    kind: 'tax',
    taxes: names.join('/'),
    charged_e6: null,
    published_e6: null,
    charged_cents: unit_cents + sales_cents,
    published_cents: 0,
    amount_cents: unit_cents,
    tax_cents: sales_cents + taxOn(unit_cents),
  }
  const excess = priceExcess(line)
  const over_cents = excess === null ? 0 : excess.charged_cents - excess.published_cents - unit_cents
  return [
    ...(excess !== null && over_cents > 0
      ? [{ kind: 'price' as const, taxes: null, ...excess, amount_cents: over_cents, tax_cents: taxOn(over_cents) }]
      : []),
    ...(names.length > 0 ? [tax] : []),
  ]
}
