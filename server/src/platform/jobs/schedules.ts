import type { Database, Db } from '../../db/connect.ts'
import { nextDaily } from './attempts.rules.ts'
import { type Claimed, type Queue, releaseClaim } from './claims.ts'
import { jobScope, type Log, reportPass } from './jobs.ts'
import { type GoOn, runDue, type Work, type WorkContext } from './work-queue.ts'

/**
 * A job that runs once a day in the whole installation, `at` a time in UTC. Its name is a row of `scheduled_jobs`. It opens
 * its own transactions, and running it again after a kill does no harm.
 */
type DailyJob = { at: string; run: (database: Database, now: Date) => Promise<unknown> }
export type Schedule = WorkContext & { log: Log; jobs: Record<string, DailyJob> }

const minute = 60_000
export const dayMs = 24 * 60 * minute
/** A worker that has not finished by then is dead: a job's statements end within seconds. */
const leaseMs = 5 * minute
/** There is one more attempt than pauses; after that the job waits for its next day. */
export const pausesMs = [1, 5, 15].map((minutes) => minutes * minute)
const queue: Queue<'scheduled_jobs'> = { table: 'scheduled_jobs', busy: 'running', first: 'longest-due' }

function dailyJob({ name }: Claimed<'scheduled_jobs'>, jobs: Schedule['jobs']): DailyJob {
  const job = jobs[name]
  if (!job) throw new Error(`There is no daily job named ${name}.`)
  return job
}

function scheduleWork({ database, clock = () => new Date(), log, jobs }: Schedule): Work<'scheduled_jobs'> {
  /** The attempts are counted from zero each day. */
  const postpone = (db: Db, claimed: Claimed<'scheduled_jobs'>, at: string, done: { finished_at?: string }) =>
    releaseClaim(db, queue, claimed, nextDaily(at, clock()), { attempts: 0, ...done })
  return {
    queue,
    leaseMs,
    pausesMs,
    attempt: async (claimed) => {
      const { at, run } = dailyJob(claimed, jobs)
      const began = performance.now()
      await run(database, clock())
      await database.transaction(jobScope, (db) => postpone(db, claimed, at, { finished_at: clock().toISOString() }))
      reportPass({ job: claimed.name, everyMs: dayMs, seconds: (performance.now() - began) / 1000 })
      return undefined
    },
    report: ({ name }, { error }) => {
      reportPass({ job: name, everyMs: dayMs, seconds: 0, error })
      log.error({ err: error, job: name }, 'job failed and will be retried')
    },
    end: (claimed, _failure, write) => write((db) => postpone(db, claimed, jobs[claimed.name]?.at ?? '00:00', {})),
  }
}

/** Runs the due daily jobs and returns their number. */
export const runDueSchedule = (schedule: Schedule, goOn?: GoOn): Promise<number> =>
  runDue(scheduleWork(schedule), schedule, goOn)
