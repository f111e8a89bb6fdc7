import type { FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type DownloadFormat, downloadColumns, downloadFormats } from '@portal/contract/list.ts'
import {
  everyReport,
  type ReportKey,
  type ReportResult,
  type ReportRow,
  reports,
} from '@portal/contract/reports/reports.ts'
import { z } from 'zod'
import { getToday } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import { isStaff } from '../platform/access/scope.ts'
import type { Context, OpenContext } from '../platform/http/context.ts'
import { fieldErrors } from '../platform/http/input.ts'
import { countedExport } from '../platform/jobs/usage-metrics.ts'
import { fileOf } from '../platform/lists/stream-list.ts'
import { runMarginReport } from './margin-report.actions.ts'

type AnyReport = (typeof everyReport)[number]
type Outcome = {
  parameters: ReportRow
  /** Headings that depend on the parameters. */
  headings: Readonly<Record<string, string>>
  rows: ReportRow[]
  totals: ReportRow[]
}
/** What each report reads. A report without one does not compile. */
const runners: {
  [K in ReportKey]: (
    db: Db,
    parameters: z.output<Extract<AnyReport, { key: K }>['parameters']>,
    today: string,
  ) => Promise<Outcome>
} = {
  margin: runMarginReport,
}

const isFor = (scope: Scope, { audience }: AnyReport): boolean => audience === 'everyone' || isStaff(scope)
export const listReports = (scope: Scope) =>
  everyReport
    .filter((report) => isFor(scope, report))
    .map(({ key, name, description, parameters }) => ({
      key,
      name,
      description,
      parameters: z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
      formats: [...downloadFormats],
    }))

/** A report for others does not exist (COST-2). */
function findReport(scope: Scope, key: string): AnyReport {
  const found = everyReport.find((report) => report.key === key && isFor(scope, report))
  if (!found) throw new AppError('record.not-found')
  return found
}
function readParameters(report: AnyReport, given: unknown) {
  const read = report.parameters.safeParse(given)
  if (read.success) return read.data
  const issues = read.error.issues.map((issue) => ({ ...issue, path: ['parameters', ...issue.path] }))
  throw new AppError('request.invalid', fieldErrors(issues))
}

export async function runReport(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  key: string,
  given: unknown,
  now: Date,
): Promise<ReportResult> {
  const report = findReport(actor.scope, key)
  const parameters = readParameters(report, given)
  const { headings, ...outcome } = await runners[report.key](db, parameters, await getToday(db, now))
  const columns = downloadColumns(report.columns).map((column) => ({
    ...column,
    heading: headings[column.field] ?? column.heading,
  }))
  return { key: report.key, columns, ...outcome }
}

const piece = 500
/** The rows in pieces, then a row of totals for each currency. */
async function* piecesOfReport({ columns, rows, totals }: ReportResult): AsyncGenerator<ReportRow[]> {
  for (let at = 0; at < rows.length; at += piece) yield rows.slice(at, at + piece)
  const first = columns[0]?.field ?? 'label'
  yield totals.map((total) => ({ ...total, [first]: `Total ${total.currency}` }))
}
export async function downloadReport(
  { actor, read, withScope, clock }: OpenContext<Actor>,
  key: string,
  given: unknown,
  format: DownloadFormat,
): Promise<FileReply> {
  const result = await read((db) => runReport({ db, actor }, key, given, clock()))
  await withScope(({ audit }) => audit({ after: { report: result.key, ...result.parameters, format } }))
  const { from, to } = result.parameters
  const name = [result.key, from, to].filter(Boolean).join('-')
  const pieces = countedExport(reports.file.id, format, piecesOfReport(result))
  return fileOf(format, name, result.columns as Parameters<typeof fileOf>[2], pieces)
}
