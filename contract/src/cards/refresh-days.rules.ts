export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]
export type RefreshDays = Record<Weekday | 'na', boolean>

/** The days as a bit mask, Monday the lowest bit; 0 is N/A. */
export const daysToMask = (days: RefreshDays): number =>
  weekdays.reduce((mask, day, bit) => mask | (days[day] ? 1 << bit : 0), 0)
export const maskToDays = (mask: number): RefreshDays =>
  ({
    ...Object.fromEntries(weekdays.map((day, bit) => [day, (mask & (1 << bit)) !== 0])),
    na: mask === 0,
  }) as RefreshDays

/** There are few choices of days and many cards that have them, so a text once read is known. */
const known = new Map<string, RefreshDays | null>()
const mostKnown = 1000

/** Day objects travel as JSON-encoded text (CARD-7). Null when the text is not one; N/A excludes the days. */
export function parseRefreshDays(text: string): RefreshDays | null {
  const found = known.get(text)
  if (found !== undefined) return found
  const days = Object.freeze(readRefreshDays(text))
  if (known.size < mostKnown) known.set(text, days)
  return days
}
function readRefreshDays(text: string): RefreshDays | null {
  // Most of what is none is plain words, and to be refused by an exception costs a hundred times as much as to be
  // refused by a look.
  if (!/^\s*\{/.test(text)) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const given = value as Record<string, unknown>
  const names: readonly string[] = [...weekdays, 'na']
  if (Object.entries(given).some(([key, chosen]) => !names.includes(key) || typeof chosen !== 'boolean')) return null
  const days = Object.fromEntries(names.map((key) => [key, given[key] === true])) as RefreshDays
  const chosen = weekdays.some((day) => days[day])
  return chosen === days.na ? null : days
}
export const encodeRefreshDays = (days: RefreshDays): string => JSON.stringify(days)

const dayMs = 86_400_000
/** Days are `YYYY-MM-DD` and have no hours, so neither a time zone nor a change of the clocks can come between. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/**
 * For every mask the last of its days later than `after` and up to `today`, or null. Masks repeat by the week, so seven
 * days are all there is to look at.
 */
export function lastDueDays(after: string, today: string): (string | null)[] {
  const days = Array.from({ length: 7 }, (_, back) => addDays(today, -back)).filter((day) => day > after)
  return Array.from(
    { length: 1 << weekdays.length },
    (_, mask) => days.find((day) => (mask & (1 << weekdayOf(day))) !== 0) ?? null,
  )
}
