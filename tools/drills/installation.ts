import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { verifyAudit } from '../../server/src/db/audit/audit-verify.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import type { Binaries } from '../../server/src/db/embedded/postgres-account.ts'
import { freePort } from '../../server/src/db/embedded/postmaster.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { reconcile } from '../../server/src/db/reconcile/reconcile.ts'
import { type DemoSize, demoPassword, seedDemo } from '../../server/src/demo/demo.queries.ts'
import { root } from '../house/source-files.ts'

/** One process of an installation. It keeps its port over restarts. */
export type Member = {
  port: number
  origin: string
  pid(): number
  /** Resident memory in megabytes. */
  memory(): number
  /** Starts the process and waits until it is ready. */
  start(): Promise<void>
  /** Ends the process and waits for its end; returns its exit code, or null after a kill. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}
type Settings = Record<string, string>

function memberOf(port: number, settings: Settings): Member {
  let child: ChildProcess | undefined
  let ended: Promise<number | null> = Promise.resolve(null)
  const origin = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  return {
    port,
    origin,
    pid: () => child?.pid as number,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8'))?.[1]) / 1024,
    async start() {
      const env = { ...process.env, LOG_LEVEL: 'fatal', ...settings, PORT: String(port) }
      const started = spawn(process.execPath, [join(root, 'server/src/main.ts'), '--no-web'], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      child = started
      ended = new Promise((resolve) => started.once('exit', resolve))
      for (const until = performance.now() + 120_000; !(await isReady()); await sleep(50))
        if (started.exitCode !== null || performance.now() > until) throw new Error(`No portal at ${origin}.`)
    },
    async end(signal) {
      child?.kill(signal)
      return ended
    },
  }
}

export type Installation = {
  /** The files of the database and of the portal. */
  dataDir: string
  database: EmbeddedDatabase
  apis: Member[]
  worker: Member
  /** One statement as the owner, on a connection of its own, since a drill may take the database away. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller's query decides the rows.
  ask(text: string, values?: unknown[]): Promise<any[]>
  stop(): Promise<void>
}
type Wanted = {
  /** The number of API processes. */
  apis?: number
  hasWorker?: boolean
  size?: DemoSize
  settings?: Settings
  workerSettings?: Settings
  /** Another PostgreSQL than the package's. */
  binaries?: Binaries
}

/** A database on disk, API processes and a worker of their own, as an installation on one machine. */
export async function startInstallation({
  apis: count = 1,
  hasWorker = true,
  size = {},
  settings = {},
  workerSettings = {},
  ...options
}: Wanted = {}): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-drill-'))
  // If root runs this, PostgreSQL runs as another user, which needs access.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const database = await startEmbedded({ dataDir, ...options })
  const { ownerUrl, appUrl, gateUrl } = database
  const shared = { DATABASE_URL: appUrl, DATABASE_GATE_URL: gateUrl, DATA_DIR: dataDir, ...settings }
  const apis: Member[] = []
  for (let made = 0; made < count; made++) apis.push(memberOf(await freePort(), { ROLE: 'api', ...shared }))
  const worker = memberOf(await freePort(), { ...shared, ...workerSettings, ROLE: 'worker' })
  const stop = async () => {
    await Promise.all([...apis, worker].map((member) => member.end('SIGTERM')))
    await database.stop('immediate')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrate(database)
    await seedDemo(ownerUrl, size)
    await Promise.all([...apis, ...(hasWorker ? [worker] : [])].map((member) => member.start()))
  } catch (error) {
    await stop()
    throw error
  }
  const ask = async (text: string, values: unknown[] = []) => {
    const owner = new pg.Client({ connectionString: ownerUrl })
    owner.on('error', () => {})
    await owner.connect()
    try {
      return (await owner.query(text, values)).rows
    } finally {
      await owner.end()
    }
  }
  return { dataDir, database, apis, worker, ask, stop }
}

export type Headers = { authorization: string }
export async function signInTo(origin: string, username = 'admin@provider.test'): Promise<Headers> {
  const reply = await fetch(`${origin}/v2/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  const authorization = reply.headers.get('authorization')
  if (!authorization) throw new Error(`${username} cannot sign in: ${reply.status}`)
  return { authorization }
}

/** What `npm run reconcile` and `npm run audit:verify` check, once the worker has sealed every entry. */
export async function expectAllAgrees({ database }: Pick<Installation, 'database'>): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    const unsealed = async () => (await verifyAudit(owner)).unsealed
    await expect.poll(unsealed, { timeout: 60_000, interval: 200 }).toBe(0)
    expect((await verifyAudit(owner)).breaches).toEqual([])
    expect((await reconcile(owner)).breaches).toEqual([])
  } finally {
    await owner.end()
  }
}

/** The value below which this share of all lies. */
export const quantileOf = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
export const ms = (value: number): string => `${Math.round(value)} ms`
