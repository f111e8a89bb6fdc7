const day = 86_400_000
const minute = 60_000

export type BackupRow = {
  id: string
  cause: 'command' | 'schedule'
  file_name: string
  failure: string | null
  /** Times in milliseconds. */
  started: number
  finished: number | null
  tested: number | null
  test_failure: string | null
}

/** The last time that it was `time` (such as 02:30) in UTC. */
export function lastDue(time: string, now: number): number {
  const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${time}:00Z`)
  return today <= now ? today : today - day
}

/** The pauses after failed attempts of one day; after the last, the backup waits for the next day. */
const pausesMs = [5, 15, 60].map((minutes) => minutes * minute)
/** The failure of a backup whose process was stopped or killed; it is recorded by the next one. */
export const interrupted = 'Its process ended before the archive was complete.'
const isInterrupted = ({ finished, failure }: BackupRow): boolean => finished === null || failure === interrupted
/** A backup that is cut this often in a day, such as for want of memory, waits for the next. */
const mostInterrupted = 10
/**
 * Whether the day's backup is still to be made, while none is being made. One that was interrupted is made again at once:
 * the portal was restarted, and nothing is known to be wrong.
 */
export function isBackupDue(rows: readonly BackupRow[], time: string, now: number): boolean {
  const since = lastDue(time, now)
  const tries = rows.filter(({ cause, started }) => cause === 'schedule' && started >= since)
  const [cut, ended] = [tries.filter(isInterrupted), tries.filter((row) => !isInterrupted(row))]
  if (cut.length >= mostInterrupted || ended.some(({ failure }) => failure === null)) return false
  const pause = ended.length === 0 ? 0 : pausesMs[ended.length - 1]
  return pause !== undefined && now >= Math.max(0, ...ended.map(({ finished }) => finished ?? 0)) + pause
}

const testedEveryMs = 7 * day
/** The newest scheduled archive, if it should be tried: no archive passed a trial for a week, and it was not tried. */
export function trialOf(rows: readonly BackupRow[], now: number): BackupRow | null {
  const good = rows.filter((row) => row.cause === 'schedule' && row.finished !== null && row.failure === null)
  const isRecent = good.some(
    (row) => row.tested !== null && row.test_failure === null && now - row.tested < testedEveryMs,
  )
  const newest = good[0]
  return !isRecent && newest && newest.tested === null ? newest : null
}

const fileName = /^portal-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/
export const scheduledName = (now: number): string =>
  `portal-${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`

/** The archives whose days are over. The newest stays, however old it is. */
export function expiredNames(names: readonly string[], now: number, keepDays: number): string[] {
  const archives = names.filter((name) => fileName.test(name)).sort()
  const oldest = scheduledName(now - keepDays * day)
  return archives.slice(0, -1).filter((name) => name < oldest)
}
/** What killed backups left. */
export const partialNames = (names: readonly string[]): string[] =>
  names.filter((name) => name.endsWith('.partial') && fileName.test(name.slice(0, -'.partial'.length)))
