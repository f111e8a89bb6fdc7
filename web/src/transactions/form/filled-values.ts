import { type ProductCode, type PurchaseGroup, purchaseGroups } from '@portal/contract/lookups/products.rules.ts'
import type { TaxTable } from '@portal/contract/rates/tax.rules.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { convertPrice, type VolumeUnit } from '@portal/contract/rules/units.ts'
import { fieldsOfGroup, type TypedField } from '@portal/contract/transactions/manual-lines.rules.ts'
import type { Proposal } from '@portal/contract/transactions/manual-transactions.ts'
import type { Values } from '../../form/record-form.ts'
import { proposalsFor } from './purchase-proposals.ts'
import { isCounted, nameOf } from './transaction-form.ts'

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** What the form filled in by itself, by name. A name stays with null after the user changed or cleared the value. */
export type Filled = ReadonlyMap<string, unknown>
/** The names whose value is still the one that the form filled in. */
export const proposedNames = (values: Values, filled: Filled): ReadonlySet<string> =>
  new Set([...filled].flatMap(([name, value]) => (!isEmpty(value) && Object.is(values[name], value) ? [name] : [])))
/** Only what the user typed or chose. */
export function typedValues(values: Values, filled: Filled): Values {
  const proposed = proposedNames(values, filled)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, proposed.has(name) ? null : value]))
}
const withEmpties = (values: Values, proposed: Values): Values => ({
  ...values,
  ...Object.fromEntries(Object.entries(proposed).filter(([name, value]) => isEmpty(values[name]) && !isEmpty(value))),
})

/** The groups that the user has begun, each with its product. */
export const begunGroups = (typed: Values): { group: PurchaseGroup; product: ProductCode }[] =>
  purchaseGroups.flatMap((group) => {
    const product = typed[nameOf(group, 'dtl_prd_cd')] as ProductCode | null
    return product && isCounted(typed, group) ? [{ group, product }] : []
  })

const headOf = ({ company, driver_name, vehicle, location, dtl_stn_prv }: Proposal): Values => ({
  txn_company: company?.id ?? null,
  driver_name,
  vehicle,
  location,
  dtl_stn_prv,
})
/** The price of the product in the form's unit. */
function pricesOf({ prices }: Proposal, group: PurchaseGroup, product: ProductCode, unit: unknown): Values {
  const found = prices.find((one) => one.dtl_prd_cd === product)
  if (!found) return {}
  const inUnit = (price: number | null): number | null =>
    price === null || unit === found.dtl_price_uom
      ? price
      : fromUnits(convertPrice(toUnits(price, 'linePrice'), found.dtl_price_uom, unit as VolumeUnit), 'linePrice')
  const known: [TypedField, number | null][] = [
    ['dtl_net_price', inUnit(found.dtl_net_price)],
    ['retailPrice', inUnit(found.retailPrice)],
  ]
  const own = known.filter(([field]) => fieldsOfGroup[group].includes(field))
  return Object.fromEntries(own.map(([field, price]) => [nameOf(group, field), price]))
}

/**
 * What can be filled in from what the user typed: head, prices, then taxes and amounts from these (TXN-25). A purchase
 * that was not begun stays empty.
 */
export function proposedValues(typed: Values, known: Proposal | null, table: TaxTable | null): Values {
  const head = known ? headOf(known) : {}
  const withHead = withEmpties(typed, head)
  const groups = begunGroups(typed).map(({ group, product }) => {
    const prices = known ? pricesOf(known, group, product, typed.uom) : {}
    const region = known?.dtl_stn_prv === withHead.dtl_stn_prv ? known?.region : undefined
    const { values } = proposalsFor(withEmpties(withHead, prices), group, null, table, region)
    const rest = Object.entries(values).map(([field, value]) => [nameOf(group, field as TypedField), value])
    return { ...prices, ...Object.fromEntries(rest) }
  })
  return Object.assign({}, head, ...groups)
}

/**
 * What to change so that empty inputs show the proposals, and what the form has filled in afterwards. What the user
 * typed, changed or cleared stays, and so does the input that has the focus.
 */
export function fillIn(
  values: Values,
  filled: Filled,
  proposed: Values,
  focused: string | null,
): { changes: Values; filled: Filled } {
  const ours = proposedNames(values, filled)
  // A refused proposal is forgotten once there is none, as after the purchase was cleared.
  const isOver = (name: string) => isEmpty(values[name]) && isEmpty(proposed[name])
  const next = new Map(
    [...filled].flatMap(([name, value]) => (isOver(name) ? [] : [[name, ours.has(name) ? value : null] as const])),
  )
  const changes: Values = {}
  for (const name of new Set([...Object.keys(proposed), ...ours])) {
    const value = isEmpty(proposed[name]) ? null : proposed[name]
    const isOurs = ours.has(name)
    const isFree = isOurs || (isEmpty(values[name]) && !next.has(name))
    if (!isFree || name === focused || Object.is(values[name] ?? null, value)) continue
    changes[name] = value
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return { changes, filled: next }
}
