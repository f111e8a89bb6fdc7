import { type Message, message } from '@portal/contract/message.ts'
import type { InstallationState, JobState } from '@portal/contract/operations/operations.ts'
import { jobWord } from '@portal/contract/operations/operations-words.data.ts'

export type Found = { severity: 'problem' | 'warning'; message: Message }
const problem = (text: Message): Found => ({ severity: 'problem', message: text })
const warning = (text: Message): Found => ({ severity: 'warning', message: text })

const minute = 60
const hour = 60 * minute
const day = 24 * hour
/** The thresholds, in seconds. `deploy/prometheus/alerts.yml` uses the same ones. */
const limits = {
  backup: 26 * hour,
  trial: 8 * day,
  seal: minute,
  sealProblem: 15 * minute,
  mailProblem: 15 * minute,
  waiting: 10 * minute,
  /** A pass may take long, such as a large import. */
  late: 15 * minute,
  process: 2 * minute,
  /** Most failures pass with the next attempt. */
  failing: 5 * minute,
  freePercent: 10,
} as const

const secondsSince = (at: string, now: Date): number => Math.max(0, (now.getTime() - new Date(at).getTime()) / 1000)
/** Such as `40 s`, `4 min` or `3 h`, which reads the same in both languages. */
function timeText(seconds: number): string {
  const [size, unit] = seconds < minute ? [1, 's'] : seconds < 2 * hour ? [minute, 'min'] : [hour, 'h']
  return `${Math.floor(seconds / size)}\u00a0${unit}`
}
const timeSince = (at: string, now: Date): string => timeText(secondsSince(at, now))
const isOlder = (at: string | null, seconds: number, now: Date): at is string =>
  at !== null && secondsSince(at, now) > seconds

type Process = InstallationState['processes'][number]
/** The living processes that run the job. */
export const runnersOf = (job: string, processes: readonly Process[]): Process[] =>
  processes.filter(({ jobs, is_missing }) => !is_missing && jobs.includes(job))

type Passes = Pick<JobState, 'every_seconds' | 'last_done_at' | 'last_failed_at' | 'failing_since'>
/** Whether a job goes well, and by how much its next pass is overdue: since the last one, or since a process has had the job. */
export function standingOfJob(
  passes: Passes,
  runners: readonly Pick<Process, 'started_at'>[],
  now: Date,
): Pick<JobState, 'state' | 'late_seconds'> {
  const seconds = (at: string): number => secondsSince(at, now)
  const had = Math.max(...runners.map(({ started_at }) => seconds(started_at)))
  const passed = [passes.last_done_at, passes.last_failed_at].filter((at) => at !== null).map(seconds)
  const late = Math.round(Math.min(had, ...passed) - passes.every_seconds)
  const isLate = late > passes.every_seconds + limits.late
  return {
    state: isLate ? 'late' : passes.failing_since ? 'failing' : 'done',
    late_seconds: Math.max(0, late),
  }
}
/** A process that has not reported for a while was killed, or cannot reach the database. */
export const isMissing = (seenAt: string, now: Date): boolean => isOlder(seenAt, limits.process, now)

function jobFindings({ jobs, processes }: InstallationState, now: Date): Found[] {
  if (!processes.some(({ role, is_missing }) => role !== 'api' && !is_missing)) return [problem('operations.no-worker')]
  return jobs.flatMap((job) => {
    const words = jobWord(job.job)
    if (job.state === 'late')
      return [
        problem(message('operations.job-late', { job: words, time: timeText(job.late_seconds + job.every_seconds) })),
      ]
    if (job.state !== 'failing' || !job.failing_since) return []
    const time = timeSince(job.failing_since, now)
    const text = message('operations.job-failing', { job: words, name: job.job, time, reason: job.failure ?? '' })
    return [isOlder(job.failing_since, limits.failing, now) ? problem(text) : warning(text)]
  })
}

function queueFindings({ queues: { mail, documents, imports, billing } }: InstallationState, now: Date): Found[] {
  const found: Found[] = []
  if (mail.retrying > 0 && mail.oldest_at) {
    const text = message('operations.mail-retrying', {
      count: mail.retrying,
      time: timeSince(mail.oldest_at, now),
    })
    found.push(isOlder(mail.oldest_at, limits.mailProblem, now) ? problem(text) : warning(text))
  }
  if (documents.failed > 0) found.push(problem(message('operations.documents-failed', { count: documents.failed })))
  if (isOlder(imports.oldest_at, limits.waiting, now))
    found.push(warning(message('operations.imports-waiting', { time: timeSince(imports.oldest_at, now) })))
  if (isOlder(billing.oldest_at, limits.waiting, now))
    found.push(warning(message('operations.runs-waiting', { time: timeSince(billing.oldest_at, now) })))
  if (mail.failed > 0) found.push(warning(message('operations.mail-failed', { count: mail.failed })))
  return found
}

function trialFindings({ last_at, tested_at, test_failure }: InstallationState['backup'], now: Date): Found[] {
  if (test_failure !== null) return [problem(message('operations.trial-failed', { reason: test_failure }))]
  if (isOlder(tested_at, limits.trial, now))
    return [warning(message('operations.trial-old', { days: Math.floor(secondsSince(tested_at, now) / day) }))]
  return last_at !== null && tested_at === null ? [warning('operations.trial-none')] : []
}
/** The demo can be made again, so it needs no backup; one that fails is still worth knowing. */
function backupFindings({ backup, is_demo }: InstallationState, now: Date): Found[] {
  const failed =
    backup.failure === null ? [] : [problem(message('operations.backup-failed', { reason: backup.failure }))]
  if (is_demo) return failed
  if (backup.last_at === null) return failed.length > 0 ? failed : [problem('operations.backup-none')]
  const hours = Math.floor(secondsSince(backup.last_at, now) / hour)
  const old = isOlder(backup.last_at, limits.backup, now) ? [problem(message('operations.backup-old', { hours }))] : []
  return [...failed, ...old, ...trialFindings(backup, now)]
}

function sealFindings({ seal }: InstallationState, now: Date): Found[] {
  const { oldest_unsealed_at, oldest_unsigned_at } = seal
  if (isOlder(oldest_unsealed_at, limits.seal, now)) {
    const text = message('operations.seal-behind', { time: timeSince(oldest_unsealed_at, now) })
    return [isOlder(oldest_unsealed_at, limits.sealProblem, now) ? problem(text) : warning(text)]
  }
  return isOlder(oldest_unsigned_at, limits.sealProblem, now)
    ? [problem(message('operations.seal-unsigned', { time: timeSince(oldest_unsigned_at, now) }))]
    : []
}

function storageFindings({ storage: { free_bytes, total_bytes } }: InstallationState): Found[] {
  const percent = total_bytes > 0 ? (free_bytes / total_bytes) * 100 : 100
  return percent < limits.freePercent
    ? [problem(message('operations.disk-low', { percent: Math.round(percent * 10) / 10 }))]
    : []
}

type ReplicaFault = NonNullable<InstallationState['replica']['reason']>
const replicaTexts: Record<Exclude<ReplicaFault, 'starting' | 'behind'>, Message> = {
  'is-primary': 'operations.replica-misled',
  pooler: 'operations.replica-misled',
  'other-database': 'operations.replica-other-database',
  'no-database': 'operations.replica-no-database',
  promoted: 'operations.replica-promoted',
  'other-version': 'operations.replica-other-version',
  refused: 'operations.replica-refused',
  away: 'operations.replica-away',
}
function replicaFindings({ replica: { reason, lag_seconds } }: InstallationState): Found[] {
  if (reason === null || reason === 'starting') return []
  return [
    warning(
      reason === 'behind'
        ? message('operations.replica-behind', { seconds: Math.round(lag_seconds ?? 0) })
        : replicaTexts[reason],
    ),
  ]
}

/** What is wrong with the installation, problems first, each with what to do (OPS-5). */
export function findingsOf(state: InstallationState, now: Date): Found[] {
  const { migrations, database, is_demo } = state
  const isCurrent = migrations.are_current && migrations.are_functions_current
  const found = [
    ...(isCurrent ? [] : [problem('operations.migrations-differ')]),
    ...jobFindings(state, now),
    ...storageFindings(state),
    ...backupFindings(state, now),
    ...sealFindings(state, now),
    ...queueFindings(state, now),
    ...replicaFindings(state),
    ...(database.has_own_gate ? [] : [warning('operations.gate-shared')]),
    ...(database.kind === 'embedded' && !is_demo ? [warning('operations.embedded')] : []),
  ]
  return [
    ...found.filter(({ severity }) => severity === 'problem'),
    ...found.filter(({ severity }) => severity === 'warning'),
  ]
}
