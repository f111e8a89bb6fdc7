import type { Database } from '../db/connect.ts'
import type { Log, Running } from '../platform/jobs/jobs.ts'
import { startOwnerCommand } from '../platform/jobs/owner-commands.ts'
import type { BackupSettings } from '../process/config.ts'
import { isBeingMade, listBackups } from './backups.queries.ts'
import { isBackupDue, trialOf } from './schedule.rules.ts'

type Scheduling = { database: Database; settings: BackupSettings; log: Log }
/** Looks each minute whether a backup or a trial is due. */
export function startBackups({ database, settings, log }: Scheduling): Running {
  const { dir, time, isTested } = settings
  if (!dir) return { stop: async () => {} }
  const isDue = async () => {
    if (await isBeingMade(database.pools.portal_staff)) return false
    const rows = await listBackups(database.pools.portal_staff)
    const now = Date.now()
    return (
      rows.some(({ finished }) => finished === null) ||
      isBackupDue(rows, time, now) ||
      (isTested && trialOf(rows, now) !== null)
    )
  }
  return startOwnerCommand({
    name: 'backup',
    everyMs: 60_000,
    log,
    command: 'backup.ts',
    args: ['--scheduled'],
    isDue,
  })
}
