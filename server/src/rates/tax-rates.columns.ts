import type { TaxClass } from '@portal/contract/lookups/products.rules.ts'
import {
  isUnitTax,
  type TaxCode,
  type TaxKind,
  type TaxRow,
  taxKindOf,
  unitOfTaxes,
} from '@portal/contract/rates/tax.rules.ts'
import { rateUnitOf, type TaxRate, taxRowOf } from '@portal/contract/rates/tax-rate.ts'
import type { TaxRateInput } from '@portal/contract/rates/tax-rates.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { TaxRates } from '../db/schema.ts'

export type StoredTaxRate = Omit<Selectable<TaxRates>, 'created_at' | 'withdrawn_by' | 'is_outdated'>

export type NewTaxRate = Omit<
  StoredTaxRate,
  'id' | 'is_shipped' | 'withdrawn_at' | 'withdrawn_reason' | 'replaced_by_id'
>
export function toTaxRateColumns({ rate, ...input }: TaxRateInput): NewTaxRate {
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

type StoredRow = Pick<
  StoredTaxRate,
  'id' | 'jurisdiction' | 'region' | 'product_class' | 'tax' | 'rate_e6' | 'rate_e5' | 'from_date' | 'to_date'
>
const rated = <Stored extends StoredRow>(stored: Stored) => ({
  ...stored,
  tax: stored.tax as TaxCode,
  product_class: stored.product_class as TaxClass,
  rate: stored.rate_e6 === null ? fromUnits(stored.rate_e5 ?? 0, 'percent') : fromUnits(stored.rate_e6, 'unitTax'),
})
export function toTaxRate(stored: StoredTaxRate): TaxRate {
  const { rate_e6, rate_e5, unit, ...shown } = rated(stored)
  return {
    ...shown,
    kind: stored.kind as TaxKind,
    per: rateUnitOf(shown.tax, stored.jurisdiction),
    state: stored.withdrawn_at === null ? 'current' : 'withdrawn',
  }
}

/** In the form that the pricing rules take. */
export const toTaxRow = (stored: StoredRow): TaxRow => taxRowOf(rated(stored))
