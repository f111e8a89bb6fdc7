import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type EmbeddedDatabase, runningCluster, startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { freePort } from '../../server/src/db/embedded/postmaster.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { demoPassword } from '../../server/src/demo/demo.queries.ts'
import { type Cpu, cpuOf } from './cpu.ts'
import { type CallHeaders, okText, send } from './http.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A server process of the benchmark. Its output goes to a file, as in a deployment. */
export type Server = { pid: number; port: number; stop(signal?: NodeJS.Signals): Promise<void> }
export async function startServer(
  script: string,
  env: Record<string, string>,
  { port, logFile, path }: { port: number; logFile: string; path: string },
): Promise<Server> {
  const log = openSync(logFile, 'a')
  const child: ChildProcess = spawn(process.execPath, [join(root, script), '--no-web'], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', log, 'inherit'],
  })
  closeSync(log)
  const stop = async (signal?: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    await sleep(100)
    const answer = await send(port, 'GET', path).catch(() => null)
    if (answer?.status === 200) return { pid: child.pid as number, port, stop }
  }
  await stop()
  throw new Error(`${script} did not start`)
}

/** A portal on one folder of data: its database, its process with the request log and all jobs, and calls to it. */
export type BenchSite = {
  folder: string
  database: EmbeddedDatabase
  superuserUrl: string
  postmaster: number
  portal: Server
  cpu(): Cpu
  signIn(username: string): Promise<CallHeaders>
  get(path: string, headers: CallHeaders): Promise<string>
  /** Kills the process like a power cut, calls `look`, and starts another one on the same data. */
  killAndRestart(look: () => Promise<void>): Promise<void>
  post(path: string, headers: CallHeaders, body: unknown): Promise<string>
  stop(): Promise<void>
}

type Prepare = (database: EmbeddedDatabase) => Promise<void>
/** `prepare` runs before the portal starts. */
export async function openSite(folder: string, prepare: Prepare = async () => {}): Promise<BenchSite> {
  const database = await startEmbedded({ dataDir: folder })
  try {
    await migrate(database)
    await prepare(database)
    const port = await freePort()
    const env = {
      DATABASE_URL: database.appUrl,
      DATABASE_GATE_URL: database.gateUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      DATA_DIR: folder,
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
    }
    const logFile = join(folder, 'portal.log')
    const start = () => startServer('server/src/main.ts', env, { port, logFile, path: '/readyz' })
    let portal = await start()
    const postmaster = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    return {
      folder,
      database,
      superuserUrl: runningCluster(folder)?.superuserUrl ?? '',
      postmaster,
      get portal() {
        return portal
      },
      cpu: () => cpuOf(portal.pid, postmaster),
      async signIn(username) {
        const { headers } = await send(port, 'POST', '/v2/login', {}, { username, password: demoPassword })
        return { authorization: String(headers.authorization) }
      },
      async killAndRestart(look) {
        await portal.stop('SIGKILL')
        await look()
        portal = await start()
      },
      get: async (path, headers) => okText(await send(port, 'GET', path, headers)),
      post: async (path, headers, body) => okText(await send(port, 'POST', path, headers, body)),
      async stop() {
        await portal.stop()
        await database.stop()
      },
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}
