import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/connect.ts'
import type { Config } from '../../process/config.ts'
import { portalVersion } from '../../process/version.ts'
import { every, jobScope, type Running } from './jobs.ts'
import { announcedJobs, hasUnwrittenTurn, listenToTurns, type PassOutcome, takeUnwritten } from './pass-outcomes.ts'

/** A job that goes well writes at most this often. */
const writeEveryMs = 15_000
/** Processes that were killed stay listed this long. */
const keptMs = 86_400_000

const processName = `${hostname()}:${process.pid}`
const startedAt = new Date(Date.now() - process.uptime() * 1000)

/** Several processes may run the same job, so the newest of each outcome stays. One without a pass changes none. */
async function upsertOutcomes(db: Db, outcomes: readonly PassOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await db
    .insertInto('job_outcomes')
    .values(outcomes.map((outcome) => ({ ...outcome, process: processName, version: portalVersion })))
    .onConflict((conflict) =>
      conflict.column('job').doUpdateSet({
        every_seconds: sql`excluded.every_seconds`,
        last_done_at: sql`greatest(job_outcomes.last_done_at, excluded.last_done_at)`,
        last_failed_at: sql`greatest(job_outcomes.last_failed_at, excluded.last_failed_at)`,
        failure: sql`case when excluded.last_failed_at >= coalesce(job_outcomes.last_failed_at, '-infinity')
          then excluded.failure else job_outcomes.failure end`,
        failing_since: sql`case when excluded.failing_since is not null or excluded.last_seconds is null
          then least(job_outcomes.failing_since, excluded.failing_since) end`,
        last_seconds: sql`coalesce(excluded.last_seconds, job_outcomes.last_seconds)`,
        process: sql`excluded.process`,
        version: sql`excluded.version`,
      }),
    )
    .execute()
}

async function upsertProcess(db: Db, role: Config['role'], now: Date): Promise<void> {
  const seen = {
    role,
    version: portalVersion,
    started_at: startedAt.toISOString(),
    seen_at: now.toISOString(),
    jobs: announcedJobs(),
  }
  await db
    .insertInto('processes')
    .values({ process: processName, ...seen })
    .onConflict((conflict) => conflict.column('process').doUpdateSet(seen))
    .execute()
  await db
    .deleteFrom('processes')
    .where('seen_at', '<', new Date(now.getTime() - keptMs).toISOString())
    .execute()
}

type Recording = { database: Database; role: Config['role'] }
/** Writes what is known of this process and its jobs. */
export async function recordOutcomes({ database, role }: Recording, now = new Date()): Promise<void> {
  const { outcomes, isDone } = takeUnwritten()
  await database.transaction(jobScope, async (db) => {
    await upsertProcess(db, role, now)
    await upsertOutcomes(db, outcomes)
  })
  isDone()
}

/**
 * Shares the outcomes of this process's jobs with the operations page: every few seconds, and at once if a job turns
 * from good to failed or back. A failure to write is left for the next time, so that no job ever waits for it (OPS-5).
 */
export function startRecording(recording: Recording): Running {
  let writing: Promise<boolean> | null = null
  const write = (): Promise<boolean> => {
    writing ??= recordOutcomes(recording)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        writing = null
      })
    return writing
  }
  const writeTurn = async () => {
    while (hasUnwrittenTurn()) if (!(await write())) return
  }
  listenToTurns(writeTurn)
  const loop = every(writeEveryMs, write, () => {})
  return {
    async stop() {
      listenToTurns(() => {})
      await loop.stop()
      await write()
      // A process that ended in order is not missing.
      await recording.database
        .transaction(jobScope, (db) => db.deleteFrom('processes').where('process', '=', processName).execute())
        .catch(() => {})
    },
  }
}
