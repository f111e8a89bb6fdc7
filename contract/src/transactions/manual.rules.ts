import { type ProductCode, taxClassOf } from '../lookups/products.rules.ts'
import { type SalesTax, salesTaxes, type TaxCode, type TaxTable, taxesOn, type UnitTax } from '../rates/tax.rules.ts'
import { amountOf, shareOf } from '../rules/exact.ts'

/** What a user has typed for a line so far. Null is an empty field (TXN-6). */
export type ManualLine = {
  product: ProductCode
  quantity_milli: number | null
  /** Before sales tax, including per-unit taxes. */
  price_e6: number | null
  sales_taxes: Readonly<Partial<Record<SalesTax, number | null>>>
  amount_cents: number | null
}
export type ManualPlace = { date: string; province: string; region: string | null }

/** Price times quantity in cents. Null until both are typed. */
const preOf = ({ quantity_milli, price_e6 }: ManualLine): number | null =>
  quantity_milli === null || price_e6 === null ? null : amountOf(quantity_milli, price_e6)

export type TaxProposal = {
  /** The per-unit rates that the form shows, in millionths per the row's unit. */
  unit: readonly { tax: UnitTax; rate_e6: number; unit: 'L' | 'GAL' }[]
  /** The sales taxes on price times quantity. Empty until both are typed. */
  sales: readonly { tax: SalesTax; cents: number }[]
  missing: readonly TaxCode[]
}
/** The taxes of the day and place. These are suggestions: the amounts the user types are billed. */
export function proposeTaxes(line: ManualLine, place: ManualPlace, table: TaxTable): TaxProposal {
  const { unit, sales, missing } = taxesOn(table, { ...place, product_class: taxClassOf(line.product) })
  const pre = preOf(line)
  return {
    unit: unit.map(({ tax, rate_e6, unit: per }) => ({ tax, rate_e6, unit: per })),
    sales: pre === null ? [] : sales.map(({ tax, rate_e5 }) => ({ tax, cents: shareOf(pre, rate_e5) })),
    missing,
  }
}

/** The sum of the typed price times quantity and the typed sales taxes. Null until price and quantity are typed. */
export function proposeAmount(line: ManualLine): number | null {
  const pre = preOf(line)
  return pre === null ? null : salesTaxes.reduce((sum, tax) => sum + (line.sales_taxes[tax] ?? 0), pre)
}

/** How much the typed amount exceeds the sum of its parts, in cents. Null if they agree or cannot be compared. */
export function amountMismatch(line: ManualLine): number | null {
  const proposed = proposeAmount(line)
  if (proposed === null || line.amount_cents === null || line.amount_cents === proposed) return null
  return line.amount_cents - proposed
}
