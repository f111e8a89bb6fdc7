import type { TaxClass } from '@portal/contract/lookups/products.rules.ts'
import {
  isUnitTax,
  type TaxCode,
  type TaxKind,
  type TaxRow,
  taxKindOf,
  unitOfTaxes,
} from '@portal/contract/rates/tax.rules.ts'
import { rateUnitOf, type TaxRate, type TaxRateInput, taxRowOf } from '@portal/contract/rates/tax-rates.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { Insertable, Selectable } from 'kysely'
import type { TaxRates } from '../db/schema.ts'

export type StoredTaxRate = Omit<Selectable<TaxRates>, 'created_at'>

export function toTaxRateColumns({ rate, ...input }: TaxRateInput): Insertable<TaxRates> {
  const isPerUnit = isUnitTax(input.tax)
  return {
    ...input,
    region: input.region ?? null,
    to_date: input.to_date ?? null,
    review_date: input.review_date ?? null,
    kind: taxKindOf(input.tax),
    rate_e6: isPerUnit ? toUnits(rate, 'unitTax') : null,
    rate_e5: isPerUnit ? null : toUnits(rate, 'percent'),
    unit: isPerUnit ? unitOfTaxes(input.jurisdiction) : null,
  }
}

export function toTaxRate({ rate_e6, rate_e5, unit, ...stored }: StoredTaxRate): TaxRate {
  const tax = stored.tax as TaxCode
  return {
    ...stored,
    tax,
    product_class: stored.product_class as TaxClass,
    kind: stored.kind as TaxKind,
    rate: rate_e6 === null ? fromUnits(rate_e5 ?? 0, 'percent') : fromUnits(rate_e6, 'unitTax'),
    per: rateUnitOf(tax, stored.jurisdiction),
  }
}

/** In the form that the pricing rules take. */
export const toTaxRow = (stored: StoredTaxRate): TaxRow => taxRowOf(toTaxRate(stored))
