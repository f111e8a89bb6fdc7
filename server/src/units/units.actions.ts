import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import { can } from '@portal/contract/permissions.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { convertQuantity, type VolumeUnit } from '@portal/contract/rules/units.ts'
import type { UnitChange, UnitRecord, VehicleUnit } from '@portal/contract/units/units.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { pick } from '../platform/pick.ts'
import { type StoredUnit, toUnit, type UnitColumns } from './units.columns.ts'
import { getUnit, getUnitPurchases, listUnitCards, lockUnit, updateUnit } from './units.queries.ts'

const facts = ['fuel_type', 'is_ifta', 'odometer_unit'] as const
const auditFields = (unit: VehicleUnit) =>
  pick(unit, ['company_name', 'unit_number', 'make', 'model_year', 'plate', 'tank_size', 'tank_unit', ...facts])

const firstModelYear = 1950
/** Exceptions are judged by the tank size, so one that no vehicle has would switch them off, or raise one at each stop. */
const tankLitres = { least: 20, most: 5000 }
/** The stored fields after the change. Without a tank size its unit says nothing; with one it must be known. */
function columnsOf({ version: _, tank_size, ...sent }: UnitChange, stored: StoredUnit): UnitColumns {
  const kept = pick(stored, ['make', 'model_year', 'plate', 'tank_milli', 'tank_unit', ...facts])
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const next: UnitColumns = { ...kept, ...given }
  if (tank_size !== undefined) next.tank_milli = tank_size ? toUnits(tank_size, 'quantity') : null
  if (next.tank_milli === null) return { ...next, tank_unit: null }
  if (next.tank_unit === null) throw new AppError('request.invalid', { tank_unit: 'unit.tank-unit' })
  const litres = convertQuantity(next.tank_milli, next.tank_unit as VolumeUnit, 'L') / 1000
  if (litres < tankLitres.least || litres > tankLitres.most)
    throw new AppError('request.invalid', { tank_size: message('unit.tank-size', tankLitres) })
  return next
}

/** A unit, with its cards and purchases as far as the user can see cards and transactions. */
export async function unitRecord({ db, actor }: Pick<Context, 'db' | 'actor'>, id: number): Promise<UnitRecord> {
  const stored = await getUnit(db, actor.scope, id)
  const cards = can(actor.grants, 'cards.read') ? await listUnitCards(db, actor.scope, stored) : null
  const purchases = can(actor.grants, 'transactions.read') ? await getUnitPurchases(db, actor.scope, stored) : null
  return { ...toUnit(stored), cards, purchases }
}

/** Models of the next year are sold before it begins. */
function demandModelYear(year: number | null | undefined, today: string): void {
  const latest = Number(today.slice(0, 4)) + 1
  if (year != null && (year < firstModelYear || year > latest))
    throw new AppError('request.invalid', { model_year: message('unit.model-year', { first: firstModelYear, latest }) })
}

export async function changeUnit(
  { db, actor, audit }: Context,
  id: number,
  input: UnitChange,
  today: string,
): Promise<VehicleUnit> {
  demandModelYear(input.model_year, today)
  const stored = await lockUnit(db, actor.scope, id)
  if (input.version && input.version !== stored.version) throw new AppError('record.stale')
  const columns = columnsOf(input, stored)
  const before = toUnit(stored)
  const after = toUnit({ ...stored, ...columns, ...(await updateUnit(db, id, columns)) })
  await audit({
    record: { type: 'unit', id, label: `${after.unit_number}, ${after.company_name}` },
    ...changes(auditFields(before), auditFields(after)),
  })
  return after
}
