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

/** There are few choices of days and many cards that share them, so parsed texts are cached. */
const cache = new Map<string, RefreshDays | null>()
const maxCached = 1000

/** Day objects travel as JSON-encoded text (CARD-7). Null if the text is not one; N/A excludes the days. */
export function parseRefreshDays(text: string): RefreshDays | null {
  const found = cache.get(text)
  if (found !== undefined) return found
  const days = Object.freeze(readRefreshDays(text))
  if (cache.size < maxCached) cache.set(text, days)
  return days
}
function readRefreshDays(text: string): RefreshDays | null {
  // Most invalid input is plain words, and this check is a hundred times cheaper than an exception.
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
/** Days are `YYYY-MM-DD` without hours, so no time zone or daylight saving change affects them. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/**
 * For every mask, the last of its days after `after` and up to `today`, or null. Masks repeat weekly, so seven days are
 * enough.
 */
export function lastDueDays(after: string, today: string): (string | null)[] {
  const days = Array.from({ length: 7 }, (_, back) => addDays(today, -back)).filter((day) => day > after)
  return Array.from(
    { length: 1 << weekdays.length },
    (_, mask) => days.find((day) => (mask & (1 << weekdayOf(day))) !== 0) ?? null,
  )
}
