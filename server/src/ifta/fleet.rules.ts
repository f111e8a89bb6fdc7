import { type IftaFuel, iftaFuels } from '@portal/contract/ifta/ifta-words.data.ts'
import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { type ProductCode, taxClassOf } from '@portal/contract/lookups/products.rules.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import type { OdometerUnit } from '../units/economy.rules.ts'
import type { BoughtFuel, Driven } from './ifta.rules.ts'
import type { DistanceRow, FuelRow } from './ifta-files.rules.ts'
import { exactLength, exactVolume, sumOf } from './ifta-measures.rules.ts'
import { type OdometerReading, odometerDistance } from './odometers.rules.ts'

/** A unit as stored; the portal knows those that a card or a purchase names. */
export type UnitFacts = {
  id: number
  unit_number: string
  is_ifta: boolean | null
  fuel_type: IftaFuel | null
  odometer_unit: OdometerUnit | null
}
/** Lines of fuel, summed by unit, place, product and unit of quantity. */
export type PurchaseSum = {
  unit_number: string | null
  province: string | null
  product: ProductCode
  unit: VolumeUnit
  quantity_milli: number
  lines: number
}
export type FleetFacts = {
  units: readonly UnitFacts[]
  distances: readonly DistanceRow[]
  elsewhere: readonly FuelRow[]
  purchases: readonly PurchaseSum[]
  odometers: ReadonlyMap<string, readonly OdometerReading[]>
}

type FuelClass = IftaFuel | 'reefer'
/** One amount of fuel with its source. Road fuel from a site is bought with its taxes. */
export type Fuel = BoughtFuel & {
  unit_number: string | null
  fuel: FuelClass
  source: 'portal' | 'elsewhere'
  lines: number
}
/** A unit with everything of the quarter. */
export type FleetUnit = {
  unit_number: string
  /** Null for units that only the uploaded files name. */
  unit_id: number | null
  is_ifta: boolean | null
  /** Set by a person, else the only road fuel it bought; null if neither tells. */
  own_fuel: IftaFuel | null
  /** Null without an uploaded distance. */
  distance: bigint | null
  driven: Driven[]
  fuel: Fuel[]
  odometer: Odometer
}
/** Without the odometer's unit its readings are no distance. */
type Odometer = { distance: bigint | null; odd: number; is_without_unit: boolean }

const fuelOf = ({ unit_number, province, product, unit, quantity_milli, lines }: PurchaseSum): Fuel => ({
  unit_number,
  fuel: taxClassOf(product) as FuelClass,
  jurisdiction: province === null ? null : jurisdictionOf(province),
  volume: exactVolume(quantity_milli, unit),
  is_tax_paid: true,
  source: 'portal',
  lines,
})
const elsewhereOf = ({ unit_number, jurisdiction, fuel_type, quantity_milli, unit, is_tax_paid }: FuelRow): Fuel => ({
  unit_number,
  fuel: fuel_type,
  jurisdiction,
  volume: exactVolume(quantity_milli, unit),
  is_tax_paid,
  source: 'elsewhere',
  lines: 1,
})

function ownFuelOf(stored: UnitFacts | undefined, fuel: readonly Fuel[]): IftaFuel | null {
  if (stored?.fuel_type) return stored.fuel_type
  const bought = iftaFuels.filter((one) => fuel.some((entry) => entry.fuel === one))
  return bought.length === 1 ? (bought[0] as IftaFuel) : null
}

function odometerOf(readings: readonly OdometerReading[], unit: OdometerUnit | null): Odometer {
  if (unit === null) return { distance: null, odd: 0, is_without_unit: readings.length > 0 }
  const { km_milli, odd } = odometerDistance(readings, unit)
  return { distance: km_milli === null ? null : exactLength(km_milli, 'km'), odd, is_without_unit: false }
}

/** Everything of the quarter by unit, and the fuel that names no unit. */
export function fleetOf(facts: FleetFacts): { units: FleetUnit[]; fuel: Fuel[]; unnamed: Fuel[] } {
  const fuel = [...facts.purchases.map(fuelOf), ...facts.elsewhere.map(elsewhereOf)]
  const stored = new Map(facts.units.map((unit) => [unit.unit_number, unit]))
  const fuelBy = Map.groupBy(fuel, ({ unit_number }) => unit_number)
  const rowsBy = Map.groupBy(facts.distances, ({ unit_number }) => unit_number)
  const numbers = new Set([...fuelBy.keys(), ...rowsBy.keys()].filter((number) => number !== null))
  const units = [...numbers].toSorted().map((unit_number): FleetUnit => {
    const known = stored.get(unit_number)
    const own = fuelBy.get(unit_number) ?? []
    const driven = (rowsBy.get(unit_number) ?? []).map(
      ({ jurisdiction, distance_milli, taxable_milli, length_unit }): Driven => ({
        jurisdiction,
        distance: exactLength(distance_milli, length_unit),
        taxable: exactLength(taxable_milli ?? distance_milli, length_unit),
      }),
    )
    const readings = (facts.odometers.get(unit_number) ?? []).filter(({ odometer }) => odometer?.trim())
    const odometerUnit = known?.odometer_unit ?? null
    return {
      unit_number,
      unit_id: known?.id ?? null,
      is_ifta: known?.is_ifta ?? null,
      own_fuel: ownFuelOf(known, own),
      distance: driven.length === 0 ? null : sumOf(driven, ({ distance }) => distance),
      driven,
      fuel: own,
      odometer: odometerOf(readings, odometerUnit),
    }
  })
  return { units, fuel, unnamed: fuelBy.get(null) ?? [] }
}

export const isRoadFuel = ({ fuel }: Fuel): boolean => fuel !== 'reefer'
export const volumeOf = (fuel: readonly Fuel[]): bigint => sumOf(fuel.filter(isRoadFuel), ({ volume }) => volume)

/** What counts for a fuel type: IFTA units that run on it, and what they bought of it. */
export function countedFor(units: readonly FleetUnit[], fuel_type: IftaFuel): { driven: Driven[]; bought: Fuel[] } {
  const counted = units.filter(({ is_ifta, own_fuel }) => is_ifta === true && own_fuel === fuel_type)
  return {
    driven: counted.flatMap(({ driven }) => driven),
    bought: counted.flatMap(({ fuel }) => fuel.filter((one) => one.fuel === fuel_type)),
  }
}
