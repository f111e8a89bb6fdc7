import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type UnitPurchases, unitList, type VehicleUnit } from '@portal/contract/units/units.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { toLocalTime } from '../platform/local-time.ts'
import {
  type BoughtLine,
  type FoundException,
  type Months,
  type StoredPurchase,
  unitPurchasesOf,
} from './unit-purchases.rules.ts'
import { type StoredUnit, toUnit, type UnitColumns } from './units.columns.ts'

/** Every read and write of a unit starts here. */
const visibleUnits = visible('units', 'company_id')
const withCompany = (units: ReturnType<typeof visibleUnits>) =>
  units
    .innerJoin('companies', 'companies.id', 'units.company_id')
    .selectAll('units')
    .select('companies.name as company_name')

export const listUnits = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'units', VehicleUnit>> =>
  paginate(
    db,
    scope,
    unitList,
    query,
    {
      id: 'units.id',
      company_id: 'units.company_id',
      company_name: 'companies.name',
      unit_number: 'units.unit_number',
      fuel_type: { column: 'units.fuel_type', isNullable: true },
      odometer_unit: { column: 'units.odometer_unit', isNullable: true },
    },
    { from: visibleUnits(db, scope), show: withCompany, row: toUnit },
  )

export const getUnit = (db: Db, scope: Scope, id: number): Promise<StoredUnit> =>
  withCompany(visibleUnits(db, scope))
    .where('units.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

/** The company's cards that name the unit, in any spelling of it. */
export const listUnitCards = (db: Db, scope: Scope, { company_id, unit_number }: StoredUnit) =>
  visible('cards', 'company_id')(db, scope)
    .select(['id', 'card_number', 'driver_name', 'card_status'])
    .where('company_id', '=', company_id)
    .where(sql<SqlBool>`unit_number_of(vehicle_assigned_to_card) = ${unit_number}`)
    .orderBy('card_number')
    .limit(20)
    .execute()

/** What was bought for a unit this month and in the two before, by the index of its purchases. */
export async function getUnitPurchases(db: Db, scope: Scope, unit: StoredUnit): Promise<UnitPurchases> {
  const months = (
    await sql<Months>`select first as this_month, (first - interval '1 month')::date as month_before, (first - interval '2 months')::date as since
      from (select date_trunc('month', provider_day(now()))::date as first) today`.execute(db)
  ).rows[0] as Months
  const stored = await visible('transactions', 'company_id')(db, scope)
    .select(['id', 'authentication_id', 'txn_at', 'location', 'amount_cents'])
    .select(['currency', 'driver_name', 'odometer'])
    .where(
      sql<SqlBool>`id in (select u.id from unit_transactions(${unit.company_id}, array[${unit.unit_number}]::text[], ${months.since}::date, 'infinity', 2000) u)`,
    )
    .orderBy('txn_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2000)
    .execute()
  const purchases: StoredPurchase[] = stored.map((one) => ({ ...one, txn_at: toLocalTime(one.txn_at) }))
  const ofThese = sql<number>`any(${purchases.map(({ id }) => id)}::bigint[])`
  const lines: BoughtLine[] = await visible('transaction_lines', 'company_id')(db, scope)
    .select(['transaction_id', 'product', 'unit', 'quantity_milli', 'amount_cents'])
    .where('transaction_id', '=', ofThese)
    .execute()
  const exceptions: FoundException[] = await visible('exceptions', 'company_id')(db, scope)
    .select(['id', 'transaction_id', 'rule', 'staff_verdict'])
    .where('transaction_id', '=', ofThese)
    .orderBy('id', 'desc')
    .execute()
  return unitPurchasesOf({ months, purchases, lines, exceptions })
}

/** Locks the unit until the transaction ends. */
export const lockUnit = (db: Db, scope: Scope, id: number): Promise<StoredUnit> =>
  withCompany(visibleUnits(db, scope))
    .where('units.id', '=', id)
    .forUpdate('units')
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

export async function updateUnit(
  db: Db,
  id: number,
  changed: Partial<UnitColumns>,
): Promise<{ version: number; updated_at: string }> {
  return db
    .updateTable('units')
    .set(({ eb }) => ({ ...changed, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', id)
    .returning(['version', 'updated_at'])
    .executeTakeFirstOrThrow()
}
