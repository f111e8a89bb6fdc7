import { isFuel, type ProductCode, productCodes, taxClassOf } from '@portal/contract/lookups/products.rules.ts'
import type { ProductsAsked } from '@portal/contract/reports/parameters.ts'
import { sql } from 'kysely'

/** The litres of a line `l` that is sold by volume, in thousandths; gallons are converted. */
export const litresOf = sql`case l.unit when 'L' then l.quantity_milli when 'GAL' then round(l.quantity_milli * 3.785411784) else 0 end`
/** The same in gallons. */
export const gallonsOf = sql`case l.unit when 'GAL' then l.quantity_milli when 'L' then round(l.quantity_milli / 3.785411784) else 0 end`

/** A bill after a credit note repeats the purchase `t`, which counts once, as on the dashboard. */
export const isPurchase = sql`t.source <> 'rebill'`

/** Whether a product is of the kind asked for, if one is. */
export const isOneOf = (product: ProductCode, asked: ProductsAsked): boolean =>
  asked === undefined || (asked === 'fuel' ? isFuel(product) : taxClassOf(product) === asked)
/** The same of a line `l`. */
export const isOfProducts = (asked: ProductsAsked) =>
  asked === undefined ? sql`true` : sql`l.product = any(${productCodes.filter((one) => isOneOf(one, asked))}::text[])`
