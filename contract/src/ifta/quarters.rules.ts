/** Quarters are written `2026Q3`. */
export const quarterPattern = /^(?:20\d\d)Q[1-4]$/

const pad = (value: number): string => String(value).padStart(2, '0')
/** The quarter that a day is in. */
export const quarterOf = (day: string): string => `${day.slice(0, 4)}Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

/** The first and the last day of a quarter. */
export function daysOfQuarter(quarter: string): { from: string; to: string } {
  const year = quarter.slice(0, 4)
  const last = Number(quarter.slice(5)) * 3
  return { from: `${year}-${pad(last - 2)}-01`, to: `${year}-${pad(last)}-${last === 3 || last === 12 ? 31 : 30}` }
}

/** The quarter before. */
export function quarterBefore(quarter: string): string {
  const [year, number] = [Number(quarter.slice(0, 4)), Number(quarter.slice(5))]
  return number === 1 ? `${year - 1}Q4` : `${year}Q${number - 1}`
}

/** The last quarter that is over: the one to file. */
export const lastFullQuarter = (today: string): string => quarterBefore(quarterOf(today))
