import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Database } from '../db/connect.ts'
import { type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import type { BackupSettings } from '../process/config.ts'
import { listBackups } from './backups.queries.ts'
import { isBackupDue, trialOf } from './schedule.rules.ts'

const pollEveryMs = 60_000
/** Below everything that serves requests. */
const backgroundPriority = 10
const command = fileURLToPath(new URL('../commands/backup.ts', import.meta.url))

type Scheduling = { database: Database; settings: BackupSettings; log: Log }
/** Looks each minute whether a backup or a trial is due. The command does the work in a process of its own. */
export function startBackups({ database, settings, log }: Scheduling): Running {
  const { dir, time, isTested } = settings
  if (!dir) return { stop: async () => {} }
  let child: ChildProcess | null = null
  const isDue = async () => {
    const rows = await listBackups(database.pools.portal_staff)
    const now = Date.now()
    return isBackupDue(rows, time, now) || (isTested && trialOf(rows, now) !== null)
  }
  const runCommand = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const running = spawn(process.execPath, [command, '--scheduled'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child = running
    if (running.pid) setPriority(running.pid, backgroundPriority)
    const lines = { out: '', err: '' }
    running.stdout.on('data', (text) => (lines.out += text))
    running.stderr.on('data', (text) => (lines.err += text))
    running.once('error', reject)
    running.once('close', (code, signal) => {
      child = null
      if (lines.out) log.info({ job: 'backup' }, lines.out.trim())
      if (code === 0 || signal) resolve()
      else reject(new Error(lines.err.trim().slice(-2000) || `The backup ended with ${code}.`))
    })
    await promise
  }
  const job = startJob({ name: 'backup', everyMs: pollEveryMs, log }, async (goOn) => {
    if (goOn() && (await isDue()) && goOn()) await runCommand()
  })
  return {
    async stop() {
      const stopped = job.stop()
      child?.kill('SIGTERM')
      await stopped
    },
  }
}
