import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { type ServiceRecord, serviceKindName, serviceList } from '@portal/contract/units/upkeep.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Scope } from '../../db/connect.ts'
import type { Services } from '../../db/schema.ts'
import { visible } from '../../platform/access/visible.ts'
import { type Page, paginate } from '../../platform/lists/paginate.ts'

export type ServiceColumns = Pick<
  Selectable<Services>,
  'kind' | 'day' | 'odometer_milli' | 'amount_cents' | 'currency' | 'vendor' | 'note'
>
export type StoredService = Selectable<Services> & {
  company_name: string
  unit_number: string
  odometer_unit: string
  files: number
}

/** Every read and write of a service starts here. */
const visibleServices = visible('services', 'company_id')
const withUnit = (services: ReturnType<typeof visibleServices>) =>
  services
    .innerJoin('companies', 'companies.id', 'services.company_id')
    .innerJoin('units', 'units.id', 'services.unit_id')
    .selectAll('services')
    .select([
      'companies.name as company_name',
      'units.unit_number',
      sql<string>`coalesce(units.odometer_unit, 'km')`.as('odometer_unit'),
      sql<number>`(select count(*) from files where owner_type = 'service' and owner_id = services.id)`.as('files'),
    ])

/** `kind_words` is for downloads. */
export function toService({ odometer_milli, amount_cents, ...stored }: StoredService): ServiceRecord {
  return {
    ...stored,
    kind_words: serviceKindName(stored.kind),
    odometer: odometer_milli === null ? null : fromUnits(odometer_milli, 'quantity'),
    amount: amount_cents === null ? null : fromUnits(amount_cents, 'money'),
  } as unknown as ServiceRecord
}

export const listServices = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'services', ServiceRecord>> =>
  paginate(
    db,
    scope,
    serviceList,
    query,
    {
      id: 'services.id',
      company_id: 'services.company_id',
      unit_id: 'services.unit_id',
      unit_number: 'units.unit_number',
      kind: 'services.kind',
      day: 'services.day',
    },
    { from: visibleServices(db, scope), show: withUnit, row: toService },
  )

export const getService = (db: Db, scope: Scope, id: number): Promise<StoredService> =>
  withUnit(visibleServices(db, scope))
    .where('services.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
/** Locks the service until the transaction ends. */
export async function lockService(db: Db, scope: Scope, id: number): Promise<StoredService> {
  await visibleServices(db, scope).select('id').where('id', '=', id).forUpdate().execute()
  return getService(db, scope, id)
}

type NewService = ServiceColumns & { company_id: number; unit_id: number; transaction_id: number | null }
export const insertService = async (db: Db, values: NewService): Promise<number> =>
  (await db.insertInto('services').values(values).returning('id').executeTakeFirstOrThrow()).id
export async function updateService(db: Db, id: number, values: ServiceColumns): Promise<void> {
  await db
    .updateTable('services')
    .set(({ eb, fn }) => ({ ...values, version: eb('version', '+', 1), updated_at: fn('now') }))
    .where('id', '=', id)
    .execute()
}
export async function deleteService(db: Db, id: number): Promise<void> {
  await db.deleteFrom('services').where('id', '=', id).execute()
}
