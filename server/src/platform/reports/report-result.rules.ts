import type { Message } from '@portal/contract/message.ts'
import type { ReportChart, ReportResultColumn, ReportRow } from '@portal/contract/reports/reports.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { Report, ReportOutcome } from './define-report.ts'

/** A run's result as it is stored. */
export type StoredResult = {
  columns: ReportResultColumn[]
  rows: ReportRow[]
  totals: ReportRow[]
  notes: Message[]
  chart: ReportChart | null
  total_name: string
}

/** What each kind is added up in, so that no cent is lost. */
const unitsOf = { money: 'money', quantity: 'quantity' } as const
/** Undefined where no row has a value: gallons of what is sold in litres have no total, not none. */
function sumOf(rows: readonly ReportRow[], { field, kind }: ReportResultColumn): number | undefined {
  const values = rows.flatMap((row) => (row[field] === null || row[field] === undefined ? [] : [Number(row[field])]))
  if (values.length === 0) return undefined
  if (kind !== 'money' && kind !== 'quantity') return values.reduce((sum, value) => sum + value, 0)
  const unit = unitsOf[kind]
  return fromUnits(
    values.reduce((sum, value) => sum + toUnits(value, unit), 0),
    unit,
  )
}

/** A row of this kind repeats others' figures, so it is in no total. */
const subtotal = 'subtotal'
/** One row of totals for each currency among the rows, in order; without summed columns, what the report gives. */
export function totalsOf(
  columns: readonly ReportResultColumn[],
  rows: readonly ReportRow[],
  ratios: readonly ReportRow[] = [],
): ReportRow[] {
  const summed = columns.filter(({ is_summed }) => is_summed)
  if (summed.length === 0) return [...ratios]
  const counted = rows.filter(({ row_kind }) => row_kind !== subtotal)
  const byCurrency = Map.groupBy(counted, ({ currency }) => currency ?? null)
  return [...byCurrency]
    .toSorted(([one], [other]) => String(one ?? '').localeCompare(String(other ?? '')))
    .map(([currency, own]) => ({
      ...(currency === null ? {} : { currency }),
      ...Object.fromEntries(
        summed.flatMap((column) => {
          const sum = sumOf(own, column)
          return sum === undefined ? [] : [[column.field, sum]]
        }),
      ),
      ...ratios.find((ratio) => (ratio.currency ?? null) === currency),
    }))
}

export const columnsOf = (
  { columns }: Pick<Report, 'columns'>,
  { headings = {}, words = [], without = [] }: Pick<ReportOutcome, 'headings' | 'words' | 'without'> = {},
): ReportResultColumn[] =>
  Object.entries(columns)
    .filter(([field]) => !without.includes(field))
    .map(([field, column]) => {
      const [heading, kind = 'text', summed] = typeof column === 'string' ? [column] : column
      const own = words.includes(field) ? 'word' : kind
      return { field, heading: headings[field] ?? heading, kind: own, is_summed: summed === 'summed' }
    })

/** Columns, rows and exact totals of what a report found. */
export function resultOf(report: Pick<Report, 'columns'>, outcome: ReportOutcome): StoredResult {
  const columns = columnsOf(report, outcome)
  const { rows, ratios, notes = [], chart = null, total = 'Total' } = outcome
  return { columns, rows, totals: totalsOf(columns, rows, ratios), notes: [...notes], chart, total_name: total }
}
