import type { CellKind } from '@portal/contract/list.ts'
import type { Message } from '@portal/contract/message.ts'
import type { Screen } from '@portal/contract/permissions.ts'
import type { ReportAudience, ReportChart, ReportRow, ReportTopic } from '@portal/contract/reports/reports.ts'
import type { z } from 'zod'
import type { Db, Scope } from '../../db/connect.ts'

/** What a cell contains. A `word` is translated for the reader; a `link` is the name of what the row leads to. */
type ReportCellKind = CellKind | 'word' | 'month' | 'decimal' | 'quantity' | 'percent' | 'cad'
/** Heading, or heading and kind. What is `summed` has a total for each currency. */
type ReportColumn = string | readonly [heading: string, kind: ReportCellKind, summed?: 'summed']
type ReportColumns = Readonly<Record<string, ReportColumn>>

/** Tells how far a job is; a request has none. */
type Progress = (done: number, total: number) => void
/** Who asks: rows are read with `db`, which can read no other company's for a customer. */
export type ReportContext = { db: Db; scope: Scope; today: string; progress?: Progress }
export type ReportOutcome = {
  /** As used, with the defaults filled in. */
  parameters: Readonly<Record<string, ReportRow[string] | undefined>>
  /** Headings that depend on the parameters. */
  headings?: Readonly<Record<string, string>>
  /** The columns that hold words of ours with these parameters, such as products; with others, names. */
  words?: readonly string[]
  /** The columns to leave out, such as the currency where there is none. */
  without?: readonly string[]
  /** With `link`, an address in the portal of the records behind the row. */
  rows: ReportRow[]
  /** Beside the sums of the columns that are summed: what cannot be added up, such as a ratio, by currency. */
  ratios?: readonly ReportRow[]
  /** What the reader must know before the figures: what is missing or odd. */
  notes?: readonly Message[]
  chart?: ReportChart
  /** What the totals are called, if not Total. */
  total?: string
}

/**
 * One report as data (REPT-1): who may run it, what it asks, its columns, and what it reads. The engine lists it, runs it,
 * stores the run, and writes its page, CSV, XLSX, PDF and scheduled mail from this alone.
 */
export type Report = {
  key: string
  name: string
  description: string
  topic: ReportTopic
  audience: ReportAudience
  /** The screen whose records it shows: one must be able to read that, too. */
  needs?: Screen
  /** Staff must choose a customer. */
  isOfOneCompany?: true
  parameters: z.ZodType
  /** What a customer is asked, where staff have more choices. */
  customerParameters?: z.ZodType
  columns: ReportColumns
  run: (context: ReportContext, parameters: never) => Promise<ReportOutcome>
}
/** What a report asks this reader. A customer's answers are among those of staff. */
export const parametersFor = (isOfProvider: boolean, report: Pick<Report, 'parameters' | 'customerParameters'>) =>
  (isOfProvider ? undefined : report.customerParameters) ?? report.parameters
export const defineReport = <Parameters extends z.ZodType>(
  report: Omit<Report, 'parameters' | 'customerParameters' | 'run'> & {
    parameters: Parameters
    customerParameters?: z.ZodType<z.output<Parameters>>
    run: (context: ReportContext, parameters: z.output<Parameters>) => Promise<ReportOutcome>
  },
): Report => report
