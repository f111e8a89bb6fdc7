export type DayParts = { year: number; month: number; day: number }

export function parseDay(iso: string): DayParts | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso)
  return match ? existingDay({ year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) }) : null
}

/** Null if the day does not exist. */
export function existingDay(parts: DayParts): DayParts | null {
  const date = new Date(Date.UTC(parts.year, parts.month - 1, parts.day))
  return date.getUTCMonth() === parts.month - 1 && date.getUTCDate() === parts.day ? parts : null
}
