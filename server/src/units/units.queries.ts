import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { unitList, type VehicleUnit } from '@portal/contract/units/units.ts'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
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
