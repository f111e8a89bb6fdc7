import type { ProductCode, PurchaseGroup } from '@portal/contract/lookups/products.rules.ts'
import type { SalesTax, TaxCode, TaxTable, UnitTax } from '@portal/contract/rates/tax.rules.ts'
import { regionOfCity } from '@portal/contract/rates/tax-regions.rules.ts'
import { amountOf } from '@portal/contract/rules/exact.ts'
import { decimals, decimalsOf, fromUnits, toUnits, type Unit } from '@portal/contract/rules/money.ts'
import { convertQuantity, type VolumeUnit } from '@portal/contract/rules/units.ts'
import {
  amountMismatch,
  type ManualLine,
  proposeAmount,
  proposeTaxes,
} from '@portal/contract/transactions/manual.rules.ts'
import { fieldsOfGroup, neededOfGroup, type TypedField } from '@portal/contract/transactions/manual-lines.rules.ts'
import type { TransactionLine } from '@portal/contract/transactions/transactions.ts'
import type { Values } from '../../form/record-form.ts'
import { nameOf } from './transaction-form.ts'

const salesFields = {
  GST: 'dtl_gst_amt',
  HST: 'dtl_hst_amt',
  PST: 'dtl_pst_amt',
  QST: 'dtl_qst_amt',
} as const satisfies Record<SalesTax, TypedField>
const unitFields = {
  FET: 'dtl_fet_rt',
  PFT: 'dtl_pft_rt',
  PCT: 'dtl_cbt_rt',
  Local: 'dtl_local_rt',
} as const satisfies Record<UnitTax, TypedField>

/** The input in whole units, or null if it is empty or not an amount. */
function unitsOf(value: unknown, unit: Unit): number | null {
  if (
    typeof value !== 'number' ||
    !Number.isFinite(value) ||
    decimalsOf(value) > decimals[unit] ||
    Math.abs(value) > 1e9
  )
    return null
  return toUnits(value, unit)
}

const isTypedIn = (values: Values, group: PurchaseGroup, field: TypedField): boolean =>
  typeof values[nameOf(group, field)] === 'number'

/** A line for the rules, as far as it is typed. The quantity is in the unit of the price. */
function manualLine(values: Values, group: PurchaseGroup, line: TransactionLine | null): ManualLine | null {
  const product = values[nameOf(group, 'dtl_prd_cd')] as ProductCode | null
  if (!product) return null
  const at = (field: TypedField, unit: Unit) => unitsOf(values[nameOf(group, field)], unit)
  const quantity = at('dtl_qty', 'quantity')
  const isConverted = line?.dtl_uom && line.dtl_price_uom && line.dtl_uom !== line.dtl_price_uom
  const converted =
    isConverted && quantity !== null
      ? convertQuantity(quantity, line.dtl_uom as VolumeUnit, line.dtl_price_uom as VolumeUnit)
      : quantity
  return {
    product,
    quantity_milli: converted,
    price_e6: at('dtl_net_price', 'linePrice'),
    sales_taxes: Object.fromEntries(Object.entries(salesFields).map(([tax, field]) => [tax, at(field, 'money')])),
    amount_cents: at('dtl_amt', 'money'),
  }
}

export type Proposals = {
  /** For empty inputs. */
  values: Readonly<Partial<Record<TypedField, number>>>
  /** By how much the typed amount exceeds its parts, and the sum of the parts. */
  mismatch: { by: number; amount: number } | null
  missing: readonly TaxCode[]
}
const none: Proposals = { values: {}, mismatch: null, missing: [] }

/**
 * Proposes a group's values from the day's taxes at the site, the price and the quantity. The typed values are billed
 * (TXN-6).
 */
export function proposalsFor(
  values: Values,
  group: PurchaseGroup,
  line: TransactionLine | null,
  table: TaxTable | null,
  /** The site's tax region, where the service knows it. */
  siteRegion?: string | null,
): Proposals {
  const manual = manualLine(values, group, line)
  if (!manual) return none
  const {
    txn_date: date,
    dtl_stn_prv: province,
    location,
  } = values as { txn_date: string | null; dtl_stn_prv: string | null; location: string | null }
  const region = siteRegion ?? (province ? regionOfCity(province, location?.split(',').at(-1)?.trim() ?? '') : null)
  const taxes = table && date && province ? proposeTaxes(manual, { date, province, region }, table) : null
  const hasPre = manual.quantity_milli !== null && manual.price_e6 !== null
  const sales = Object.entries(salesFields).map(
    ([tax, field]) => [field, taxes?.sales.find((one) => one.tax === tax)?.cents ?? 0] as const,
  )
  const perUnit = Object.entries(unitFields).map(
    ([tax, field]) => [field, taxes?.unit.find((one) => one.tax === tax)?.rate_e6 ?? 0] as const,
  )
  const typedOr = (field: TypedField, proposed: number) => unitsOf(values[nameOf(group, field)], 'money') ?? proposed
  const full = {
    ...manual,
    sales_taxes: Object.fromEntries(
      Object.entries(salesFields).map(([tax, field], at) => [tax, typedOr(field, sales[at]?.[1] ?? 0)]),
    ),
  }
  const amount = proposeAmount(full)
  const retail = unitsOf(values[nameOf(group, 'retailPrice')], 'linePrice')
  const billed = manual.amount_cents ?? (taxes ? amount : null)
  const quantity = unitsOf(values[nameOf(group, 'dtl_qty')], 'quantity')
  const proposed: [TypedField, number | null, Unit][] = [
    ...(taxes && hasPre ? sales.map(([field, cents]): [TypedField, number, Unit] => [field, cents, 'money']) : []),
    ...(taxes ? perUnit.map(([field, rate]): [TypedField, number, Unit] => [field, rate, 'unitTax']) : []),
    ['dtl_amt', taxes ? amount : null, 'money'],
    [
      'dtl_discount',
      retail === null || quantity === null || billed === null ? null : amountOf(quantity, retail) - billed,
      'money',
    ],
  ]
  const shown = proposed.filter(([field, units]) => units !== null && fieldsOfGroup[group].includes(field))
  // The amount can only be compared once all taxes are typed.
  const isTyped = Object.values(salesFields).every(
    (field) => !neededOfGroup[group].includes(field) || isTypedIn(values, group, field),
  )
  const by = isTyped ? amountMismatch(manual) : null
  const made = proposeAmount(manual)
  return {
    values: Object.fromEntries(shown.map(([field, units, unit]) => [field, fromUnits(units as number, unit)])),
    mismatch: by === null || made === null ? null : { by: fromUnits(by, 'money'), amount: fromUnits(made, 'money') },
    missing: taxes?.missing ?? [],
  }
}
