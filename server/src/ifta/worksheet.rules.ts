import type { IftaWorksheet } from '@portal/contract/ifta/ifta.ts'
import { type IftaBase, iftaFuels } from '@portal/contract/ifta/ifta-words.data.ts'
import { quarterOf } from '@portal/contract/ifta/quarters.rules.ts'
import { iftaFindingsOf } from './findings.rules.ts'
import { countedFor, type FleetFacts, type FleetUnit, type Fuel, fleetOf, isRoadFuel, volumeOf } from './fleet.rules.ts'
import { fuelSheetOf } from './ifta.rules.ts'
import type { IftaRateRow } from './ifta-files.rules.ts'
import { measures, shownLength, shownVolume, sumOf } from './ifta-measures.rules.ts'

type Facts = FleetFacts & {
  base: IftaBase
  to: string
  today: string
  has_distances: boolean
  has_elsewhere: boolean
  rates: readonly IftaRateRow[]
}
type Computed = Pick<IftaWorksheet, 'findings' | 'fuels' | 'units' | 'volumes' | 'reefer_volume' | 'rate_sources'>

/** By unit, fuel type and jurisdiction, with what was bought elsewhere beside it. */
function volumesOf(units: readonly FleetUnit[], fuel: readonly Fuel[], base: IftaBase): IftaWorksheet['volumes'] {
  const isIfta = new Map(units.map(({ unit_number, is_ifta }) => [unit_number, is_ifta]))
  const groups = Map.groupBy(fuel, (one) => JSON.stringify([one.unit_number, one.fuel, one.jurisdiction]))
  const of = (entries: readonly Fuel[], source: Fuel['source']) =>
    shownVolume(
      sumOf(
        entries.filter((one) => one.source === source),
        ({ volume }) => volume,
      ),
      base,
    )
  return [...groups.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, entries]) => {
      const [unit_number, fuel_type, jurisdiction] = JSON.parse(key) as [string | null, Fuel['fuel'], string | null]
      return {
        unit_number,
        is_ifta: unit_number === null ? null : (isIfta.get(unit_number) ?? null),
        fuel_type,
        jurisdiction,
        portal: of(entries, 'portal'),
        elsewhere: of(entries, 'elsewhere'),
      }
    })
}

/** The worksheet of a quarter from everything that is known of it (REPT-5). */
export function worksheetOf(facts: Facts): Computed {
  const { base, rates } = facts
  const { units, fuel, unnamed } = fleetOf(facts)
  const fuels = iftaFuels
    .map((fuel_type) => {
      const own = rates.filter((rate) => rate.fuel_type === fuel_type && rate.unit === measures[base].volume)
      return fuelSheetOf({ fuel_type, base, ...countedFor(units, fuel_type), rates: own })
    })
    .filter(({ rows, unplaced }) => rows.length > 0 || unplaced !== 0)
  return {
    findings: iftaFindingsOf({
      base,
      to: facts.to,
      state: facts.today > facts.to ? 'over' : quarterOf(facts.to) > quarterOf(facts.today) ? 'to come' : 'running',
      has_distances: facts.has_distances,
      has_elsewhere: facts.has_elsewhere,
      units,
      unnamed: unnamed.filter(isRoadFuel),
      sheets: fuels,
    }),
    fuels,
    units: units.map(({ unit_number, own_fuel, is_ifta, distance, odometer, fuel: bought }) => ({
      unit_number,
      fuel_type: own_fuel,
      is_ifta,
      distance: distance === null ? null : shownLength(distance, base),
      odometer_distance: odometer.distance === null ? null : shownLength(odometer.distance, base),
      volume: shownVolume(volumeOf(bought), base),
    })),
    volumes: volumesOf(units, fuel, base),
    rate_sources: [...new Set(rates.map(({ source }) => source))],
    reefer_volume: shownVolume(
      sumOf(
        fuel.filter((one) => !isRoadFuel(one)),
        ({ volume }) => volume,
      ),
      base,
    ),
  }
}
