import { AppError } from '@portal/contract/errors.ts'
import type { Message } from '@portal/contract/message.ts'
import type { CompanyKind } from '@portal/contract/permissions.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Database, Db } from '../db/connect.ts'
import { tellOfReport } from '../notifications/writing.actions.ts'
import { scopeOf } from '../platform/access/scope.ts'
import type { Clock } from '../platform/access/sessions.ts'
import type { Services } from '../platform/http/context.ts'
import { type Claimed, endClaim } from '../platform/jobs/claims.ts'
import { jobScope, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { type GoOn, keepClaim, runDue, type Work } from '../platform/jobs/work-queue.ts'
import type { ReportOutcome } from '../platform/reports/define-report.ts'
import { isTooSlow } from '../platform/too-slow.ts'
import { finishedRun } from './report-runs.actions.ts'
import { getCompanyKind, reportQueue } from './report-runs.queries.ts'
import { findReport, makeReport, readParameters, reportName } from './reports.actions.ts'
import { mailFinishedRuns, queueDueSchedule } from './scheduled-runs.actions.ts'
import { listFollowers } from './schedules.queries.ts'

export type Reporting = Pick<Services, 'brands'> & { database: Database; clock?: Clock; log?: Log }
const leaseMs = 30_000
const renewMs = 2000
const pausesMs = [5000, 60_000]
const everyMs = 500
type Run = Claimed<'report_runs'>

async function makeInBackground({ database, clock = () => new Date() }: Reporting, claimed: Run) {
  const kind = (await database.transaction(jobScope, (db) => getCompanyKind(db, claimed.company_id))) as CompanyKind
  const scope = scopeOf(kind, claimed.company_id)
  const report = findReport(scope, claimed.report)
  const parameters = readParameters(scope, report, claimed.parameters)
  const state = { progress_done: 0, progress_total: 0 }
  const keeping = keepClaim({ queue: reportQueue, leaseMs }, { database, clock }, claimed, {
    everyMs: renewMs,
    progress: () => state,
    onLost: () => {},
  })
  try {
    const outcome: ReportOutcome = await database.longTransaction(scope, async (db) => {
      const progress = (done: number, total: number) =>
        Object.assign(state, { progress_done: done, progress_total: total })
      return makeReport(report, { db, scope, today: await getToday(db, clock()), progress }, parameters)
    })
    const ended = finishedRun(report, outcome, clock())
    return ended
  } finally {
    await keeping.stop()
  }
}

/** The person who asked for a run, or the people of its schedule, learn in the bell that it is over. */
async function tellOfEnd(db: Db, { brands }: Reporting, run: Run, end: { at: string; has_failed: boolean }) {
  const { id, company_id, schedule_id, user_id } = run
  const followers =
    schedule_id === null
      ? [{ title: reportName(run.report), user_id: user_id as number }]
      : await listFollowers(db, schedule_id)
  const [first] = followers
  if (!first) return
  const kind = (await getCompanyKind(db, company_id)) as CompanyKind
  const people = followers.map((one) => one.user_id)
  await tellOfReport(db, { brands }, { id, title: first.title, company: { kind, company_id }, people, ...end })
}

const isFinal = (error: unknown): boolean => error instanceof AppError
/** Why a run failed: what the report refused, or that it took too long; the rest is in the log. */
function reasonOf(error: unknown): Message {
  if (isTooSlow(error)) return 'report.too-long'
  if (!(error instanceof AppError)) return 'report.failed'
  return Object.values(error.fields ?? {})[0] ?? error.message
}

const reportWork = (reporting: Reporting): Work<'report_runs'> => ({
  queue: reportQueue,
  leaseMs,
  pausesMs,
  isFinal,
  attempt: async (claimed) => {
    const { parameters, result, ...done } = await makeInBackground(reporting, claimed)
    const columns = { ...done, parameters: JSON.stringify(parameters), result: JSON.stringify(result) }
    return (write) =>
      write(async (db) => {
        const isOurs = await endClaim(db, reportQueue, claimed, columns)
        // The people of a schedule learn of it with its mail.
        if (isOurs && claimed.schedule_id === null)
          await tellOfEnd(db, reporting, claimed, { at: columns.finished_at, has_failed: false })
      })
  },
  report: ({ id, report, attempts }, { error, nextAttemptAt }) =>
    reporting.log?.error(
      { err: error, run: id, report, attempt: attempts, next_attempt_at: nextAttemptAt },
      'report failed',
    ),
  end: (claimed, { error }, write) =>
    write(async (db) => {
      const at = (reporting.clock?.() ?? new Date()).toISOString()
      const columns = { status: 'failed', fault: reasonOf(error), finished_at: at }
      if (await endClaim(db, reportQueue, claimed, columns))
        await tellOfEnd(db, reporting, claimed, { at, has_failed: true })
    }),
})

/** A day's reports are made from this hour of the provider on, before people come to their desks. */
const fromHour = 6
/** Queues what schedules ask for, makes the reports that wait, and mails those of schedules. Returns how many were made. */
export async function runDueReports(reporting: Reporting, goOn: GoOn = () => true): Promise<number> {
  const { database, brands, clock = () => new Date() } = reporting
  const queueOne = () =>
    database.transaction(jobScope, async (db) =>
      queueDueSchedule(db, await getToday(db, new Date(clock().getTime() - fromHour * 3_600_000))),
    )
  while (goOn() && (await queueOne()));
  const made = await runDue(reportWork(reporting), reporting, goOn)
  while (goOn() && (await database.transaction(jobScope, (db) => mailFinishedRuns(db, { brands }, clock()))) > 0);
  return made
}
export const startReporting = (reporting: Reporting & { log: Log }): Running =>
  startJob({ name: 'reports', everyMs, log: reporting.log }, (goOn) => runDueReports(reporting, goOn))
