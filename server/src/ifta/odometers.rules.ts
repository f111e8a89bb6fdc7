import { isWithinReach, kmOf, type OdometerUnit, readingOf } from '../units/economy.rules.ts'

/** The odometer of a purchase; `txn_at` is the site's local time. Some days before the quarter count too. */
export type OdometerReading = { txn_at: string; odometer: string | null; is_before?: boolean }
/** The distance up to the last believable reading of the quarter, and how many of its readings are not believable. */
export type OdometerDistance = { km_milli: number | null; odd: number }

const msOf = (local: string): number => Date.parse(`${local.replace(' ', 'T').slice(0, 19)}Z`)

type Point = { ms: number; milli: number }
/** Whether a truck can have driven from one reading to the next. */
const follows = (from: Point, to: Point, unit: OdometerUnit): boolean =>
  to.milli >= from.milli && isWithinReach(kmOf(to.milli - from.milli, unit), to.ms - from.ms)

const pointsOf = (readings: readonly OdometerReading[]): Point[] =>
  readings
    .flatMap(({ txn_at, odometer }): Point[] => {
      const milli = readingOf(odometer)
      return milli === null ? [] : [{ ms: msOf(txn_at), milli }]
    })
    .toSorted((one, other) => one.ms - other.ms || one.milli - other.milli)

type Run = { length: number; first: Point; last: Point }
const spanOf = ({ first, last }: Run): number => last.milli - first.milli
/** The longer run. Of equally long ones that of the shorter distance, which has no jump in it, or else the later one. */
const betterOf = (one: Run, later: Run): Run =>
  later.length > one.length || (later.length === one.length && spanOf(later) <= spanOf(one)) ? later : one

/**
 * Readings that follow each other are believable: the longest such run of the quarter, so that one wrong reading, also
 * the first one, is left out and not all after it. The last reading before the quarter that the run follows begins the
 * first leg. Fills without a reading say nothing.
 */
export function odometerDistance(readings: readonly OdometerReading[], unit: OdometerUnit): OdometerDistance {
  const entered = readings.filter(({ odometer, is_before }) => odometer?.trim() && !is_before)
  const runs: Run[] = []
  for (const point of pointsOf(entered)) {
    const reaching = runs
      .filter(({ last }) => follows(last, point, unit))
      .map(({ length, first }) => ({ length: length + 1, first, last: point }))
    runs.push(reaching.reduce(betterOf, { length: 1, first: point, last: point }))
  }
  const [start, ...others] = runs
  if (!start) return { km_milli: null, odd: entered.length }
  const best = others.reduce(betterOf, start)
  const before = pointsOf(readings.filter(({ is_before }) => is_before))
  const first = before.findLast((point) => follows(point, best.first, unit)) ?? best.first
  return {
    km_milli: first === best.last ? null : kmOf(best.last.milli - first.milli, unit),
    odd: entered.length - best.length,
  }
}
