const dayMs = 86_400_000
export const dayNumber = (day: string): number => Math.round(Date.parse(day) / dayMs)
export const dayOfNumber = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)

/** About five round values, from just below the lowest to just above the highest. */
export function valueTicks(lowest: number, highest: number): number[] {
  const span = highest - lowest || Math.abs(highest) * 0.1 || 1
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  const from = Math.floor(lowest / step)
  const to = Math.max(Math.ceil(highest / step), from + 1)
  // From integers, so floating-point errors add no tick.
  return Array.from({ length: to - from + 1 }, (_, at) => Number(((from + at) * step).toPrecision(12)))
}

/** The axis goes to at least 100, so small values do not look large (DASH-1). */
export const leastTop = 100
/** The same from zero, or from below it for negative values. */
export const barTicks = (values: readonly number[]): number[] =>
  valueTicks(Math.min(0, ...values), Math.max(leastTop, ...values))

/** At most this many days, evenly spaced, including both ends. */
export function dayTicks(first: number, last: number, most: number): number[] {
  const count = Math.max(1, Math.min(most, last - first))
  return [...new Set(Array.from({ length: count + 1 }, (_, at) => Math.round(first + ((last - first) * at) / count)))]
}

/** `2026-11-15` as Nov 15: the year is the same along most axes, and the reading below has it. */
export const dayTickText = (day: string, locale: string): string =>
  new Date(day).toLocaleDateString(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** About as wide as the text is drawn at 12 pixels, with a space beside it. */
export const labelWidth = (text: string): number => text.length * 6.6 + 10
/** Every how many-th label fits. */
export const labelEvery = (widest: number, step: number): number => Math.max(1, Math.ceil(widest / (step || widest)))
/** The middle of a label moves inwards at the edge instead of leaving the picture. */
export const withinPicture = (x: number, text: string, width: number): number =>
  Math.min(Math.max(x, labelWidth(text) / 2 - 5), width - labelWidth(text) / 2 + 5)
