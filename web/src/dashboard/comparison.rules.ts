/** How a figure changed since the period before (UX-11). */
export type Comparison =
  /** Nothing to compare with. */
  | { kind: 'none' }
  | { kind: 'same' }
  | { kind: 'percent'; isMore: boolean; percent: number }
  /** Above tenfold a percentage is hard to read. */
  | { kind: 'times'; isMore: true; times: number }
  | { kind: 'count'; isMore: boolean; count: number }

const none = { kind: 'none' } as const
type Figure = number | null | undefined
const isKnown = (figure: Figure): figure is number => typeof figure === 'number'

/** In per cent with one decimal. A percentage of zero, or of a negative amount, would mean nothing. */
export function compared(now: Figure, before: Figure): Comparison {
  if (!isKnown(now) || !isKnown(before) || before <= 0) return none
  if (now >= before * 10) return { kind: 'times', isMore: true, times: Math.round(now / before) }
  const percent = Math.round(((now - before) / before) * 1000) / 10
  return percent === 0 ? { kind: 'same' } : { kind: 'percent', isMore: percent > 0, percent }
}

/** Small counts by how many more or fewer: 3 exceptions instead of 2 are not a rise by 50 %. */
export function comparedCount(now: number, before: Figure): Comparison {
  if (!isKnown(before)) return none
  return now === before ? { kind: 'same' } : { kind: 'count', isMore: now > before, count: now - before }
}

type Point = { from: string; transactions: number }
/** After the last file, a day without purchases has no data yet; before, it had none. */
export const hasNoDataYet = ({ from, transactions }: Point, knownUntil: string | null): boolean =>
  knownUntil !== null && from > knownUntil && transactions === 0
