import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runningCluster, startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { type DemoSize, demoPassword, seedDemo } from '../server/src/demo/demo.queries.ts'
import { callPortal, must, startServer } from './calls.ts'
import { cpuOf } from './cpu.ts'

/** Read from the environment, so that a benchmark's size can change without an edit. */
export const numberFrom = (name: string, fallback: number): number => Number(process.env[name] ?? fallback)

type Headers = Record<string, string>
type Measured = { wall: number; server: number; database: number }
export type GrownPortal = {
  ownerUrl: string
  pid: number
  postmaster: number
  signIn(username: string): Promise<Headers>
  get(path: string, headers: Headers): Promise<string>
  /** Repeats a request; returns the median response time and the CPU per request of both processes. */
  measure(requests: number, once: () => Promise<unknown>): Promise<Measured>
}
/** With the address of the superuser, who can write past triggers. */
type Prepare = (owner: pg.Client, postmaster: number, superuserUrl: string) => Promise<void>
type GrownOptions = { port: number; size: DemoSize; prepare?: Prepare }

const describe = (size: DemoSize): string =>
  Object.entries(size)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
export const cellsOf = ({ wall, server, database }: Measured): string =>
  [wall, server, database].map((value) => value.toFixed(1)).join(' | ')
export const measuredHeads = 'response ms (median) | CPU ms server | CPU ms PostgreSQL'

async function measure(
  pid: number,
  postmaster: number,
  requests: number,
  once: () => Promise<unknown>,
): Promise<Measured> {
  const timed = async () => {
    const started = performance.now()
    await once()
    return performance.now() - started
  }
  // Slow requests vary little, so three rounds are enough.
  const isSlow = (await timed()) > 1000
  const rounds = isSlow ? Math.min(3, requests) : requests
  // Six in all, because PostgreSQL chooses a named statement's generic plan on the sixth execution.
  for (let warm = 1; warm < 6; warm++) await once()
  const before = cpuOf(pid, postmaster)
  const times: number[] = []
  for (let n = 0; n < rounds; n++) times.push(await timed())
  const after = cpuOf(pid, postmaster)
  const wall = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] as number
  return {
    wall,
    server: (after.server - before.server) / rounds,
    database: (after.database - before.database) / rounds,
  }
}

/** Starts the portal on a new database with a grown demo. `DATA_DIR` keeps the database; otherwise it is deleted. */
export async function onGrownPortal(
  { port, size, prepare }: GrownOptions,
  work: (portal: GrownPortal) => Promise<void>,
): Promise<void> {
  const kept = process.env.DATA_DIR
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const embedded = await startEmbedded({ dataDir })
  let portal: ChildProcess | undefined
  try {
    await migrate(embedded)
    const started = performance.now()
    await seedDemo(embedded.ownerUrl, size)
    console.log(`seeded the demo in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    const owner = new pg.Client({ connectionString: embedded.ownerUrl })
    await owner.connect()
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const superuserUrl = runningCluster(dataDir)?.superuserUrl ?? ''
    await (prepare?.(owner, postmaster, superuserUrl) ?? owner.query('vacuum analyze')).finally(() => owner.end())
    const env = {
      PORT: String(port),
      ROLE: 'api',
      DATABASE_URL: embedded.appUrl,
      DATABASE_GATE_URL: embedded.gateUrl,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    }
    portal = await startServer('server/src/main.ts', env, () => callPortal(port, 'GET', '/readyz').then(must))
    const pid = portal.pid as number
    console.log(`${describe(size)}, ${cpus().length} × ${cpus()[0]?.model}`)
    await work({
      ownerUrl: embedded.ownerUrl,
      pid,
      postmaster,
      async signIn(username) {
        const signedIn = await callPortal(port, 'POST', '/v2/login', {}, { username, password: demoPassword })
        return { authorization: String(signedIn.headers.authorization) }
      },
      get: async (path, headers) => must(await callPortal(port, 'GET', path, headers)),
      measure: (requests, once) => measure(pid, postmaster, requests, once),
    })
  } finally {
    portal?.kill()
    await embedded.stop()
    if (!kept) rmSync(dataDir, { recursive: true, force: true })
  }
}
