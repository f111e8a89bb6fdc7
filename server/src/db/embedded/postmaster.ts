import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processIdentity } from '../../process/folder-lock.ts'
import { StartError } from '../../process/start-error.ts'
import type { SystemAccount } from './postgres-account.ts'

/** Where a server's files are and how to run it. */
export type Cluster = {
  folder: string
  logFile: string
  program: string
  account: SystemAccount
  settings: Record<string, string>
}
export type Postmaster = { pid: number; port: number }

const startTimeoutMs = 60_000

/** What PostgreSQL itself writes about its running server: pid on line 1, port on line 4, its state on line 8. */
function readPidFile(folder: string): (Postmaster & { state: string }) | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), state: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}

/** A postmaster's working folder is its data folder, which tells it from another process that got its number later. */
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

/** The server that is running and ready on the folder, if one is. */
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
 * A pid file whose number belongs to some other process by now, or to a zombie, makes PostgreSQL refuse to start. Its
 * number is replaced by ours: PostgreSQL takes its parent for a stale owner, and, unlike with a removed file, still
 * looks for orphaned backends.
 */
function disownPidFile(folder: string): void {
  const found = readPidFile(folder)
  if (!found || isPostmasterOf(folder, found.pid)) return
  const file = join(folder, 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)))
}

const logSince = (file: string, offset: number): string => readFileSync(file).subarray(offset).toString()

/** The server's own words for not starting, without time and process number. */
function reasonIn(log: string): string {
  const lines = log
    .split('\n')
    .flatMap((line) => /(?:FATAL|PANIC|ERROR|DETAIL|HINT|error): +(.*)$/.exec(line)?.[1] ?? [])
  return lines.slice(0, 3).join(' ') || log.trim().split('\n').at(-1) || 'it left without a word'
}

/** One attempt: the running server, or the log of why there is none. */
async function launch(cluster: Cluster, port: number): Promise<Postmaster | { log: string }> {
  const { folder, logFile, program, account, settings } = cluster
  const isLarge = (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000
  const log = openSync(logFile, isLarge ? 'w' : 'a', 0o600)
  const offset = statSync(logFile).size
  const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  // In a session of its own: a Ctrl-C is for the portal, which finishes its requests before it stops the database.
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
    if (Date.now() > deadline) throw new StartError(`PostgreSQL is not ready after a minute; ${logFile} may say why.`)
    await sleep(15)
  }
  return { log: ended || logSince(logFile, offset) }
}

/** Uses the server that a killed portal left behind, or starts one. */
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
          `The PostgreSQL server left on ${cluster.folder} (process ${found.pid}) does not become ready.`,
        )
      // Still recovering, or on its way out.
      await sleep(100)
      continue
    }
    disownPidFile(cluster.folder)
    const result = await launch(cluster, wantedPort ?? (await freePort()))
    if ('pid' in result) return { ...result, isLeft: false }
    // A port taken in between, or backends of a killed postmaster that are not gone yet.
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

export function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended already.
  }
}

/** Fast: sessions are ended and everything is written. Immediate: as after a power cut, repaired at the next start. */
export async function stopPostmaster(folder: string, { pid }: Postmaster, mode: 'fast' | 'immediate'): Promise<void> {
  signal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  if (await gone(folder, pid, mode === 'fast' ? 30_000 : 10_000)) return
  signal(pid, 'SIGQUIT')
  await gone(folder, pid, 10_000)
}
