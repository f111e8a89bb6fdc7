import { message } from '@portal/contract/message.ts'
import { choiceField, companyField, overPeriod } from '@portal/contract/reports/parameters.ts'
import { reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { brokenReasonWords } from '@portal/contract/units/units-words.data.ts'
import type { Db } from '../../db/connect.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { oneCompanyOf } from '../../platform/reports/report-scope.ts'
import { listRoadFuel } from '../../units/economy.queries.ts'
import {
  type Economy,
  economyOf,
  litresPer100Km,
  milesPerGallon,
  type OdometerUnit,
} from '../../units/economy.rules.ts'

type UnitFacts = { id: number; unit_number: string; odometer_unit: string | null }
const listUnitFacts = (db: Db, company: number): Promise<UnitFacts[]> =>
  db.selectFrom('units').select(['id', 'unit_number', 'odometer_unit']).where('company_id', '=', company).execute()

type UnitEconomy = { unit: UnitFacts | undefined; unit_number: string; economy: Economy; fills: number }
const hundredths = (value: number | null): number | null => (value === null ? null : value / 100)
const linkOf = ({ unit }: UnitEconomy): string | null => (unit ? `/truckcare/units/${unit.id}` : null)

const unitRow = (one: UnitEconomy): ReportRow => ({
  unit_number: one.unit_number,
  odometer_unit: one.unit?.odometer_unit ?? 'km',
  fills: one.fills,
  fills_used: one.economy.fills_used,
  distance: fromUnits(one.economy.km_milli, 'quantity'),
  litres: fromUnits(one.economy.litres_milli, 'quantity'),
  l_per_100km: hundredths(one.economy.l_per_100km_e2),
  mpg: hundredths(one.economy.mpg_e2),
  outliers: one.economy.broken.length,
  link: linkOf(one),
})
const outlierRows = ({ unit_number, economy }: UnitEconomy): ReportRow[] =>
  economy.broken.map(({ transaction_id, txn_at, odometer, reason }) => ({
    unit_number,
    txn_at,
    odometer,
    reason: brokenReasonWords[reason],
    link: `/transactions/${transaction_id}/view`,
  }))

/** Of all units together, from the sums above it; what is too little for a unit counts for the fleet. */
function fleetOf(units: readonly UnitEconomy[]): ReportRow[] {
  if (units.length === 0) return []
  const sum = (of: 'litres_milli' | 'km_milli') => units.reduce((total, { economy }) => total + economy[of], 0)
  const [litres, km] = [sum('litres_milli'), sum('km_milli')]
  return [{ l_per_100km: hundredths(litresPer100Km(litres, km)), mpg: hundredths(milesPerGallon(litres, km)) }]
}
function notesOf(units: readonly UnitEconomy[]) {
  const outliers = units.reduce((sum, { economy }) => sum + economy.broken.length, 0)
  const unknown = units.filter(({ economy }) => economy.l_per_100km_e2 === null).length
  return [
    ...(outliers > 0 ? [message('report.odometers-left-out', { count: outliers })] : []),
    ...(unknown > 0 ? [message('report.units-without-economy', { count: unknown, of: units.length })] : []),
  ]
}

/** In one month most units have too few fills for a figure. */
const monthsCovered = 3
/** How much road fuel each unit needs for its distance, from its odometers (REPT-2). */
export const fuelEconomyReport = defineReport({
  key: 'fuel-economy',
  name: 'Fuel economy',
  description: 'Litres per 100 km and miles per US gallon of each unit, from its odometers, with the readings left out',
  topic: 'vehicles',
  audience: 'everyone',
  isOfOneCompany: true,
  parameters: overPeriod({
    company_id: companyField(),
    detail: choiceField('Show', { units: 'Units', outliers: 'Readings left out' }),
  }),
  columns: {
    unit_number: 'Unit number',
    txn_at: ['Time stamp', 'time'],
    odometer: 'Odometer',
    reason: ['Reason', 'word'],
    fills: ['Fills', 'number', 'summed'],
    fills_used: ['Fills counted', 'number', 'summed'],
    odometer_unit: 'Odometer unit',
    distance: ['Distance (km)', 'quantity', 'summed'],
    litres: ['Litres', 'quantity', 'summed'],
    l_per_100km: ['L/100 km', 'decimal'],
    mpg: ['Miles per US gallon', 'decimal'],
    outliers: ['Readings left out', 'number', 'summed'],
  },
  run: async (context, { company_id, detail, ...given }) => {
    const days = reportDays(given, context.today, monthsCovered)
    const company = oneCompanyOf(context, company_id)
    const facts = new Map((await listUnitFacts(context.db, company)).map((unit) => [unit.unit_number, unit]))
    const bought = await listRoadFuel(context.db, context.scope, { company_id: company, ...days })
    const units = [...Map.groupBy(bought, ({ unit_number }) => unit_number)].map(([unit_number, own]): UnitEconomy => {
      const unit = facts.get(unit_number)
      const economy = economyOf(own, (unit?.odometer_unit ?? null) as OdometerUnit | null)
      return { unit, unit_number, economy, fills: own.filter(({ litres_milli }) => litres_milli > 0).length }
    })
    const parameters = { ...days, company_id: company, detail }
    if (detail === 'outliers')
      return {
        parameters,
        without: ['fills', 'fills_used', 'odometer_unit', 'distance', 'litres', 'l_per_100km', 'mpg', 'outliers'],
        rows: units.flatMap(outlierRows),
      }
    return {
      parameters,
      without: ['txn_at', 'odometer', 'reason'],
      rows: units.map(unitRow),
      ratios: fleetOf(units),
      notes: notesOf(units),
      chart: { kind: 'bars', label: 'unit_number', value: 'l_per_100km' },
    }
  },
})
