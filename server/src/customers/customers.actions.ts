import type { Customer, CustomerChange, CustomerOverview } from '@portal/contract/customers/customers.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { Db } from '../db/connect.ts'
import { findLocationFault } from '../lookups/locations.queries.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { columnsOfChange, type StoredCustomer, toCustomer, toOverview } from './customers.columns.ts'
import { getCustomer, getOverview, lockCustomer, updateCustomer } from './customers.queries.ts'

/** The audited fields of a customer: its details and terms, without counts. */
const auditFields = ({
  id: _,
  company_number,
  company_status,
  order_cnt,
  invoice_cnt,
  version,
  updated_at,
  broker_id,
  ...rest
}: Customer) => rest

const faults = {
  country: 'field.country',
  state: 'field.state-of-country',
  city: 'field.city-of-state',
} as const
type Address = Pick<
  StoredCustomer,
  'billing_country' | 'billing_state' | 'billing_city' | 'shipping_country' | 'shipping_state' | 'shipping_city'
>
/** A stored place stays valid, even if a newer list of places no longer has it. */
async function demandRealPlaces(db: Db, stored: Address, wanted: Partial<Address>): Promise<void> {
  for (const kind of ['billing', 'shipping'] as const) {
    const names = { country: `${kind}_country`, state: `${kind}_state`, city: `${kind}_city` } as const
    const place = { ...stored, ...wanted }
    if (Object.values(names).every((name) => place[name] === stored[name])) continue
    const fault = await findLocationFault(db, {
      country: place[names.country],
      state: place[names.state],
      city: place[names.city],
    })
    if (fault) throw new AppError('request.invalid', { [names[fault]]: faults[fault] })
  }
}

export async function changeCustomer(
  { db, actor, audit }: Context,
  id: number,
  input: CustomerChange,
): Promise<Customer> {
  const stored = await lockCustomer(db, actor.scope, id)
  if (input.version && input.version !== stored.version) throw new AppError('record.stale')
  const columns = columnsOfChange(input)
  await demandRealPlaces(db, stored, columns as Partial<Address>)
  await updateCustomer(db, id, input.name, columns)
  const changed = toCustomer(await getCustomer(db, actor.scope, id))
  await audit({
    record: { type: 'customer', id, label: changed.name },
    ...changes(auditFields(toCustomer(stored)), auditFields(changed)),
  })
  return changed
}

export async function overviewOf({ db, actor }: Context, id: number): Promise<CustomerOverview> {
  await getCustomer(db, actor.scope, id)
  return toOverview(await getOverview(db, id))
}
