import { english, partsOf } from '@portal/contract/english.ts'
import type { IftaFinding, IftaFuelSheet } from '@portal/contract/ifta/ifta.ts'
import { shortJurisdiction } from '@portal/contract/ifta/ifta-jurisdictions.rules.ts'
import { type IftaBase, type IftaFindingCode, iftaFindingCodes } from '@portal/contract/ifta/ifta-words.data.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { unitFuelWords } from '@portal/contract/units/units-words.data.ts'
import { type FleetUnit, type Fuel, isRoadFuel, volumeOf } from './fleet.rules.ts'
import { measures, shownLength, shownVolume, sumOf, wholeLength, wholeVolume } from './ifta-measures.rules.ts'

type Facts = {
  base: IftaBase
  to: string
  /** Whether the quarter is over; its figures are final then. */
  state: 'over' | 'running' | 'to come'
  has_distances: boolean
  has_elsewhere: boolean
  units: readonly FleetUnit[]
  /** Road fuel that names no unit. */
  unnamed: readonly Fuel[]
  sheets: readonly IftaFuelSheet[]
}
/** Odometers that differ by more are asked about. */
const mostPercent = 10
const hundredth = 100n

type Found = { kind: IftaFinding['kind']; text: Message; units: readonly FleetUnit[] }
type Finder = (facts: Facts) => Found[]
const missing = (text: Message, units: readonly FleetUnit[] = []): Found => ({ kind: 'missing', text, units })
const question = (text: Message, units: readonly FleetUnit[] = []): Found => ({ kind: 'question', text, units })

const volumeIn = (units: readonly FleetUnit[], base: IftaBase): number =>
  wholeVolume(
    sumOf(units, ({ fuel }) => volumeOf(fuel)),
    base,
  )
const distanceIn = (units: readonly FleetUnit[], base: IftaBase): number =>
  wholeLength(
    sumOf(units, ({ distance }) => distance ?? 0n),
    base,
  )
/** Distance and volume of units that are left out. */
const leftOut = (units: readonly FleetUnit[], base: IftaBase) => ({
  count: units.length,
  volume: volumeIn(units, base),
  unit: measures[base].volume,
  distance: distanceIn(units, base),
  length: measures[base].length,
})
const hasRoadFuel = ({ fuel }: FleetUnit): boolean => fuel.some(isRoadFuel)
const isIfta = ({ is_ifta }: FleetUnit): boolean => is_ifta === true
const otherFuel = ({ fuel, own_fuel }: FleetUnit): Fuel[] =>
  own_fuel === null ? [] : fuel.filter((one) => isRoadFuel(one) && one.fuel !== own_fuel)

/** Whether the uploaded distance is more than a tenth off that of the odometers. */
function differs({ distance, odometer }: FleetUnit): boolean {
  if (distance === null || odometer.distance === null) return false
  const gap = distance > odometer.distance ? distance - odometer.distance : odometer.distance - distance
  return gap * hundredth > odometer.distance * BigInt(mostPercent)
}

const finders: Record<IftaFindingCode, Finder> = {
  'no-distances': ({ has_distances }) => (has_distances ? [] : [missing('ifta.no-distances')]),
  'no-fuel': ({ sheets }) =>
    sheets
      .filter(({ total_distance, total_volume }) => total_distance > 0 && total_volume <= 0)
      .map(({ fuel_type }) => missing(message('ifta.no-fuel', { fuel: unitFuelWords[fuel_type] }))),
  'fuel-without-distance': ({ units, base, has_distances }) => {
    const found = units.filter((unit) => isIfta(unit) && hasRoadFuel(unit) && !unit.distance)
    if (!has_distances || found.length === 0) return []
    const [count, volume, unit] = [found.length, volumeIn(found, base), measures[base].volume]
    return [missing(message('ifta.fuel-without-distance', { count, volume, unit }), found)]
  },
  'distance-without-fuel': ({ units, base }) => {
    const found = units.filter((unit) => isIfta(unit) && unit.distance && !hasRoadFuel(unit))
    if (found.length === 0) return []
    const [count, distance, unit] = [found.length, distanceIn(found, base), measures[base].length]
    return [missing(message('ifta.distance-without-fuel', { count, distance, unit }), found)]
  },
  'no-rate': ({ sheets }) =>
    sheets.flatMap(({ fuel_type, rows }) => {
      const open = rows.filter(({ kind, rate }) => kind === 'row' && rate === null)
      const jurisdictions = open.map(({ jurisdiction }) => shortJurisdiction(jurisdiction)).join(', ')
      return open.length === 0
        ? []
        : [missing(message('ifta.no-rate', { fuel: unitFuelWords[fuel_type], jurisdictions }))]
    }),
  'not-settled': ({ units, base }) => {
    const found = units.filter(
      (unit) => unit.unit_id !== null && unit.is_ifta === null && (hasRoadFuel(unit) || unit.distance),
    )
    return found.length === 0 ? [] : [question(message('ifta.not-settled', leftOut(found, base)), found)]
  },
  'unknown-unit': ({ units, base }) => {
    const found = units.filter(({ unit_id }) => unit_id === null)
    return found.length === 0 ? [] : [question(message('ifta.unknown-unit', leftOut(found, base)), found)]
  },
  'no-unit': ({ unnamed, base }) => {
    const count = unnamed.reduce((sum, { lines }) => sum + lines, 0)
    const [volume, unit] = [wholeVolume(volumeOf(unnamed), base), measures[base].volume]
    return count === 0 ? [] : [question(message('ifta.no-unit', { count, volume, unit }))]
  },
  'unknown-fuel': ({ units, base }) => {
    const found = units.filter((unit) => isIfta(unit) && unit.own_fuel === null && (hasRoadFuel(unit) || unit.distance))
    return found.length === 0 ? [] : [question(message('ifta.unknown-fuel', leftOut(found, base)), found)]
  },
  'other-fuel': ({ units, base }) => {
    const found = units.filter((unit) => isIfta(unit) && otherFuel(unit).length > 0)
    if (found.length === 0) return []
    const volume = wholeVolume(
      sumOf(found, (unit) => volumeOf(otherFuel(unit))),
      base,
    )
    return [question(message('ifta.other-fuel', { count: found.length, volume, unit: measures[base].volume }), found)]
  },
  'no-province': ({ sheets, base }) => {
    const volume = sheets.reduce((sum, { unplaced }) => sum + unplaced, 0)
    return volume === 0 ? [] : [question(message('ifta.no-province', { volume, unit: measures[base].volume }))]
  },
  'odometer-differs': ({ units }) => {
    const found = units.filter((unit) => isIfta(unit) && differs(unit))
    const values = { count: found.length, percent: mostPercent }
    return found.length === 0 ? [] : [question(message('ifta.odometer-differs', values), found)]
  },
  'odometer-odd': ({ units }) => {
    const found = units.filter((unit) => isIfta(unit) && unit.odometer.odd > 0)
    return found.length === 0 ? [] : [question(message('ifta.odometer-odd', { count: found.length }), found)]
  },
  'odometer-unit': ({ units }) => {
    const found = units.filter((unit) => isIfta(unit) && unit.odometer.is_without_unit)
    return found.length === 0 ? [] : [question(message('ifta.odometer-unit', { count: found.length }), found)]
  },
  'portal-only': ({ has_elsewhere }) => (has_elsewhere ? [] : [question('ifta.portal-only')]),
  running: ({ state, to }) => {
    if (state === 'over') return []
    return [question(state === 'running' ? message('ifta.running', { day: to }) : 'ifta.quarter-to-come')]
  },
}

/** What is missing, then the questions, each with its units and numbers. Nothing is filled in by a guess (REPT-5). */
export function iftaFindingsOf(facts: Facts): IftaFinding[] {
  const { base } = facts
  return iftaFindingCodes
    .flatMap((code) => finders[code](facts).map((found) => ({ code, ...found })))
    .toSorted((one, other) => Number(one.kind === 'question') - Number(other.kind === 'question'))
    .map(({ code, kind, text, units }) => ({
      kind,
      code,
      text: english(text),
      message: partsOf(text) ?? { key: text, params: {} },
      units: units.map(({ unit_id, unit_number, distance, fuel, odometer }) => ({
        unit_id,
        unit_number,
        distance: distance === null ? null : shownLength(distance, base),
        volume: shownVolume(volumeOf(fuel), base),
        odometer_distance: odometer.distance === null ? null : shownLength(odometer.distance, base),
      })),
    }))
}
