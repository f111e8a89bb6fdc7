import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runningCluster, startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { startReplica } from '../../server/src/db/embedded/embedded-replica.ts'
import { runningPostmaster } from '../../server/src/db/embedded/postmaster.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { demoPassword, seedDemo } from '../../server/src/demo/demo.queries.ts'
import { cpuOf } from '../runner/cpu.ts'
import { okText, send } from '../runner/http.ts'
import { startServer } from '../runner/site.ts'

const size = {
  companies: Number(process.env.COMPANIES ?? 500),
  cards: Number(process.env.CARDS ?? 20_000),
  transactions: Number(process.env.TRANSACTIONS ?? 20_000),
}
const requests = Number(process.env.REQUESTS ?? 4000)
const ports = { without: 4723, with: 4724, metrics: 4725 }
const writers = 32

type Target = { name: string; port: number; pid: number; headers: Record<string, string> }
type Postmasters = { primary: number; replica: number }
const paths = {
  'cards of a company': '/v2/fuel-card-management?page=1&size=10',
  'transactions of a company': '/v2/fuel-transaction/authcode?page=1&size=50',
  dashboard: '/v2/dashboard',
}

async function load({ port, headers }: Target, path: string, count: number): Promise<void> {
  let sent = 0
  const callers = Array.from({ length: 8 }, async () => {
    while (sent++ < count) okText(await send(port, 'GET', path, headers))
  })
  await Promise.all(callers)
}
async function measure(target: Target, path: string, { primary, replica }: Postmasters) {
  await load(target, path, Math.min(1000, requests))
  const cpu = () => ({ ...cpuOf(target.pid, primary), replica: cpuOf(target.pid, replica).database })
  const before = cpu()
  const begun = performance.now()
  await load(target, path, requests)
  const ms = performance.now() - begun
  const after = cpu()
  const each = (key: 'server' | 'database' | 'replica') => ((after[key] - before[key]) / requests).toFixed(3)
  return `${each('server')} | ${each('database')} | ${each('replica')} | ${((requests / ms) * 1000).toFixed(0)}`
}

const signIn = async (port: number, username: string) => {
  const reply = await send(port, 'POST', '/v2/login', {}, { username, password: demoPassword })
  return { authorization: String(reply.headers.authorization) }
}
async function lagNow(): Promise<{ seconds: number; bytes: number }> {
  const text = okText(await send(ports.metrics, 'GET', '/metrics'))
  const value = (name: string) => Number(new RegExp(`^portal_replica_lag_${name} (.*)$`, 'm').exec(text)?.[1])
  return { seconds: value('seconds'), bytes: value('bytes') }
}

/** 32 users' worth of changes at once for ten seconds, with the lag read twice a second. */
async function lagUnderWriters({ port, headers }: Target, ids: number[]): Promise<string> {
  let [isOver, changes] = [false, 0]
  const work = Array.from({ length: writers }, async (_, at) => {
    while (!isOver) {
      const body = { tank_size: 100 + (changes++ % 4000), tank_unit: 'L' }
      okText(await send(port, 'PUT', `/v2/units/${ids[at % ids.length]}`, headers, body))
    }
  })
  const lags: { seconds: number; bytes: number }[] = []
  for (let n = 0; n < 20; n++) {
    await sleep(500)
    lags.push(await lagNow())
  }
  isOver = true
  await Promise.all(work)
  const most = (key: 'seconds' | 'bytes') => Math.max(...lags.map((lag) => lag[key]))
  return `${writers} writers, ${changes} changes in 10 s: lag at most ${most('seconds').toFixed(3)} s and ${Math.round(most('bytes') / 1024)} kB`
}

/** How long a committed row takes until the replica shows it. */
async function delay(ownerUrl: string, readUrl: string): Promise<string> {
  const [owner, reader] = [ownerUrl, readUrl].map((url) => new pg.Client({ connectionString: url })) as [
    pg.Client,
    pg.Client,
  ]
  await owner.connect()
  await reader.connect()
  const times: number[] = []
  for (let n = 0; n < 200; n++) {
    const { rows } = await owner.query(
      `insert into audit_log (user_id, action) select max(id), 'bench' from users returning user_id, id`,
    )
    const begun = performance.now()
    const isThere = async () =>
      (await reader.query('select entries_of_user($1, $2) as n', [rows[0].user_id, Number(rows[0].id) - 1])).rows[0]
        .n !== '0'
    while (!(await isThere()));
    times.push(performance.now() - begun)
  }
  await owner.end()
  await reader.end()
  times.sort((a, b) => a - b)
  return `a change is on the replica after ${times[100]?.toFixed(1)} ms (median), ${times[190]?.toFixed(1)} ms (95 %)`
}

async function run(): Promise<void> {
  const folders = ['primary', 'replica'].map((name) => mkdtempSync(join(tmpdir(), `portal-bench-${name}-`)))
  const [dataDir, replicaDir] = folders as [string, string]
  const embedded = await startEmbedded({ dataDir })
  const closers: (() => unknown)[] = [() => embedded.stop('immediate')]
  try {
    await migrate(embedded)
    await seedDemo(embedded.ownerUrl, size)
    const owner = new pg.Client({ connectionString: embedded.ownerUrl })
    await owner.connect()
    await owner.query('vacuum analyze')
    const { rows } = await owner.query(
      `select u.id::int from units u join companies c on c.id = u.company_id where c.name = 'Northline Haulage' limit 200`,
    )
    await owner.end()
    const replica = await startReplica(dataDir, replicaDir)
    closers.unshift(() => replica.stop())
    const cluster = runningCluster(dataDir)
    const postmasters = {
      primary: runningPostmaster(cluster?.folder ?? '')?.pid ?? 0,
      replica: replica.postmaster().pid,
    }
    const env = {
      ROLE: 'api',
      DATABASE_URL: embedded.appUrl,
      DATABASE_GATE_URL: embedded.gateUrl,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
    }
    const further = { without: {}, with: { DATABASE_READ_URL: replica.readUrl, METRICS_PORT: String(ports.metrics) } }
    const targets: Target[] = []
    for (const name of ['without', 'with'] as const) {
      const port = ports[name]
      const logFile = join(dataDir, `portal-${name}.log`)
      const server = await startServer(
        'server/src/main.ts',
        { ...env, ...further[name] },
        { port, logFile, path: '/readyz' },
      )
      closers.unshift(() => server.stop())
      targets.push({ name, port, pid: server.pid, headers: await signIn(port, 'admin@northline.test') })
    }
    await sleep(3000)
    console.log(
      `${size.companies} companies, ${size.cards} cards, ${size.transactions} transactions, ${requests} requests each, ${cpus().length} × ${cpus()[0]?.model}`,
    )
    console.log('| request | replica | CPU ms portal | primary | replica | requests/s |\n|---|---|---|---|---|---|')
    for (const [name, path] of Object.entries(paths))
      for (const target of targets)
        console.log(`| ${name} | ${target.name} | ${await measure(target, path, postmasters)} |`)
    console.log(await delay(embedded.ownerUrl, replica.readUrl))
    console.log(
      await lagUnderWriters(
        targets[1] as Target,
        rows.map(({ id }) => id),
      ),
    )
  } finally {
    for (const close of closers) {
      await close()
      await sleep(300)
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}
await run()
