import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { quarterOf } from '@portal/contract/ifta/quarters.rules.ts'
import { can } from '@portal/contract/permissions.ts'
import { type Days, nextScheduled, scheduledDays } from '@portal/contract/reports/report-period.rules.ts'
import type { ReportCadence, ReportFormat, ReportRow } from '@portal/contract/reports/reports.ts'
import type { Database, Db } from '../db/connect.ts'
import { tellOfReport } from '../notifications/writing.actions.ts'
import { queueMail } from '../outbox/outbox.actions.ts'
import type { Services } from '../platform/http/context.ts'
import { jobScope } from '../platform/jobs/jobs.ts'
import { downloadTypes } from '../platform/lists/stream-list.ts'
import { type Attach, type AttachedFile, MailWithdrawn, type ReportAttachment } from '../platform/mailer.ts'
import { attachFiles } from '../reminders/reminders.actions.ts'
import { attachPriceList } from '../smart-buy/price-mail.actions.ts'
import { reportFile } from './report-file.ts'
import { getReportHead } from './report-heads.queries.ts'
import { reportLetter } from './report-mail-text.ts'
import { toReportRunRecord } from './report-runs.columns.ts'
import { getRunToSend, insertScheduledRun, listRunsToMail, markMailed } from './report-runs.queries.ts'
import { asksFor, mayRead, reportName } from './reports.actions.ts'
import {
  claimDueSchedule,
  findReader,
  listReadersOfSchedule,
  postponeSchedule,
  type ReportReader,
} from './schedules.queries.ts'

/** The period as the report asks for it. One of a day is of the last day of the period. */
function periodOf(key: string, days: Days): object {
  if (asksFor(key, 'from')) return days
  if (asksFor(key, 'quarter')) return { quarter: quarterOf(days.to) }
  return asksFor(key, 'as_of') ? { as_of: days.to } : {}
}

/**
 * Makes the run of one due schedule, and moves the schedule on in the same transaction: so each period is made once,
 * also when a process dies (REPT-7). After an outage the days that were missed are not made up.
 */
export async function queueDueSchedule(db: Db, today: string): Promise<boolean> {
  const due = await claimDueSchedule(db, today)
  if (!due) return false
  const cadence = due.cadence as ReportCadence
  const { from, to } = scheduledDays(cadence, due.next_on)
  await insertScheduledRun(db, {
    company_id: due.company_id,
    schedule_id: due.id,
    scheduled_on: due.next_on,
    report: due.report,
    parameters: { ...(due.parameters as object), ...periodOf(due.report, { from, to }) },
    from_date: from,
    to_date: to,
  })
  await postponeSchedule(db, due.id, nextScheduled(cadence, today))
  return true
}

/** Whether the person can still see the report, when it is mailed and again when the mail is sent. */
const maySee = (reader: ReportReader, key: string): boolean =>
  mayRead(reader, key) && can(reader.grants, 'reporting.download')

/** Mails the finished runs of schedules, each once to each person. Returns how many runs. */
export async function mailFinishedRuns(db: Db, { brands }: Pick<Services, 'brands'>, now: Date): Promise<number> {
  const runs = await listRunsToMail(db)
  for (const run of runs) {
    const readers = (await listReadersOfSchedule(db, run.schedule_id)).filter(
      (reader) => reader.company_id === run.company_id && maySee(reader, run.report),
    )
    for (const reader of readers) {
      const format = run.format as ReportFormat
      await queueMail(db, {
        company_id: run.company_id,
        kind: 'report',
        brand: reader.brand,
        to: reader.email,
        ...reportLetter(reader, { ...run, name: reportName(run.report) }, brands[reader.brand].publicUrl),
        report_run_id: run.id,
        attachments: [
          { report_run_id: run.id, format, user_id: reader.id, name: `${run.report}-${run.scheduled_on}.${format}` },
        ],
      })
    }
    const [reader] = readers
    if (reader)
      await tellOfReport(
        db,
        { brands },
        {
          id: run.id,
          title: run.title,
          company: { kind: reader.kind, company_id: run.company_id },
          people: readers.map(({ id }) => id),
          at: now.toISOString(),
        },
      )
    await markMailed(db, run.id)
  }
  return runs.length
}

/** The file of a mailed run, made when it is sent, for a person who may still see it then. */
async function attachReport(
  database: Database,
  { report_run_id, format, user_id, name }: ReportAttachment,
): Promise<AttachedFile> {
  const { run, head, reader } = await database.transaction(jobScope, async (db) => {
    const stored = await getRunToSend(db, report_run_id)
    return {
      run: stored,
      head:
        stored && (await getReportHead(db, { company_id: stored.company_id, user_id }, stored.parameters as ReportRow)),
      reader: await findReader(db, user_id),
    }
  })
  if (!run || !head || !reader || reader.company_id !== run.company_id || !maySee(reader, run.report))
    throw new MailWithdrawn('report.withdrawn')
  const { body, type } = reportFile(format, toReportRunRecord(run, reportName(run.report)), head)
  const content = await buffer(Readable.from(body as AsyncIterable<string | Uint8Array>))
  return { filename: name, contentType: format === 'pdf' ? type : downloadTypes[format], content }
}

/** Every attachment of a mail: documents, statements, reports and price lists. */
export const attachAny = (reading: Parameters<typeof attachFiles>[0]): Attach => {
  const attachPaper = attachFiles(reading)
  return (attachment, kind) => {
    if ('report_run_id' in attachment) return attachReport(reading.database, attachment)
    if ('price_list' in attachment) return attachPriceList(reading.database, attachment)
    return attachPaper(attachment, kind)
  }
}
