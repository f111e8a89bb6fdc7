import { type DayParts, existingDay } from './parsed-day.ts'

/** Parses typed text, `9/3/26` or `09-03-2026`, to `2026-03-09`. Null if the day does not exist. */
export function typedDay(text: string): string | null {
  const match = /^\s*(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{2}|\d{4})\s*$/.exec(text)
  if (!match) return null
  const year = Number(match[3])
  const parts = existingDay({ day: Number(match[1]), month: Number(match[2]), year: year < 100 ? 2000 + year : year })
  return parts && isoDay(parts)
}

/** The same for a past day, such as a birth date: a two-digit year in the future means the previous century. */
export function typedPastDay(text: string, today: string): string | null {
  const day = typedDay(text)
  return day && day > today && /\D\d{2}\s*$/.test(text) ? typedDay(text.replace(/(\d{2})\s*$/, '19$1')) : day
}

const two = (value: number) => String(value).padStart(2, '0')
const isoDay = ({ year, month, day }: DayParts): string => `${year}-${two(month)}-${two(day)}`
/** Today in the user's time zone. */
export const dayHere = (now: Date): string =>
  isoDay({ year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() })
