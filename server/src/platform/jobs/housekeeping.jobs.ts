import type { Database } from '../../db/connect.ts'
import { type Running, startJob } from './jobs.ts'
import { type Keeping, removeExpired } from './retention.ts'
import { runDueSchedule, type Schedule } from './schedules.ts'

const sealEveryMs = 3000
const pollEveryMs = 60_000
export const dailyJobs = (keeping: Keeping): Schedule['jobs'] => ({
  'remove-expired': { at: '03:15', run: (database, now) => removeExpired(database, now, keeping) },
})

/** Seals the audit log every few seconds, and runs the daily jobs. */
export function startHousekeeping({ database, ...keeping }: Keeping & { database: Database }): Running {
  const { log } = keeping
  const jobs = [
    startJob({ name: 'schedule', everyMs: pollEveryMs, log }, (goOn) =>
      runDueSchedule({ database, log, jobs: dailyJobs(keeping) }, goOn),
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
