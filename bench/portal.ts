import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { type DemoSize, demoPassword, seedDemo } from '../server/src/demo/demo.queries.ts'

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

export type BenchPortal = {
  origin: string
  ownerUrl: string
  /** The current process; it changes with a restart. */
  pid(): number
  /** Resident memory in megabytes. */
  memory(): number
  folder: string
  headers: { authorization: string }
  /** Kills the process like a power cut, calls `look`, and starts another one on the same data. */
  killAndRestart(look: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Starts the portal on a temporary database, signed in as the provider's Admin. */
export async function startBenchPortal(port: number, size: DemoSize): Promise<BenchPortal> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const database = await startEmbedded({ dataDir: folder, log: () => {} })
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess
  const env = {
    ...process.env,
    DATABASE_URL: database.appUrl,
    DATABASE_GATE_URL: database.gateUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  }
  const start = async () => {
    child = spawn(process.execPath, [main, '--no-web'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    for (let tries = 0; tries < 600 && !(await fetch(`${origin}/readyz`).catch(() => null))?.ok; tries++)
      await sleep(100)
  }
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  try {
    await migrate(database)
    await seedDemo(database.ownerUrl, size)
    await start()
    const login = await fetch(`${origin}/v2/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin@provider.test', password: demoPassword }),
    })
    return {
      origin,
      ownerUrl: database.ownerUrl,
      folder,
      headers: { authorization: login.headers.get('authorization') ?? '' },
      pid: () => child.pid as number,
      memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
      async killAndRestart(look) {
        await end('SIGKILL')
        await look()
        await start()
      },
      async stop() {
        await end('SIGTERM')
        await database.stop()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a benchmark reads responses without their schemas.
type Body = any
const nothing = { read: 0, booked: 0, duplicate: 0, quarantined: 0, failed: 0 }
/** Uploads a file and returns its record once it has ended. Calls `meanwhile` before each poll. */
export async function importFile(
  portal: BenchPortal,
  path: string,
  content: Buffer,
  name: string,
  meanwhile: () => Promise<void>,
): Promise<Body> {
  const { origin, headers } = portal
  const form = new FormData()
  form.append('file', new Blob([content as never]), name)
  const { import_id, error } = (await (
    await fetch(`${origin}/v2/${path}`, { method: 'POST', headers, body: form })
  ).json()) as Body
  // A file that is refused before it is read has no record.
  if (import_id === undefined) return { status: 'refused', reason: error?.message, counts: nothing }
  return importEnded(portal, import_id, meanwhile)
}
export async function importEnded(
  { origin, headers }: BenchPortal,
  id: number,
  meanwhile: () => Promise<void>,
): Promise<Body> {
  for (;;) {
    await meanwhile()
    const record = (await (await fetch(`${origin}/v2/imports/${id}`, { headers })).json()) as Body
    if (record.status !== 'queued' && record.status !== 'running') return record
  }
}
/** Reads the first cards while other work runs, and reports the response times and the portal's memory. */
export function watching(portal: BenchPortal) {
  const waits: number[] = []
  const before = portal.memory()
  let peak = before
  return {
    async look() {
      const started = performance.now()
      await (await fetch(`${portal.origin}/v2/fuel-card-management?size=10`, { headers: portal.headers })).text()
      waits.push(performance.now() - started)
      peak = Math.max(peak, portal.memory())
      await sleep(100)
    },
    report() {
      waits.sort((a, b) => a - b)
      console.log(
        `a list meanwhile: median ${waits[waits.length >> 1]?.toFixed(0)} ms, slowest ${waits.at(-1)?.toFixed(0)} ms`,
      )
      console.log(`memory of the portal: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB peak`)
    },
  }
}
