import { odometerUnitWords, serviceKindWords, unitFuelWords } from './units-words.data.ts'

/** The fields of units, services and plans in the audit log. */
export const unitFields = {
  unit_number: 'Unit number',
  tank_size: ['Tank size', 'number'],
  tank_unit: 'Tank unit',
  fuel_type: ['Fuel type', unitFuelWords],
  is_ifta: 'IFTA',
  odometer_unit: ['Odometer unit', odometerUnitWords],
  make: 'Make',
  model_year: 'Model year',
  plate: 'Plate',
  service_kind: ['Service', serviceKindWords],
  service_day: 'Service date',
  every_km: ['Every (km)', 'number'],
  every_months: ['Every (months)', 'number'],
  started_on: 'Counts from',
  vendor: 'Vendor',
} as const
