import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type ReportRun, reportRunList } from '@portal/contract/reports/reports.ts'
import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { ReportRuns } from '../db/schema.ts'
import type { Actor } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import type { Queue } from '../platform/jobs/claims.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type RunWords, type StoredWholeRun, toReportRun } from './report-runs.columns.ts'

/** A report that waits is made by a job, the one that waits longest first. */
export const reportQueue: Queue<'report_runs'> = { table: 'report_runs', busy: 'running', first: 'oldest' }

const visibleRuns = visible('report_runs', 'company_id')
/** Runs of the acting company that the person made, or that a schedule made which is the person's or for the person. */
const ownRuns = (db: Db, { scope, company_id, user_id }: Actor) =>
  visibleRuns(db, scope)
    .where('report_runs.company_id', '=', company_id)
    .where(({ or, eb }) =>
      or([
        eb('report_runs.user_id', '=', user_id),
        sql<SqlBool>`report_runs.schedule_id in (select schedule_id from report_schedule_people where user_id = ${user_id}
          union select id from report_schedules where created_by = ${user_id})`,
      ]),
    )
const columns = [
  'report_runs.id',
  'report_runs.company_id',
  'report_runs.user_id',
  'report_runs.schedule_id',
  'report_runs.scheduled_on',
  'report_runs.report',
  'report_runs.parameters',
  'report_runs.from_date',
  'report_runs.to_date',
  'report_runs.status',
  'report_runs.attempts',
  'report_runs.next_attempt_at',
  'report_runs.locked_until',
  'report_runs.progress_done',
  'report_runs.progress_total',
  'report_runs.rows_count',
  'report_runs.fault',
  'report_runs.created_at',
  'report_runs.finished_at',
] as const
/** A schedule's run is named by the schedule's title. */
const withNames = (runs: ReturnType<typeof ownRuns>) =>
  runs
    .leftJoin('users', 'users.id', 'report_runs.user_id')
    .leftJoin('report_schedules', 'report_schedules.id', 'report_runs.schedule_id')
    .select(columns)
    .select(
      sql<string>`coalesce(report_schedules.title, concat_ws(' ', users.first_name, users.last_name))`.as('user_name'),
    )

export const listReportRuns = (
  db: Db,
  actor: Actor,
  query: ListQuery,
  words: RunWords,
): Promise<Page<'report_runs', ReportRun>> =>
  paginate(
    db,
    actor.scope,
    reportRunList,
    query,
    {
      id: 'report_runs.id',
      created_at: 'report_runs.created_at',
      key: 'report_runs.report',
      status: 'report_runs.status',
    },
    {
      from: ownRuns(db, actor),
      show: withNames,
      row: toReportRun(words),
    },
  )

export const getReportRun = (db: Db, actor: Actor, id: number): Promise<StoredWholeRun> =>
  withNames(ownRuns(db, actor))
    .select('report_runs.result')
    .where('report_runs.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

type NewRun = Omit<Insertable<ReportRuns>, 'parameters' | 'result'> & { parameters: object; result?: object }
const insertion = (db: Db, { parameters, result, ...columns }: NewRun) =>
  db.insertInto('report_runs').values({
    ...columns,
    parameters: JSON.stringify(parameters),
    ...(result ? { result: JSON.stringify(result) } : {}),
  })
export async function insertReportRun(db: Db, run: NewRun): Promise<number> {
  const { id } = await insertion(db, run).returning('id').executeTakeFirstOrThrow()
  return id
}
/** If the schedule has a run of this day already, that one stays. */
export async function insertScheduledRun(db: Db, run: NewRun): Promise<void> {
  await insertion(db, run)
    .onConflict((runs) =>
      runs.columns(['schedule_id', 'scheduled_on']).where('schedule_id', 'is not', null).doNothing(),
    )
    .execute()
}

export async function getCompanyKind(db: Db, id: number): Promise<string> {
  const { kind } = await db.selectFrom('companies').select('kind').where('id', '=', id).executeTakeFirstOrThrow()
  return kind
}

/** A finished run for the mails of its schedule, in the scope of the job. */
export const getRunToSend = (db: Db, id: number): Promise<StoredWholeRun | undefined> =>
  db
    .selectFrom('report_runs')
    .select(columns)
    .select(['report_runs.result', sql<string>`''`.as('user_name')])
    .where('report_runs.id', '=', id)
    .where('report_runs.status', '=', 'done')
    .executeTakeFirst()

/** Finished runs of schedules that were not mailed yet, locked until they are. A deleted schedule mails nothing more. */
export const listRunsToMail = async (db: Db) =>
  (
    await sql<{
      id: number
      company_id: number
      schedule_id: number
      scheduled_on: string
      report: string
      from_date: string | null
      to_date: string | null
      as_of: string | null
      rows_count: number | null
      title: string
      format: string
    }>`
    select r.id, r.company_id, r.schedule_id, r.scheduled_on, r.report, r.from_date, r.to_date,
      r.parameters ->> 'as_of' as as_of, r.rows_count, s.title, s.format
    from report_runs r join report_schedules s on s.id = r.schedule_id
    where r.schedule_id is not null and r.status = 'done' and r.mailed_at is null and s.deleted_at is null order by r.id limit 20 for update of r skip locked`.execute(
      db,
    )
  ).rows
export async function markMailed(db: Db, id: number): Promise<void> {
  await sql`update report_runs set mailed_at = now() where id = ${id}`.execute(db)
}
