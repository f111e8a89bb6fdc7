import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { exceptionRules } from '../exceptions/exception-rules.data.ts'
import { exceptionStates } from '../exceptions/exceptions.ts'
import { byId, instant, localTime, quantity, version } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencies } from '../rules/currency.ts'
import { volumeUnits } from '../rules/units.ts'
import { odometerUnitWords, unitFuelWords } from './units-words.data.ts'

export const unitFuels = ['diesel', 'gasoline'] as const
export const odometerUnits = ['km', 'mi'] as const

/** A vehicle of a company. It is there once a card or a transaction names it; the rest is entered by a person (CARE-1). */
const unit = z.object({
  id: z.int(),
  company_id: z.int(),
  company_name: z.string(),
  /** Trimmed and in capitals. */
  unit_number: z.string(),
  tank_size: z.number().nullable(),
  tank_unit: z.enum(volumeUnits).nullable(),
  fuel_type: z.enum(unitFuels).nullable(),
  is_ifta: z.boolean().nullable(),
  odometer_unit: z.enum(odometerUnits).nullable(),
  version: z.int(),
  created_at: instant(),
  updated_at: instant(),
})
export type VehicleUnit = z.infer<typeof unit>

/** How many of each a unit's page lists. */
export const unitPageRows = 5
/** Fuel of one month in one currency. */
const monthFuel = z.object({ currency: z.enum(currencies), litres: z.number(), amount: z.number() })
/** What was bought for the unit this month and in the two before; only for users who can see transactions. */
const unitPurchases = z.object({
  since: z.iso.date(),
  count: z.int(),
  last_odometer: z.object({ reading: z.string(), at: localTime() }).nullable(),
  this_month: z.array(monthFuel),
  month_before: z.array(monthFuel),
  drivers: z.array(z.object({ driver_name: z.string(), count: z.int(), last_at: localTime() })),
  last: z.array(
    z.object({
      id: z.int(),
      authentication_id: z.string(),
      txn_date: localTime(),
      location: z.string().nullable(),
      txn_amount: z.number(),
      currency: z.enum(currencies),
    }),
  ),
  exceptions: z.array(
    z.object({
      id: z.int(),
      rule: z.enum(exceptionRules),
      state: z.enum(exceptionStates),
      transaction_id: z.int(),
      authentication_id: z.string(),
      txn_date: localTime(),
    }),
  ),
})
export type UnitPurchases = z.infer<typeof unitPurchases>
const unitRecord = unit.extend({
  /** The cards that name the unit now; null for users who cannot see cards. */
  cards: z
    .array(z.object({ id: z.int(), card_number: z.string(), driver_name: z.string(), card_status: z.string() }))
    .nullable(),
  purchases: unitPurchases.nullable(),
})
export type UnitRecord = z.infer<typeof unitRecord>

const choice = 'field.from-list'
/** Omitted fields stay unchanged; null means unknown. */
export const unitChange = z.strictObject({
  tank_size: quantity().nullish(),
  tank_unit: z.enum(volumeUnits, { error: choice }).nullish(),
  fuel_type: z.enum(unitFuels, { error: choice }).nullish(),
  is_ifta: z.boolean().nullish(),
  odometer_unit: z.enum(odometerUnits, { error: choice }).nullish(),
  version: version().nullish(),
})
export type UnitChange = z.output<typeof unitChange>

export const unitList = defineList({
  rows: 'units',
  columns: {
    company_name: 'Company',
    unit_number: 'Unit number',
    tank_size: ['Tank size', 'number'],
    tank_unit: 'Tank unit',
    fuel_type: 'Fuel type',
    is_ifta: 'IFTA',
    odometer_unit: 'Odometer unit',
  },
  sort: ['unit_number', 'company_name'],
  filters: {
    company_id: { kind: 'id' },
    company_name: { kind: 'text' },
    unit_number: { kind: 'text' },
    fuel_type: { kind: 'choice', options: choices(unitFuels, unitFuelWords) },
    odometer_unit: { kind: 'choice', options: choices(odometerUnits, odometerUnitWords) },
  },
  defaultSort: 'unit_number,asc',
})

const path = '/units'
export const units = defineContract('units', {
  list: {
    method: 'GET',
    path,
    summary: 'List the units that cards and transactions name, with what is known of them',
    can: 'truckcare.read',
    query: unitList.query,
    list: unitList,
    reply: pageOf('units', unit),
  },
  get: {
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a unit with its cards, and what was bought for it this month and in the two before',
    can: 'truckcare.read',
    params: byId,
    reply: unitRecord,
  },
  update: {
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change what is known of a unit: tank size, fuel type, IFTA, odometer unit',
    can: 'truckcare.update',
    params: byId,
    body: unitChange,
    ignores: ['id', 'company_id', 'company_name', 'unit_number', 'created_at', 'updated_at', 'cards', 'purchases'],
    reply: unit,
  },
})
