import type { UnitHistory } from '@portal/contract/units/units.ts'

/** A point per day with fills: their litres for their distance. A day without distance has none. */
export function economyByDay(fills: UnitHistory['fills']): { day: string; value: number }[] {
  return [...Map.groupBy(fills, ({ txn_date }) => txn_date.slice(0, 10))].flatMap(([day, ofDay]) => {
    const km = ofDay.reduce((sum, fill) => sum + fill.km, 0)
    const litres = ofDay.reduce((sum, fill) => sum + fill.litres, 0)
    return km > 0 ? [{ day, value: (litres * 100) / km }] : []
  })
}

/** The twelve months from one on, as `2026-01`. */
export const monthsSince = (day: string): string[] => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(year, month - 1 + at, 1)).toISOString().slice(0, 7))
}
