import type { FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { can } from '@portal/contract/permissions.ts'
import type { ReportFormat, ReportRow, ReportRunRecord, ShownReport } from '@portal/contract/reports/reports.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { OpenContext } from '../platform/http/context.ts'
import type { Report, ReportOutcome } from '../platform/reports/define-report.ts'
import { resultOf } from '../platform/reports/report-result.rules.ts'
import { isTooSlow } from '../platform/too-slow.ts'
import { askedInEnglish } from './report-asked.ts'
import { reportFile } from './report-file.ts'
import { getReportHead } from './report-heads.queries.ts'
import { said, toReportRunRecord } from './report-runs.columns.ts'
import { getReportRun, insertReportRun } from './report-runs.queries.ts'
import { demandReport, makeReport, readParameters, reportName } from './reports.actions.ts'

const dayOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const givenIn = ({ parameters }: ReportOutcome): ReportRow =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, value ?? null]))
/** What a finished run stores. */
export const finishedRun = (report: Report, outcome: ReportOutcome, now: Date) => ({
  status: 'done',
  parameters: givenIn(outcome),
  from_date: dayOf(outcome.parameters.from),
  to_date: dayOf(outcome.parameters.to),
  rows_count: outcome.rows.length,
  result: resultOf(report, outcome),
  finished_at: now.toISOString(),
})

async function runNow(
  { actor, read, clock }: OpenContext<Actor>,
  report: Report,
  parameters: object,
): Promise<ReportOutcome | null> {
  try {
    return await read(async (db) => {
      const today = await getToday(db, clock())
      return makeReport(report, { db, scope: actor.scope, today }, parameters)
    })
  } catch (error) {
    if (isTooSlow(error)) return null
    throw error
  }
}

/** A report as it is now. Only what is run is kept: people look at many, and few are worth a place in the list. */
export async function showReport(context: OpenContext<Actor>, key: string, given: unknown): Promise<ShownReport> {
  const report = demandReport(context.actor, key)
  const outcome = await runNow(context, report, readParameters(context.actor.scope, report, given))
  if (!outcome) throw new AppError('report.takes-long')
  const { notes, ...result } = resultOf(report, outcome)
  return { parameters: givenIn(outcome), ...result, notes: notes.map(said) }
}

/** Most reports are made at once. One that takes longer waits for the job, and its record shows its state. */
export async function runReport(context: OpenContext<Actor>, key: string, given: unknown): Promise<ReportRunRecord> {
  const { actor, withScope, clock } = context
  const report = demandReport(actor, key)
  const parameters = readParameters(actor.scope, report, given)
  const outcome = await runNow(context, report, parameters)
  const found = outcome ? finishedRun(report, outcome, clock()) : { parameters }
  return withScope(async ({ db, audit }) => {
    const { user_id, company_id } = actor
    const id = await insertReportRun(db, { company_id, user_id, report: key, ...found })
    await audit({
      record: { type: 'report_run', id, label: report.name },
      after: { report: key, parameters: askedInEnglish(key, found.parameters as ReportRow) },
    })
    return toReportRunRecord(await getReportRun(db, actor, id), report.name)
  })
}

type Asked = { format?: ReportFormat | undefined; language?: 'en' | 'fr' | undefined }
/** The run, or its file in the person's language. */
export async function readReportRun(
  { actor, read, withScope }: OpenContext<Actor>,
  id: number,
  { format, language }: Asked,
): Promise<ReportRunRecord | FileReply> {
  const { stored, head } = await read(async (db) => {
    const found = await getReportRun(db, actor, id)
    return { stored: found, head: await getReportHead(db, actor, found.parameters as ReportRow) }
  })
  demandReport(actor, stored.report)
  const name = reportName(stored.report)
  const run = toReportRunRecord(stored, name)
  if (!format) return run
  if (!can(actor.grants, 'reporting.download')) throw new AppError('auth.forbidden')
  if (run.status !== 'done') throw new AppError('report.not-done')
  await withScope(({ audit }) => audit({ record: { type: 'report_run', id, label: name }, after: { format } }))
  return reportFile(format, run, { ...head, language: language ?? head.language })
}
