import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { exceptionRules } from '../exceptions/exception-rules.data.ts'
import { exceptionStates } from '../exceptions/exceptions.ts'
import { byId, instant, localTime, optionalText, quantity, version } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencies } from '../rules/currency.ts'
import { volumeUnits } from '../rules/units.ts'
import { brokenReasons, odometerUnitWords, serviceStates, unitFuelWords } from './units-words.data.ts'

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
  make: z.string().nullable(),
  model_year: z.int().nullable(),
  plate: z.string().nullable(),
  version: z.int(),
  created_at: instant(),
  updated_at: instant(),
})
export type VehicleUnit = z.infer<typeof unit>

/** The days of the list's figures: economy of both, spend and DEF of the longer. */
export const figureDays = { short: 30, long: 90 } as const
const amountOf = z.object({ currency: z.enum(currencies), amount: z.number() })
const unitFigures = z.object({
  /** Whether it has cards and all of them are closed; null for users who cannot see cards, as are its cards. */
  is_closed: z.boolean().nullable(),
  cards: z.array(z.object({ id: z.int(), card_number: z.string() })).nullable(),
  driver_name: z.string().nullable(),
  /** The rest, up to the services, is null for users who cannot see transactions. */
  last_odometer: z.object({ reading: z.number(), at: localTime() }).nullable(),
  l_per_100km_30: z.number().nullable(),
  l_per_100km_90: z.number().nullable(),
  spend_90: z.array(amountOf).nullable(),
  /** Diesel exhaust fluid as a percentage of diesel. */
  def_percent: z.number().nullable(),
  last_service: z.object({ kind: z.string(), day: z.iso.date() }).nullable(),
  next_service: z
    .object({
      kind: z.string(),
      state: z.enum(serviceStates),
      due_day: z.iso.date().nullable(),
      distance_left: z.number().nullable(),
    })
    .nullable(),
})
export type UnitFigures = z.infer<typeof unitFigures>
const unitRow = unit.extend(unitFigures.shape)
export type UnitRow = z.infer<typeof unitRow>

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
  make: optionalText(60),
  model_year: z.int().nullish(),
  plate: optionalText(20),
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
    make: 'Make',
    model_year: ['Model year', 'number'],
    plate: 'Plate',
    driver_name: 'Driver',
    odometer: ['Last odometer', 'number'],
    odometer_at: ['Odometer read', 'time'],
    l_per_100km_30: ['L/100 km, 30 days', 'number'],
    l_per_100km_90: ['L/100 km, 90 days', 'number'],
    spend_cad: ['Spend, 90 days, CAD', 'money'],
    spend_usd: ['Spend, 90 days, USD', 'money'],
    def_percent: ['DEF, %', 'number'],
    last_service_day: ['Last service', 'day'],
    next_service_day: ['Next service', 'day'],
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

/** A purchase of road fuel with the distance since the one before (CARE-3). */
const historyFill = z.object({
  transaction_id: z.int(),
  txn_date: localTime(),
  odometer: z.number(),
  litres: z.number(),
  km: z.number(),
  l_per_100km: z.number().nullable(),
})
const brokenFill = z.object({
  transaction_id: z.int(),
  txn_date: localTime(),
  odometer: z.string().nullable(),
  reason: z.enum(brokenReasons),
})
const used = z.object({ first_at: localTime(), last_at: localTime(), count: z.int() })
const unitHistory = z.object({
  since: z.iso.date(),
  km: z.number(),
  litres: z.number(),
  l_per_100km: z.number().nullable(),
  mpg: z.number().nullable(),
  fills: z.array(historyFill),
  broken: z.array(brokenFill),
  months: z.array(z.object({ month: z.string(), currency: z.enum(currencies), amount: z.number() })),
  drivers: z.array(used.extend({ driver_name: z.string() })),
  cards: z.array(used.extend({ card_id: z.int().nullable(), card_number: z.string() })).nullable(),
})
export type UnitHistory = z.infer<typeof unitHistory>

const path = '/units'
export const units = defineContract('units', {
  list: {
    method: 'GET',
    path,
    summary: 'List the units that cards and transactions name, with what is known of them',
    can: 'truckcare.read',
    query: unitList.query,
    list: unitList,
    reply: pageOf('units', unitRow),
  },
  get: {
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a unit with its cards, and what was bought for it this month and in the two before',
    can: 'truckcare.read',
    params: byId,
    reply: unitRecord,
  },
  history: {
    method: 'GET',
    path: `${path}/:id/history`,
    summary: 'Get the fills of a unit with their economy, its spend by month, its drivers and cards, of twelve months',
    can: 'truckcare.read',
    params: byId,
    /** Null for users who cannot see transactions. */
    reply: z.object({ history: unitHistory.nullable() }),
  },
  update: {
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change what is known of a unit: make, year, plate, tank size, fuel type, IFTA, odometer unit',
    can: 'truckcare.update',
    params: byId,
    body: unitChange,
    ignores: ['id', 'company_id', 'company_name', 'unit_number', 'created_at', 'updated_at', 'cards', 'purchases'],
    reply: unit,
  },
})
