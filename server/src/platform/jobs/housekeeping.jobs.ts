import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { type Log, type Running, startJob } from './jobs.ts'
import { runDueSchedule, type Schedule } from './schedules.ts'

const sealEveryMs = 3000
const pollEveryMs = 60_000
export const dailyJobs: Schedule['jobs'] = {
  'remove-expired': { at: '03:15', run: (db, now) => sql`select remove_expired(${now.toISOString()})`.execute(db) },
}

/** Seals the audit log every few seconds, and runs the daily jobs. */
export function startHousekeeping({ database, log }: { database: Database; log: Log }): Running {
  const jobs = [
    startJob({ name: 'schedule', everyMs: pollEveryMs, log }, (goOn) =>
      runDueSchedule({ database, log, jobs: dailyJobs }, goOn),
    ),
    startJob({ name: 'seal', everyMs: sealEveryMs, log }, () =>
      database.pools.portal_staff.query('select seal_audit()'),
    ),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
