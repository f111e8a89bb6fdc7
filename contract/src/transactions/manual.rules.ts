import { type ProductCode, taxClassOf } from '../lookups/products.rules.ts'
import { type SalesTax, salesTaxes, type TaxCode, type TaxTable, taxesOn, type UnitTax } from '../rates/tax.rules.ts'
import { amountOf, shareOf } from '../rules/exact.ts'

/** What a person has typed of a line so far; null is a box left empty (TXN-6). */
export type ManualLine = {
  product: ProductCode
  quantity_milli: number | null
  /** Before sales tax, with the taxes per unit inside. */
  price_e4: number | null
  sales_taxes: Readonly<Partial<Record<SalesTax, number | null>>>
  amount_cents: number | null
}
export type ManualPlace = { date: string; province: string; region: string | null }

/** Price and quantity in cents; null until both are there. */
const preOf = ({ quantity_milli, price_e4 }: ManualLine): number | null =>
  quantity_milli === null || price_e4 === null ? null : amountOf(quantity_milli, price_e4)

export type TaxProposal = {
  /** The rates per unit that the form shows, in millionths per the row's unit. */
  unit: readonly { tax: UnitTax; rate_e6: number; unit: 'L' | 'GAL' }[]
  /** The sales taxes on price and quantity; empty until both are typed. */
  sales: readonly { tax: SalesTax; cents: number }[]
  missing: readonly TaxCode[]
}
/** The taxes of the day and place. They are a proposal: what is typed is what is billed. */
export function proposeTaxes(line: ManualLine, place: ManualPlace, table: TaxTable): TaxProposal {
  const { unit, sales, missing } = taxesOn(table, { ...place, product_class: taxClassOf(line.product) })
  const pre = preOf(line)
  return {
    unit: unit.map(({ tax, rate_e6, unit: per }) => ({ tax, rate_e6, unit: per })),
    sales: pre === null ? [] : sales.map(({ tax, rate_e5 }) => ({ tax, cents: shareOf(pre, rate_e5) })),
    missing,
  }
}

/** The amount that the typed price, quantity and sales taxes make; null until price and quantity are there. */
export function proposeAmount(line: ManualLine): number | null {
  const pre = preOf(line)
  return pre === null ? null : salesTaxes.reduce((sum, tax) => sum + (line.sales_taxes[tax] ?? 0), pre)
}

/**
 * How much the typed amount is more than what its parts make, in cents; null where they agree or cannot be compared.
 */
export function amountMismatch(line: ManualLine): number | null {
  const proposed = proposeAmount(line)
  if (proposed === null || line.amount_cents === null || line.amount_cents === proposed) return null
  return line.amount_cents - proposed
}
