import type { z } from 'zod'
import type { DownloadColumns } from '../list.ts'

/** Who can run a report, besides needing access to reporting. A report with a cost is for staff alone (COST-2). */
type ReportAudience = 'staff' | 'everyone'
/**
 * One report as data (REPT-1). The engine lists it, reads its parameters, runs it and writes its files; the page reads
 * the same declaration. Periods default to the last full month.
 */
export type Report<Key extends string = string, Parameters extends z.ZodType = z.ZodType> = {
  key: Key
  name: string
  description: string
  audience: ReportAudience
  parameters: Parameters
  /** In order, with their kinds. The fields of rows and totals. */
  columns: DownloadColumns
  /** The columns that totals have, one row for each currency. */
  totals: readonly string[]
}
export const defineReport = <const Key extends string, Parameters extends z.ZodType>(
  report: Report<Key, Parameters>,
): Report<Key, Parameters> => report
