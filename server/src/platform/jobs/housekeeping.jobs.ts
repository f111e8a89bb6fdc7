import type { Database } from '../../db/connect.ts'
import { type Running, startJob } from './jobs.ts'
import { announceJob, withdrawJob } from './pass-outcomes.ts'
import { type Cleanup, removeExpired } from './retention.ts'
import { dayMs, runDueSchedule, type Schedule } from './schedules.ts'

const pollEveryMs = 60_000
const settleEveryMs = 5000
export const dailyJobs = (cleanup: Cleanup): Schedule['jobs'] => ({
  'remove-expired': { at: '03:15', run: (database, now) => removeExpired(database, now, cleanup) },
})

/** Runs the daily jobs, and settles the changes soon after a restore. */
export function startHousekeeping({ database, ...cleanup }: Cleanup & { database: Database }): Running {
  const { log } = cleanup
  const daily = dailyJobs(cleanup)
  for (const name of Object.keys(daily)) announceJob(name, dayMs)
  const jobs = [
    startJob({ name: 'schedule', everyMs: pollEveryMs, log }, (goOn) =>
      runDueSchedule({ database, log, jobs: daily }, goOn),
    ),
    startJob({ name: 'changes', everyMs: settleEveryMs, log }, () =>
      database.pools.portal_staff.query('select settle_changes()'),
    ),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
      for (const name of Object.keys(daily)) withdrawJob(name)
    },
  }
}
