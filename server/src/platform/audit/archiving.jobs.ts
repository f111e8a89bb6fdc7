import type { Database } from '../../db/connect.ts'
import type { Config } from '../../process/config.ts'
import { jobScope, type Log, type Running } from '../jobs/jobs.ts'
import { startOwnerCommand } from '../jobs/owner-commands.ts'
import { oldestEntryAt } from './archiving.queries.ts'
import { archivedBefore } from './archiving.rules.ts'

type Archiving = { database: Database; settings: Config['auditArchive']; log: Log }
/** Looks each hour whether a month of the audit log is older than the days to keep (OPS-6). */
export function startArchiving({ database, settings, log }: Archiving): Running {
  if (!settings) return { stop: async () => {} }
  const isDue = async () => {
    const oldest = await database.transaction(jobScope, oldestEntryAt)
    return oldest !== null && oldest < archivedBefore(new Date(), settings.keepDays)
  }
  return startOwnerCommand({
    name: 'audit-archive',
    everyMs: 3_600_000,
    log,
    command: 'audit-archive.ts',
    args: [],
    isDue,
  })
}
