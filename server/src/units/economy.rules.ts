import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { gallon } from '@portal/contract/rules/units.ts'
import type { BrokenReason } from '@portal/contract/units/units-words.data.ts'

/** Kilometres in a mile, exactly 1.609344, as a ratio of integers. */
const mile = { km: 1_609_344, per: 1_000_000 }
/** More than this in a day is no truck. */
const mostKmOfDay = 2500
/** Fewer fills say nothing about economy. */
const leastFills = 3
const dayMs = 86_400_000

export type OdometerUnit = 'km' | 'mi'
/** A purchase of road fuel, or a credit of one (negative litres). `txn_at` is the site's local time. */
export type RoadFuelPurchase = {
  transaction_id: number
  txn_at: string
  odometer: string | null
  litres_milli: number
  /** The purchase that a credit is of; null if it names none. */
  credited_id: number | null
}
/** A fill whose odometer is not believable. */
type BrokenFill = { transaction_id: number; txn_at: string; odometer: string | null; reason: BrokenReason }
/** A fill with the distance since the one before it. */
type EconomyFill = {
  transaction_id: number
  txn_at: string
  /** As read, in thousandths of the odometer's own unit. */
  odometer_milli: number
  litres_milli: number
  km_milli: number
  l_per_100km_e2: number | null
}
export type Economy = {
  km_milli: number
  litres_milli: number
  /** In hundredths; null from fewer than three fills, or without distance. */
  l_per_100km_e2: number | null
  /** Miles per US gallon, in hundredths. */
  mpg_e2: number | null
  /** How many runs of fills without a break have a distance. */
  chains: number
  /** The fills in these runs, their first ones included. */
  fills_used: number
  /** Every fill after the first of its run, in order of time. */
  fills: EconomyFill[]
  broken: BrokenFill[]
  /** The latest believable reading. */
  last: { transaction_id: number; txn_at: string; odometer_milli: number } | null
}

/** The reading in thousandths; null if it is not a plain number, because files and people enter any text. */
export function readingOf(odometer: string | null): number | null {
  const found = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(odometer?.trim() ?? '')
  return found ? Number(found[1]) * 1000 + Number((found[2] ?? '').padEnd(3, '0')) : null
}

/** A distance of the odometer in thousandths of a kilometre. */
export const kmOf = (distance_milli: number, unit: OdometerUnit): number =>
  unit === 'km' ? distance_milli : roundedRatio([distance_milli, mile.km], [mile.per])

/** So many kilometres as a distance of the odometer, in thousandths. */
export const distanceOf = (km: number, unit: OdometerUnit): number =>
  unit === 'km' ? km * 1000 : roundedRatio([km, 1000, mile.per], [mile.km])

/** Litres for 100 km in hundredths; null without a distance. */
export const litresPer100Km = (litres_milli: number, km_milli: number): number | null =>
  km_milli > 0 ? roundedRatio([litres_milli, 10_000], [km_milli]) : null

/** Miles per US gallon in hundredths; null without distance or fuel. */
export const milesPerGallon = (litres_milli: number, km_milli: number): number | null =>
  km_milli > 0 && litres_milli > 0
    ? roundedRatio([km_milli, 100 * mile.per, gallon.litres], [litres_milli, mile.km, gallon.per])
    : null

const msOf = (local: string): number => Date.parse(`${local.replace(' ', 'T').slice(0, 19)}Z`)

/** The fills, less their credits. What was credited in full is none; a credit that names no fill is of the last one. */
function netFills(purchases: readonly RoadFuelPurchase[]): RoadFuelPurchase[] {
  const fills: RoadFuelPurchase[] = []
  const byId = new Map<number, RoadFuelPurchase>()
  for (const one of purchases) {
    if (one.litres_milli <= 0) continue
    const fill = { ...one }
    fills.push(fill)
    byId.set(fill.transaction_id, fill)
  }
  for (const credit of purchases) {
    if (credit.litres_milli >= 0) continue
    const named = credit.credited_id === null ? undefined : byId.get(credit.credited_id)
    const fill =
      credit.credited_id === null ? fills.findLast(({ txn_at }) => msOf(txn_at) <= msOf(credit.txn_at)) : named
    if (fill) fill.litres_milli += credit.litres_milli
  }
  return fills.filter(({ litres_milli }) => litres_milli > 0)
}

/** Whether a truck can drive so far. Within a day it may be as far as in a day: a night's run starts before midnight. */
export const isWithinReach = (km_milli: number, ms: number): boolean =>
  km_milli <= mostKmOfDay * 1000 ||
  BigInt(km_milli) * BigInt(dayMs) <= BigInt(mostKmOfDay * 1000) * BigInt(Math.max(ms, dayMs))

type Read = { fill: RoadFuelPurchase; reading: number; ms: number }
/** The reading of a fill after another, or why it is not believable. */
function readAfter(before: Read | undefined, fill: RoadFuelPurchase, unit: OdometerUnit): Read | BrokenReason {
  if (!fill.odometer?.trim()) return 'missing'
  const reading = readingOf(fill.odometer)
  if (reading === null) return 'unreadable'
  const read = { fill, reading, ms: msOf(fill.txn_at) }
  if (!before) return read
  if (reading < before.reading) return 'backwards'
  return isWithinReach(kmOf(reading - before.reading, unit), read.ms - before.ms) ? read : 'jump'
}

/** The runs of fills whose odometers follow each other. A fill that breaks one is in none, and the next starts another. */
function chainsOf(fills: readonly RoadFuelPurchase[], unit: OdometerUnit): { chains: Read[][]; broken: BrokenFill[] } {
  const chains: Read[][] = []
  const broken: BrokenFill[] = []
  let chain: Read[] = []
  for (const fill of fills) {
    const { transaction_id, txn_at, odometer } = fill
    const read = readAfter(chain.at(-1), fill, unit)
    if (typeof read === 'string') {
      broken.push({ transaction_id, txn_at, odometer, reason: read })
      chain = []
      continue
    }
    if (chain.length === 0) chains.push(chain)
    chain.push(read)
  }
  return { chains, broken }
}

/** An odometer as read, in thousandths of its own unit; `at` is the site's local time. */
export type BelievedReading = { odometer_milli: number; at: string }
type ReadPurchase = Pick<RoadFuelPurchase, 'transaction_id' | 'txn_at' | 'odometer'>
/** The believable readings among purchases in order of time. */
export const believableReadings = (purchases: readonly ReadPurchase[], unit: OdometerUnit | null): BelievedReading[] =>
  chainsOf(
    purchases.map((one) => ({ ...one, litres_milli: 1, credited_id: null })),
    unit ?? 'km',
  )
    .chains.flat()
    .map(({ fill, reading }) => ({ odometer_milli: reading, at: fill.txn_at }))
export const latestReading = (purchases: readonly ReadPurchase[], unit: OdometerUnit | null): BelievedReading | null =>
  believableReadings(purchases, unit).at(-1) ?? null

const fillsOf = (chain: readonly Read[], unit: OdometerUnit): EconomyFill[] =>
  chain.slice(1).map(({ fill, reading }, at) => {
    const km_milli = kmOf(reading - (chain[at]?.reading ?? reading), unit)
    return {
      transaction_id: fill.transaction_id,
      txn_at: fill.txn_at,
      odometer_milli: reading,
      litres_milli: fill.litres_milli,
      km_milli,
      l_per_100km_e2: litresPer100Km(fill.litres_milli, km_milli),
    }
  })

/**
 * The fuel economy of a unit from its purchases of road fuel in order of time: the litres after the first believable
 * odometer up to and including the last, for the distance between (REPT-2, CARE-1). The fuel of a fill that breaks a
 * run counts in none, nor does the distance across it.
 */
export function economyOf(purchases: readonly RoadFuelPurchase[], odometerUnit: OdometerUnit | null): Economy {
  const unit = odometerUnit ?? 'km'
  const { chains, broken } = chainsOf(netFills(purchases), unit)
  const moving = chains.filter((chain) => (chain.at(-1)?.reading ?? 0) > (chain[0]?.reading ?? 0))
  const km_milli = moving.reduce(
    (sum, chain) => sum + kmOf((chain.at(-1)?.reading ?? 0) - (chain[0]?.reading ?? 0), unit),
    0,
  )
  const fills = moving.flatMap((chain) => fillsOf(chain, unit))
  const litres_milli = fills.reduce((sum, fill) => sum + fill.litres_milli, 0)
  const fills_used = fills.length + moving.length
  const isEnough = fills_used >= leastFills
  const last = chains.at(-1)?.at(-1)
  return {
    km_milli,
    litres_milli,
    l_per_100km_e2: isEnough ? litresPer100Km(litres_milli, km_milli) : null,
    mpg_e2: isEnough ? milesPerGallon(litres_milli, km_milli) : null,
    chains: moving.length,
    fills_used,
    fills,
    broken,
    last: last
      ? { transaction_id: last.fill.transaction_id, txn_at: last.fill.txn_at, odometer_milli: last.reading }
      : null,
  }
}
