import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processIdentity } from '../../process/folder-lock.ts'
import { StartError } from '../../process/start-error.ts'
import type { SystemAccount } from './postgres-account.ts'

/** A server's files and how to run it. */
export type Cluster = {
  folder: string
  logFile: string
  program: string
  account: SystemAccount
  settings: Record<string, string>
}
export type Postmaster = { pid: number; port: number }

const startTimeoutMs = 60_000

/** PostgreSQL's own pid file: pid on line 1, port on line 4, state on line 8. */
function readPidFile(folder: string): (Postmaster & { state: string }) | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), state: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}

/** A postmaster runs in its data folder. This distinguishes it from a later process with the same pid. */
function isPostmasterOf(folder: string, pid: number): boolean {
  if (processIdentity(pid) === null) return false
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}

export const isRunning = (cluster: Pick<Cluster, 'folder'>, postmaster: Postmaster): boolean =>
  isPostmasterOf(cluster.folder, postmaster.pid)

/** The server that is running and ready on the folder, or null. */
export function runningPostmaster(folder: string): Postmaster | null {
  const found = readPidFile(folder)
  return found?.state === 'ready' && isPostmasterOf(folder, found.pid) ? { pid: found.pid, port: found.port } : null
}

export async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}

/**
 * PostgreSQL refuses to start if its pid file names another process or a zombie. Replacing that pid with ours works:
 * PostgreSQL treats its parent as a stale owner. Deleting the file would skip its check for orphaned backends.
 */
function disownPidFile(folder: string): void {
  const found = readPidFile(folder)
  if (!found || isPostmasterOf(folder, found.pid)) return
  const file = join(folder, 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)))
}

const logSince = (file: string, offset: number): string => readFileSync(file).subarray(offset).toString()

/** The server's own reason for not starting, without time and pid. */
function reasonIn(log: string): string {
  const lines = log
    .split('\n')
    .flatMap((line) => /(?:FATAL|PANIC|ERROR|DETAIL|HINT|error): +(.*)$/.exec(line)?.[1] ?? [])
  return lines.slice(0, 3).join(' ') || log.trim().split('\n').at(-1) || 'it gave no reason'
}

/** Tries once. Returns the running server or the log that says why it failed. */
async function launch(cluster: Cluster, port: number): Promise<Postmaster | { log: string }> {
  const { folder, logFile, program, account, settings } = cluster
  const isLarge = (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000
  const log = openSync(logFile, isLarge ? 'w' : 'a', 0o600)
  const offset = statSync(logFile).size
  const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  // In its own session: Ctrl-C is for the portal, which finishes its requests before it stops the database.
  const options = {
    ...account,
    detached: true,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', log, log] as const,
  }
  const child = spawn(program, ['-D', folder, ...flags], { ...options, stdio: [...options.stdio] })
  closeSync(log)
  child.unref()
  let ended: string | null = null
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', () => {
    ended ??= ''
  })
  const deadline = Date.now() + startTimeoutMs
  while (ended === null) {
    const found = readPidFile(folder)
    if (found?.pid === child.pid && found?.state === 'ready') return { pid: found.pid, port }
    if (Date.now() > deadline) throw new StartError(`PostgreSQL was not ready within a minute. See ${logFile}.`)
    await sleep(15)
  }
  return { log: ended || logSince(logFile, offset) }
}

/** Uses the server that a killed portal left running, or starts one. */
export async function startPostmaster(
  cluster: Cluster,
  wantedPort?: number,
): Promise<Postmaster & { isLeft: boolean }> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const left = runningPostmaster(cluster.folder)
    if (left) return { ...left, isLeft: true }
    const found = readPidFile(cluster.folder)
    if (found && isPostmasterOf(cluster.folder, found.pid)) {
      if (Date.now() > deadline)
        throw new StartError(
          `The PostgreSQL server left running on ${cluster.folder} (process ${found.pid}) does not become ready.`,
        )
      // Still recovering or shutting down.
      await sleep(100)
      continue
    }
    disownPidFile(cluster.folder)
    const result = await launch(cluster, wantedPort ?? (await freePort()))
    if ('pid' in result) return { ...result, isLeft: false }
    // A port taken in the meantime, or backends of a killed postmaster that have not ended yet.
    const isPassing = /Address already in use|pre-existing shared memory block/.test(result.log)
    if (!isPassing || Date.now() > deadline)
      throw new StartError(`PostgreSQL does not start on ${cluster.folder}: ${reasonIn(result.log)}`)
    await sleep(200)
  }
}

const gone = async (folder: string, pid: number, timeoutMs: number): Promise<boolean> => {
  for (const deadline = Date.now() + timeoutMs; isPostmasterOf(folder, pid); await sleep(10))
    if (Date.now() > deadline) return false
  return true
}

export function signal(pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGHUP'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has already ended.
  }
}

/** Fast ends sessions and writes everything. Immediate is like a power cut; the next start recovers. */
export async function stopPostmaster(folder: string, { pid }: Postmaster, mode: 'fast' | 'immediate'): Promise<void> {
  signal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  if (await gone(folder, pid, mode === 'fast' ? 30_000 : 10_000)) return
  signal(pid, 'SIGQUIT')
  await gone(folder, pid, 10_000)
}
