import { fromUnits } from '@portal/contract/rules/money.ts'
import type { VehicleUnit } from '@portal/contract/units/units.ts'
import type { Selectable } from 'kysely'
import type { Units } from '../db/schema.ts'

export type UnitColumns = Pick<
  Selectable<Units>,
  'tank_milli' | 'tank_unit' | 'fuel_type' | 'is_ifta' | 'odometer_unit' | 'make' | 'model_year' | 'plate'
>
export type StoredUnit = Selectable<Units> & { company_name: string }

export const toUnit = ({ tank_milli, ...stored }: StoredUnit): VehicleUnit =>
  ({ ...stored, tank_size: tank_milli === null ? null : fromUnits(tank_milli, 'quantity') }) as VehicleUnit
