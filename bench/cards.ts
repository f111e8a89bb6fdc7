import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { demoPassword, seedDemo } from '../server/src/demo/demo.queries.ts'
import { callPortal, must, startServer } from './calls.ts'
import { cpuOf } from './cpu.ts'

const size = { companies: Number(process.env.COMPANIES ?? 2000), cards: Number(process.env.CARDS ?? 100_000) }
const requests = Number(process.env.REQUESTS ?? 15_000)
const ports = { portal: 18080, bare: 18081 }

type Target = { name: string; pid: number; send: (operation: Operation, n: number) => Promise<void> }
type Operation = 'list' | 'get' | 'update'

/** Eight concurrent callers. Every response is checked, because a quick refusal would look like a good time. */
async function load(target: Target, operation: Operation, count: number, from: number): Promise<void> {
  let next = from
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < from + count) await target.send(operation, next++)
    }),
  )
}

async function measure(target: Target, operation: Operation, postmaster: number) {
  await load(target, operation, requests, 0)
  const before = cpuOf(target.pid, postmaster)
  const started = performance.now()
  await load(target, operation, requests, requests)
  const ms = performance.now() - started
  const after = cpuOf(target.pid, postmaster)
  return {
    server: (after.server - before.server) / requests,
    database: (after.database - before.database) / requests,
    perSecond: (requests / ms) * 1000,
  }
}

/** The customer whose list is read, and its card ids for the requests by id. */
async function pickCompany(ownerUrl: string): Promise<{ company: number; ids: number[] }> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('vacuum analyze')
  const { rows } = await owner.query(
    `select c.id as company, array_agg(k.id::int) as ids from companies c join cards k on k.company_id = c.id where c.name = 'Northline Haulage' and k.card_status <> 'CLOSED' group by c.id`,
  )
  await owner.end()
  return { company: Number(rows[0].company), ids: rows[0].ids }
}

async function portalTarget(pid: number, ids: number[]): Promise<Target> {
  const signedIn = await callPortal(
    ports.portal,
    'POST',
    '/v2/login',
    {},
    { username: 'admin@northline.test', password: demoPassword },
  )
  const headers = { authorization: String(signedIn.headers.authorization) }
  const path = '/v2/fuel-card-management'
  const bodies = new Map<number, Record<string, unknown>>()
  const send = async (operation: Operation, n: number) => {
    const id = ids[n % ids.length] as number
    if (operation === 'list') return void must(await callPortal(ports.portal, 'GET', `${path}?page=1&size=10`, headers))
    if (operation === 'get') return void must(await callPortal(ports.portal, 'GET', `${path}/${id}`, headers))
    const body = bodies.get(id) ?? JSON.parse(must(await callPortal(ports.portal, 'GET', `${path}/${id}`, headers)))
    const { version: _, ...unversioned } = body
    bodies.set(id, unversioned)
    return void must(
      await callPortal(ports.portal, 'PUT', `${path}/${id}`, headers, { ...unversioned, driver_name: `Driver ${n}` }),
    )
  }
  return { name: 'portal', pid, send }
}
function bareTarget(pid: number, company: number, ids: number[]): Target {
  const send = async (operation: Operation, n: number) => {
    const id = ids[n % ids.length]
    if (operation === 'list') return void must(await callPortal(ports.bare, 'GET', `/cards?company=${company}`))
    if (operation === 'get') return void must(await callPortal(ports.bare, 'GET', `/cards/${id}`))
    return void must(await callPortal(ports.bare, 'PUT', `/cards/${id}`, {}, { driver_name: `Driver ${n}` }))
  }
  return { name: 'bare Fastify + pg', pid, send }
}

async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const embedded = await startEmbedded({ dataDir })
  const children: ChildProcess[] = []
  try {
    await migrate(embedded)
    await seedDemo(embedded.ownerUrl, size)
    const { company, ids } = await pickCompany(embedded.ownerUrl)
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const env = {
      PORT: String(ports.portal),
      ROLE: 'api',
      DATABASE_URL: embedded.appUrl,
      DATABASE_GATE_URL: embedded.gateUrl,
      DATABASE_OWNER_URL: embedded.ownerUrl,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    }
    const portal = await startServer('server/src/main.ts', env, () =>
      callPortal(ports.portal, 'GET', '/readyz').then(must),
    )
    children.push(portal)
    const bare = await startServer(
      'bench/bare-server.ts',
      { BENCH_URL: embedded.ownerUrl, BENCH_PORT: String(ports.bare) },
      () => callPortal(ports.bare, 'GET', `/cards/${ids[0]}`).then(must),
    )
    children.push(bare)
    const targets = [bareTarget(bare.pid as number, company, ids), await portalTarget(portal.pid as number, ids)]
    console.log(
      `${size.companies} companies, ${size.cards} cards, ${requests} requests each, ${cpus().length} × ${cpus()[0]?.model}`,
    )
    console.log('| operation | server | CPU ms server + PostgreSQL | requests/s | ÷ bare |\n|---|---|---|---|---|')
    for (const operation of ['list', 'get', 'update'] as const) {
      let limit = 0
      for (const target of targets) {
        const { server, database, perSecond } = await measure(target, operation, postmaster)
        const sum = server + database
        if (limit === 0) limit = sum
        console.log(
          `| ${operation} | ${target.name} | ${server.toFixed(3)} + ${database.toFixed(3)} | ${perSecond.toFixed(0)} | ${(sum / limit).toFixed(2)} |`,
        )
      }
    }
  } finally {
    for (const child of children) child.kill()
    await sleep(500)
    await embedded.stop('immediate')
    rmSync(dataDir, { recursive: true, force: true })
  }
}
await run()
