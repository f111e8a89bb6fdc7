import type { Customer, CustomerChange, CustomerOverview } from '@portal/contract/customers/customers.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { Db, Scope } from '../db/connect.ts'
import { demandRealPlace } from '../lookups/locations.queries.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { columnsOfChange, type StoredCustomer, toCustomer } from './customers.columns.ts'
import { getCustomer, lockCustomer, updateCustomer } from './customers.queries.ts'
import { toOverview } from './overview.columns.ts'
import { getOverview } from './overview.queries.ts'

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
  credit_limit,
  credit_limits,
  ...rest
}: Customer) => ({ ...rest, credit_limit_cad: credit_limits.CAD, credit_limit_usd: credit_limits.USD })

type Address = Pick<
  StoredCustomer,
  'billing_country' | 'billing_state' | 'billing_city' | 'shipping_country' | 'shipping_state' | 'shipping_city'
>
async function demandRealAddresses(db: Db, stored: Address, wanted: Partial<Address>): Promise<void> {
  for (const kind of ['billing', 'shipping'] as const) {
    const fields = { country: `${kind}_country`, state: `${kind}_state`, city: `${kind}_city` } as const
    const placeOf = (address: Address) => ({
      country: address[fields.country],
      state: address[fields.state],
      city: address[fields.city],
    })
    await demandRealPlace(db, placeOf({ ...stored, ...wanted }), placeOf(stored), fields)
  }
}

export const getCustomerRecord = async (db: Db, scope: Scope, id: number): Promise<Customer> =>
  toCustomer(await getCustomer(db, scope, id))

export async function changeCustomer(
  { db, actor, audit }: Context,
  id: number,
  input: CustomerChange,
): Promise<Customer> {
  const stored = await lockCustomer(db, actor.scope, id)
  if (input.version && input.version !== stored.version) throw new AppError('record.stale')
  const columns = columnsOfChange(input, stored)
  await demandRealAddresses(db, stored, columns as Partial<Address>)
  await updateCustomer(db, id, { name: input.name, brand: input.brand ?? stored.brand }, columns)
  const changed = await getCustomerRecord(db, actor.scope, id)
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
