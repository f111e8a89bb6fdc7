import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { type DemoSize, demoPassword, seedDemo } from '../server/src/demo/demo.queries.ts'
import { ask, must, startServer } from './calls.ts'
import { cpuOf } from './cpu.ts'

/** From the environment, so that a benchmark can be made smaller without an edit. */
export const numberFrom = (name: string, usual: number): number => Number(process.env[name] ?? usual)

type Headers = Record<string, string>
type Seen = { wall: number; server: number; database: number }
export type GrownPortal = {
  ownerUrl: string
  pid: number
  postmaster: number
  signIn(username: string): Promise<Headers>
  get(path: string, headers: Headers): Promise<string>
  /** Asks the same again and again: the median until the answer, and the CPU of both processes for one. */
  measure(requests: number, once: () => Promise<unknown>): Promise<Seen>
}
type GrownOptions = { port: number; size: DemoSize; prepare?: (owner: pg.Client) => Promise<void> }

const describe = (size: DemoSize): string =>
  Object.entries(size)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
export const cellsOf = ({ wall, server, database }: Seen): string =>
  [wall, server, database].map((value) => value.toFixed(1)).join(' | ')
export const measuredHeads = 'ms to the answer (median) | CPU ms server | CPU ms PostgreSQL'

async function measure(pid: number, postmaster: number, requests: number, once: () => Promise<unknown>): Promise<Seen> {
  const timed = async () => {
    const begun = performance.now()
    await once()
    return performance.now() - begun
  }
  // What takes seconds need not be asked so often to be known.
  const isSlow = (await timed()) > 1000
  const rounds = isSlow ? Math.min(3, requests) : requests
  // Six, because a named statement gets its lasting plan with the sixth.
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

/**
 * A database of its own with the demo grown, and the portal on it. `DATA_DIR` keeps it for the next time; else it goes.
 */
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
    const begun = performance.now()
    await seedDemo(embedded.ownerUrl, size)
    console.log(`seeded in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    const owner = new pg.Client({ connectionString: embedded.ownerUrl })
    await owner.connect()
    await (prepare?.(owner) ?? owner.query('vacuum analyze')).finally(() => owner.end())
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const env = {
      PORT: String(port),
      ROLE: 'api',
      DATABASE_URL: embedded.appUrl,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    }
    portal = await startServer('server/src/main.ts', env, () => ask(port, 'GET', '/readyz').then(must))
    const pid = portal.pid as number
    console.log(`${describe(size)}, ${cpus().length} × ${cpus()[0]?.model}`)
    await work({
      ownerUrl: embedded.ownerUrl,
      pid,
      postmaster,
      async signIn(username) {
        const signedIn = await ask(port, 'POST', '/v2/login', {}, { username, password: demoPassword })
        return { authorization: String(signedIn.headers.authorization) }
      },
      get: async (path, headers) => must(await ask(port, 'GET', path, headers)),
      measure: (requests, once) => measure(pid, postmaster, requests, once),
    })
  } finally {
    portal?.kill()
    await embedded.stop()
    if (!kept) rmSync(dataDir, { recursive: true, force: true })
  }
}
