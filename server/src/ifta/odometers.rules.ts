import { kmOf, type OdometerUnit, readingOf } from '../units/economy.rules.ts'

/** The odometer of a purchase; `txn_at` is the site's local time. */
export type OdometerReading = { txn_at: string; odometer: string | null }
/** The distance between the first and the last believable reading, and how many readings are not believable. */
export type OdometerDistance = { km_milli: number | null; odd: number }

const mostKmOfDay = 2500
const dayMs = 86_400_000
const msOf = (local: string): number => Date.parse(`${local.replace(' ', 'T').slice(0, 19)}Z`)

type Point = { ms: number; milli: number }
/** Whether a truck can have driven from one reading to the next. A night's run starts before midnight. */
const follows = (from: Point, to: Point, unit: OdometerUnit): boolean =>
  to.milli >= from.milli &&
  kmOf(to.milli - from.milli, unit) * dayMs <= mostKmOfDay * 1000 * Math.max(to.ms - from.ms, dayMs)

/**
 * Readings that follow each other are believable: the longest such run, so that one wrong reading, also the first one,
 * is left out and not all after it. Fills without a reading say nothing.
 */
export function odometerDistance(readings: readonly OdometerReading[], unit: OdometerUnit): OdometerDistance {
  const entered = readings.filter(({ odometer }) => odometer?.trim())
  const points = entered
    .flatMap(({ txn_at, odometer }): Point[] => {
      const milli = readingOf(odometer)
      return milli === null ? [] : [{ ms: msOf(txn_at), milli }]
    })
    .toSorted((one, other) => one.ms - other.ms || one.milli - other.milli)
  const runs: { length: number; first: Point; last: Point }[] = []
  for (const point of points) {
    let best = { length: 1, first: point, last: point }
    for (const run of runs)
      if (run.length >= best.length && follows(run.last, point, unit))
        best = { length: run.length + 1, first: run.first, last: point }
    runs.push(best)
  }
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), { length: 0 } as (typeof runs)[0])
  return {
    km_milli: longest.length > 1 ? kmOf(longest.last.milli - longest.first.milli, unit) : null,
    odd: entered.length - longest.length,
  }
}
