import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import type { Days } from '@portal/contract/reports/report-period.rules.ts'

/** The months of a period, the first and last as far as they are in it. */
export function monthsWithin({ from, to }: Days): Days[] {
  const months: Days[] = []
  for (let start = from; start <= to; ) {
    const next = `${addDays(`${start.slice(0, 8)}01`, 31).slice(0, 8)}01`
    months.push({ from: start, to: next > to ? to : addDays(next, -1) })
    start = next
  }
  return months
}

/** Rows with the same texts as one, with the sums of their numbers. */
export function addAlike<Row extends Readonly<Record<string, string | number | null>>>(rows: readonly Row[]): Row[] {
  const textsOf = (row: Row) => JSON.stringify(Object.values(row).filter((value) => typeof value !== 'number'))
  return [...Map.groupBy(rows, textsOf).values()].map((alike) => alike.reduce(added))
}
const added = <Row extends Readonly<Record<string, string | number | null>>>(one: Row, other: Row): Row =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, typeof value === 'number' ? value + Number(other[name]) : value]),
  ) as Row
