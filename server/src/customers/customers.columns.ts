import type { Customer, CustomerChange, CustomerRow } from '@portal/contract/customers/customers.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { Selectable, Updateable } from 'kysely'
import type { Customers } from '../db/schema.ts'

type Counts = { order_cnt: number; invoice_cnt: number }
export type StoredCustomer = Selectable<Customers> &
  Counts & { name: string; company_number: string | null; company_status: string; brand: string }

type StoredLimits = Pick<StoredCustomer, 'credit_limit_cad_cents' | 'credit_limit_usd_cents'>
const amountOf = (value: number | null, unit: 'money' | 'price'): number | null =>
  value === null ? null : fromUnits(value, unit)

export function toCustomer(stored: StoredCustomer): Customer {
  const { company_id, currency, rate_e4, is_broker, credit_held_at: _held, changed_xid: _changed, ...others } = stored
  const { credit_limit_cad_cents, credit_limit_usd_cents, ...rest } = others
  const credit_limits = {
    CAD: amountOf(credit_limit_cad_cents, 'money'),
    USD: amountOf(credit_limit_usd_cents, 'money'),
  }
  return {
    ...(rest as Omit<Customer, 'id'>),
    id: company_id,
    currency_id: currency as Currency,
    rate: amountOf(rate_e4, 'price'),
    credit_limit: credit_limits[currency as Currency],
    credit_limits,
    broker: is_broker ? 'yes' : 'no',
    broker_id: stored.broker_ids[0] ?? null,
  }
}

export type StoredCustomerRow = Pick<
  StoredCustomer,
  | 'company_number'
  | 'name'
  | 'email'
  | 'phone'
  | 'tax_no'
  | 'crm_id'
  | 'rate_e4'
  | 'currency'
  | 'version'
  | 'updated_at'
> &
  Counts & { id: number }
export const toCustomerRow = ({ rate_e4, currency, ...row }: StoredCustomerRow): CustomerRow => ({
  ...row,
  currency_id: currency as Currency,
  rate: amountOf(rate_e4, 'price'),
})

/** Columns that cannot be null: a null in the request leaves them unchanged. */
const neverNull = [
  'due_days',
  'billing_cycle',
  'language',
  'is_capped_at_retail',
  'gets_reminders',
  'gets_statements',
  'hold_rule',
  'is_broker',
  'broker_ids',
]

/**
 * `credit_limit` is the limit in the customer's own currency, for callers that know no other (RECV-8). A caller that
 * sends a whole record back sends both names: the one that changes the limit counts, `credit_limits` before the other.
 */
function limitColumns(
  { currency_id, credit_limit, credit_limits }: CustomerChange,
  stored: StoredLimits,
): Updateable<Customers> {
  const cents = (limit: number | null | undefined) => (limit == null ? limit : toUnits(limit, 'money'))
  const named = { CAD: cents(credit_limits?.CAD), USD: cents(credit_limits?.USD) }
  const kept = currency_id === 'CAD' ? stored.credit_limit_cad_cents : stored.credit_limit_usd_cents
  if (named[currency_id] === undefined || named[currency_id] === kept) named[currency_id] = cents(credit_limit)
  return { credit_limit_cad_cents: named.CAD, credit_limit_usd_cents: named.USD }
}

/** The columns that a change names. Name and brand are not among them: they belong to the company. */
export function columnsOfChange(change: CustomerChange, stored: StoredLimits): Updateable<Customers> {
  const { name: _, brand: __, version, currency_id, rate, credit_limit, credit_limits, broker, ...rest } = change
  const columns = {
    ...rest,
    ...limitColumns(change, stored),
    currency: currency_id,
    ...(rate === undefined ? {} : { rate_e4: rate === null ? null : toUnits(rate, 'price') }),
    ...(broker ? { is_broker: broker === 'yes' } : {}),
  }
  const isKept = ([column, value]: [string, unknown]) =>
    value !== undefined && !(value === null && neverNull.includes(column))
  return Object.fromEntries(Object.entries(columns).filter(isKept))
}
