import type { ReportChart, ReportRow } from '@portal/contract/reports/reports.ts'

export type DrawnBar = {
  row: ReportRow
  value: number
  /** In per cent of the width. */
  start: number
  width: number
  /** `beyond` its mark. */
  tone: 'sum' | 'more' | 'less' | 'beyond'
  /** Where its mark is, in per cent of the width. */
  mark: number | null
}
const barsShown = 12
type Span = { row: ReportRow; from: number; to: number; isSum: boolean }

/** Parts hang between two sums: each begins where the one before ended. */
function waterfall(rows: readonly ReportRow[], amountOf: (row: ReportRow) => number): Span[] {
  let level = 0
  return rows.map((row) => {
    const isSum = row.row_kind === 'subtotal'
    const from = isSum ? 0 : level
    level = isSum ? amountOf(row) : level + amountOf(row)
    return { row, from, to: level, isSum }
  })
}
/** The highest of many, in their own order. */
function plain(rows: readonly ReportRow[], amountOf: (row: ReportRow) => number): Span[] {
  const highest = new Set(rows.toSorted((one, other) => amountOf(other) - amountOf(one)).slice(0, barsShown))
  return rows.filter((row) => highest.has(row)).map((row) => ({ row, from: 0, to: amountOf(row), isSum: true }))
}

const toneOf = (amount: number, mark: number | null): DrawnBar['tone'] =>
  mark !== null && amount > mark ? 'beyond' : amount < 0 ? 'less' : 'more'
/** Parts that take less of a scale from zero could not be read. */
const leastReadable = 0.15
/**
 * The bars of a chart, and where its scale begins: at zero, or for a waterfall of small parts closer to them, and its sums
 * are then drawn broken.
 */
export function drawnBars(
  { kind, value, mark }: ReportChart,
  rows: readonly ReportRow[],
): { bars: DrawnBar[]; begins: number; of: number } {
  const amountOf = (row: ReportRow) => Number(row[value] ?? 0)
  const markOf = (row: ReportRow): number | null => {
    const marked = mark ? row[mark.value] : null
    return typeof marked === 'number' ? marked : null
  }
  const known = rows.filter((row) => row[value] !== null)
  const spans = kind === 'waterfall' ? waterfall(known, amountOf) : plain(known, amountOf)
  const levels = spans.flatMap(({ row, from, to, isSum }) =>
    isSum && kind === 'waterfall' ? [to] : [from, to, markOf(row) ?? from],
  )
  const [low, high] = [Math.min(...levels, ...(kind === 'bars' ? [0] : [])), Math.max(...levels, 0)]
  const room = (high - low) * 0.15
  const isSmall = kind === 'waterfall' && low > 0 && high - low < high * leastReadable
  const begins = isSmall ? Math.max(0, low - room) : Math.min(low, 0)
  const scale = high - begins || 1
  const at = (level: number) => (100 * (Math.max(level, begins) - begins)) / scale
  return {
    begins,
    of: known.length,
    bars: spans.map(({ row, from, to, isSum }) => ({
      row,
      value: amountOf(row),
      start: Math.min(at(from), at(to)),
      width: to === from ? 0 : Math.max(Math.abs(at(to) - at(from)), 0.3),
      tone: isSum && kind === 'waterfall' ? 'sum' : toneOf(amountOf(row), markOf(row)),
      mark: markOf(row) === null ? null : at(markOf(row) ?? 0),
    })),
  }
}
