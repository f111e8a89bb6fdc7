import { english } from '@portal/contract/english.ts'
import type { InstallationState } from '@portal/contract/operations/operations.ts'
import { expect, test } from 'vitest'
import { findingsOf, isMissing, runnersOf, standingOfJob } from './operations.rules.ts'

const now = new Date('2026-11-18T12:00:00Z')
const ago = (seconds: number): string => new Date(now.getTime() - seconds * 1000).toISOString()
const minute = 60
const hour = 3600
const day = 24 * hour

const worker = {
  process: 'host:1',
  role: 'all',
  version: '1',
  started_at: ago(day),
  seen_at: ago(3),
  jobs: ['mail', 'seal'],
  is_missing: false,
}

const job = (name: string, changes: Partial<InstallationState['jobs'][number]> = {}) => {
  const passes = {
    job: name,
    every_seconds: 3,
    last_done_at: ago(5),
    last_failed_at: null,
    failure: null,
    failing_since: null,
    last_seconds: 0.1,
    process: 'host:1',
    ...changes,
  }
  return { ...passes, ...standingOfJob(passes, [worker], now) }
}
/** A portal with real data where everything runs. */
const good: InstallationState = {
  at: now.toISOString(),
  version: '1.0.0',
  node_version: '24.0.0',
  started_at: ago(day),
  is_demo: false,
  database: { kind: 'external', version: '18.0', has_own_gate: true },
  migrations: { applied: 76, known: 76, newest: '0076_x.sql', are_current: true, are_functions_current: true },
  jobs: [job('mail'), job('seal')],
  queues: {
    mail: { waiting: 2, retrying: 0, failed: 0, oldest_at: ago(30) },
    imports: { waiting: 1, running: 2, oldest_at: ago(9 * minute) },
    billing: { waiting: 0, running: 0, oldest_at: null },
    documents: { waiting: 3, failed: 0, oldest_at: ago(5 * minute) },
  },
  seal: {
    sealed: 100,
    unsealed: 3,
    oldest_unsealed_at: ago(59),
    last_sealed_at: ago(60),
    head: 'ab',
    unsigned: 2,
    oldest_unsigned_at: ago(14 * minute),
    signed_at: ago(20 * minute),
  },
  storage: { free_bytes: 11, total_bytes: 100, database_bytes: 5, files: 1, file_bytes: 1 },
  backup: {
    is_scheduled: true,
    last_at: ago(25 * hour),
    size_bytes: 10,
    failed_at: null,
    failure: null,
    tested_at: ago(7 * day),
    test_failure: null,
  },
  replica: { configured: true, usable: true, lag_seconds: 59, lag_bytes: 10, reason: null },
  processes: [{ ...worker, role: 'all' }],
}
const backup = (changes: Partial<InstallationState['backup']>) => ({ backup: { ...good.backup, ...changes } })
const queues = (changes: Partial<InstallationState['queues']>) => ({ queues: { ...good.queues, ...changes } })
const found = (changes: Partial<InstallationState>): string[] =>
  findingsOf({ ...good, ...changes }, now).map(
    ({ severity, message }) => `${severity} ${english(message).replaceAll('\u00a0', ' ')}`,
  )

test('OPS-5 nothing is found while everything runs, up to each threshold', () => {
  expect(found({})).toEqual([])
})

test('OPS-5 the demo needs neither a backup nor an external database', () => {
  const none = backup({ last_at: null, size_bytes: null, tested_at: null })
  expect(found({ ...none, is_demo: true, database: { ...good.database, kind: 'embedded' } })).toEqual([])
})

const failing = job('mail', { last_failed_at: ago(2), failing_since: ago(4 * minute), failure: 'connect ECONNREFUSED' })
const broken = { ...failing, failing_since: ago(6 * minute) }
const silent = job('seal', { last_done_at: ago(20 * minute) })
const mail = good.queues.mail
const causes: [string, Partial<InstallationState>, string][] = [
  [
    'a failing job',
    { jobs: [failing] },
    'warning The job “Sending e-mail” has been failing for 4 min. It is retried by itself; if it goes on, look for job mail in the log. Reason: connect ECONNREFUSED',
  ],
  [
    'a job that has just failed',
    { jobs: [{ ...failing, failing_since: ago(10) }] },
    'warning The job “Sending e-mail” has been failing for 10 s. It is retried by itself; if it goes on, look for job mail in the log. Reason: connect ECONNREFUSED',
  ],
  [
    'a silent job',
    { jobs: [silent] },
    'problem The job “Sealing the audit log” has not completed for 20 min. Check that its worker is alive, and restart it.',
  ],
  [
    'no worker',
    {
      jobs: [silent],
      processes: [
        { ...worker, role: 'api' },
        { ...worker, role: 'worker', is_missing: true },
      ],
    },
    'problem No process runs jobs: e-mail is not sent and imports wait. Start a process with ROLE=worker.',
  ],
  [
    'no backup',
    backup({ last_at: null, tested_at: null }),
    'problem There is no backup yet. Run npm run backup, and set BACKUP_DIR for a daily one.',
  ],
  [
    'an old backup',
    backup({ last_at: ago(27 * hour) }),
    'problem The last backup is 27 h old. Check the schedule and the space for backups, and run npm run backup.',
  ],
  [
    'a failed backup',
    backup({ failure: 'No space left.', failed_at: ago(9) }),
    'problem The last backup failed. Remove the cause, and run npm run backup. Reason: No space left.',
  ],
  [
    'a failed trial',
    backup({ test_failure: 'Cut short.' }),
    'problem The last backup that was restored on trial is not usable. Remove the cause; the next scheduled backup is tried by itself. Reason: Cut short.',
  ],
  [
    'an old trial',
    backup({ tested_at: ago(9 * day) }),
    'warning No backup has been restored on trial for 9 days. Set BACKUP_DIR on a process that runs jobs, and BACKUP_TEST=weekly: the newest scheduled backup is then tried each week.',
  ],
  [
    'no trial',
    backup({ tested_at: null }),
    'warning No backup has ever been restored on trial. Set BACKUP_DIR on a process that runs jobs, and BACKUP_TEST=weekly: the newest scheduled backup is then tried each week.',
  ],
  [
    'a seal behind',
    { seal: { ...good.seal, oldest_unsealed_at: ago(2 * minute) } },
    'warning The oldest audit entry without a seal is 2 min old. A long import or billing run delays sealing; if none is running, look for job seal in the log.',
  ],
  [
    'a seal far behind',
    { seal: { ...good.seal, oldest_unsealed_at: ago(16 * minute) } },
    'problem The oldest audit entry without a seal is 16 min old. A long import or billing run delays sealing; if none is running, look for job seal in the log.',
  ],
  [
    'seals without a signature',
    { seal: { ...good.seal, oldest_unsigned_at: ago(16 * minute) } },
    'problem Entries of the audit log have been sealed without a signature for 16 min. The job seal says why. Then run npm run audit:verify.',
  ],
  [
    'mail that is retried',
    queues({ mail: { ...mail, retrying: 4, oldest_at: ago(3 * minute) } }),
    'warning E-mails that could not be sent and are retried: 4. The oldest has waited for 3 min. Check the mail server and SMTP_URL.',
  ],
  [
    'mail retried for long',
    queues({ mail: { ...mail, retrying: 4, oldest_at: ago(hour) } }),
    'problem E-mails that could not be sent and are retried: 4. The oldest has waited for 60 min. Check the mail server and SMTP_URL.',
  ],
  [
    'mail that failed',
    queues({ mail: { ...mail, failed: 2 } }),
    'warning E-mails that were not sent after the last attempt: 2. Open them under Mail, correct the cause and send them again.',
  ],
  [
    'documents that failed',
    queues({ documents: { ...good.queues.documents, failed: 1 } }),
    'problem Documents that could not be stored: 1. Check the file storage (FILES_URL); the log has the reason under job documents.',
  ],
  [
    'an import that waits',
    queues({ imports: { waiting: 1, running: 0, oldest_at: ago(11 * minute) } }),
    'warning An import has waited for 11 min. Check that a worker is running and that the imports before it make progress.',
  ],
  [
    'a run that waits',
    queues({ billing: { waiting: 1, running: 0, oldest_at: ago(11 * minute) } }),
    'warning A billing run has waited for 11 min. Check that a worker is running and that the run before it makes progress.',
  ],
  [
    'a full disk',
    { storage: { ...good.storage, free_bytes: 9.94 } },
    'problem Only 9.9 % of the disk with the data folder is free. Free some space or enlarge the disk before uploads and the database stop.',
  ],
  [
    'other migrations',
    { migrations: { ...good.migrations, are_current: false } },
    'problem The database does not match this version. Run npm run migrate of the newest version, and restart the older processes.',
  ],
  [
    'other functions',
    { migrations: { ...good.migrations, are_functions_current: false } },
    'problem The database does not match this version. Run npm run migrate of the newest version, and restart the older processes.',
  ],
  [
    'the embedded database',
    { database: { ...good.database, kind: 'embedded' } },
    'warning This portal uses the embedded database, which is for trying out. Move to an external PostgreSQL before it holds real data.',
  ],
  [
    'no login of its own for the gate',
    { database: { ...good.database, has_own_gate: false } },
    'warning Signing in uses the database login of all requests. Give it a login of its own: set DATABASE_GATE_URL, and run npm run migrate.',
  ],
  [
    'a replica away',
    { replica: { ...good.replica, usable: false, reason: 'away' } },
    'warning The replica does not respond, so the main database answers every read. Check its server and its network.',
  ],
  [
    'a replica that refuses the password',
    { replica: { ...good.replica, usable: false, reason: 'refused' } },
    'warning The replica refuses the user or password of DATABASE_READ_URL, so the main database answers every read. Correct the address and restart the portal, or admit the user in the replica’s pg_hba.conf.',
  ],
  [
    'a replica of another database',
    { replica: { ...good.replica, usable: false, reason: 'other-database' } },
    'warning DATABASE_READ_URL leads to another database than DATABASE_URL, so the main database answers every read. Correct the address and restart the portal.',
  ],
  [
    'a replica behind a pooler',
    { replica: { ...good.replica, usable: false, reason: 'pooler' } },
    'warning DATABASE_READ_URL does not lead directly to a replica of the main database. Correct it and restart the portal.',
  ],
  [
    'a replica behind',
    { replica: { ...good.replica, usable: false, lag_seconds: 75.4, reason: 'behind' } },
    'warning The replica is 75 s behind, so the main database answers every read. Check the replica’s disk, its network and long queries on it.',
  ],
]
test.each(causes)('OPS-5 %s is one finding with what to do', (_cause, changes, sentence) => {
  expect(found(changes)).toEqual([sentence])
})

test('OPS-5 problems come before warnings', () => {
  const all = findingsOf({ ...good, ...queues({ mail: { ...mail, failed: 1 } }), jobs: [broken] }, now)
  expect(all.map(({ severity }) => severity)).toEqual(['problem', 'warning'])
  const trial = { ...good, ...backup({ tested_at: null }), storage: { ...good.storage, free_bytes: 1 } }
  expect(findingsOf({ ...trial, jobs: [broken] }, now).map(({ severity }) => severity)).toEqual([
    'problem',
    'problem',
    'warning',
  ])
})

test('OPS-5 a job is late by its own interval, and a process is missing after two minutes', () => {
  const daily = { every_seconds: day, last_done_at: ago(47 * hour), last_failed_at: null, failing_since: null }
  const runners = [{ started_at: ago(90 * day) }]
  expect(standingOfJob(daily, runners, now)).toEqual({ state: 'done', late_seconds: 23 * hour })
  expect(standingOfJob({ ...daily, last_done_at: ago(49 * hour) }, runners, now).state).toBe('late')
  expect([isMissing(ago(119), now), isMissing(ago(121), now)]).toEqual([false, true])
})

test('OPS-5 a job is judged from its process’s start, also before its first pass', () => {
  const never = { every_seconds: 60, last_done_at: null, last_failed_at: null, failing_since: null }
  const state = (seconds: number, passes = {}) =>
    standingOfJob({ ...never, ...passes }, [{ started_at: ago(5) }, { started_at: ago(seconds) }], now).state
  expect([state(minute), state(16 * minute), state(18 * minute)]).toEqual(['done', 'done', 'late'])
  // The portal was stopped over the weekend.
  expect(state(minute, { last_done_at: ago(2 * day) })).toBe('done')
})

test('OPS-5 a job is run by the processes that announce it and are alive', () => {
  const processes = [
    { ...worker, role: 'worker' as const, jobs: ['mail', 'backup'], is_missing: true },
    { ...worker, role: 'worker' as const, process: 'host:2' },
  ]
  expect(runnersOf('mail', processes).map(({ process }) => process)).toEqual(['host:2'])
  expect(runnersOf('backup', processes)).toEqual([])
})
