import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { demoPassword, seedDemo } from '../server/src/demo/demo.queries.ts'
import { makeInvoice, setBillingSettings } from '../server/src/testing/invoices.ts'
import { callPortal, must, startServer } from './calls.ts'
import { cpuOf } from './cpu.ts'
import { numberFrom } from './grown-portal.ts'

/**
 * Compares the portal with a bare server, in alternating rounds of one run, by processor time per request: reads of a
 * card, lists of a company's cards, transactions and invoices, and changes of a card. `DATA_DIR` keeps the database,
 * `ONLY` chooses requests, and `FLAGS` go to Node with the portal, such as `--cpu-prof`.
 */
const size = {
  companies: numberFrom('COMPANIES', 2000),
  cards: numberFrom('CARDS', 100_000),
  transactions: numberFrom('TRANSACTIONS', 20_000),
}
const requests = numberFrom('REQUESTS', 5000)
const rounds = numberFrom('ROUNDS', 3)
const ports = { portal: numberFrom('PORT', 18080), bare: numberFrom('BARE_PORT', 18081) }
const operations = ['list', 'get', 'transactions', 'invoices', 'update'] as const
type Operation = (typeof operations)[number]

type Send = (operation: Operation, n: number) => Promise<string>
type Target = { name: string; pid: number; send: Send }

/** Eight concurrent callers. Every response is checked, because a quick refusal would look like a good time. */
async function load({ send }: Target, operation: Operation, count: number, from: number): Promise<void> {
  let next = from
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < from + count) await send(operation, next++)
    }),
  )
}

type Spent = { server: number; database: number; ms: number }
async function measure(target: Target, operation: Operation, postmaster: number, from: number): Promise<Spent> {
  const before = cpuOf(target.pid, postmaster)
  const started = performance.now()
  await load(target, operation, requests, from)
  const ms = performance.now() - started
  const after = cpuOf(target.pid, postmaster)
  return { server: after.server - before.server, database: after.database - before.database, ms }
}

type Picked = { company: number; ids: number[] }
/** The customer whose lists are read, and its card ids for the requests by id. */
async function prepare(ownerUrl: string): Promise<Picked> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows } = await owner.query(
    `select c.id as company, array_agg(k.id::int) as ids, exists (select from invoices where invoices.company_id = c.id) as is_billed
     from companies c join cards k on k.company_id = c.id
     where c.name = 'Northline Haulage' and k.card_status <> 'CLOSED' group by c.id`,
  )
  const { company, ids, is_billed } = rows[0]
  if (!is_billed) {
    await setBillingSettings(owner)
    for (let n = 0; n < 60; n++) await makeInvoice(owner, { companyId: company, lines: 20 })
  }
  await owner.query('vacuum analyze')
  await owner.end()
  return { company: Number(company), ids }
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
  const get = async (path: string) => must(await callPortal(ports.portal, 'GET', `/v2/${path}`, headers))
  const bodies = new Map<number, Record<string, unknown>>()
  const update: Send = async (_, n) => {
    const id = ids[n % ids.length] as number
    const body = bodies.get(id) ?? JSON.parse(await get(`fuel-card-management/${id}`))
    const { version: _version, ...unversioned } = body
    bodies.set(id, unversioned)
    const changed = { ...unversioned, driver_name: `Driver ${n}` }
    return must(await callPortal(ports.portal, 'PUT', `/v2/fuel-card-management/${id}`, headers, changed))
  }
  const sends: Record<Operation, Send> = {
    list: () => get('fuel-card-management?page=1&size=10'),
    get: (_, n) => get(`fuel-card-management/${ids[n % ids.length]}`),
    transactions: () => get('fuel-transaction/authcode?page=1&size=10'),
    invoices: () => get('spol/invoices?page=1&size=10'),
    update,
  }
  return { name: 'portal', pid, send: (operation, n) => sends[operation](operation, n) }
}

function bareTarget(pid: number, { company, ids }: Picked, filler: Map<Operation, number>): Target {
  const paths = { list: 'cards', transactions: 'transactions', invoices: 'invoices' }
  const send: Send = async (operation, n) => {
    const more = `filler=${filler.get(operation) ?? 0}`
    const id = ids[n % ids.length]
    if (operation === 'get') return must(await callPortal(ports.bare, 'GET', `/cards/${id}?${more}`))
    if (operation !== 'update')
      return must(await callPortal(ports.bare, 'GET', `/${paths[operation]}?company=${company}&${more}`))
    return must(await callPortal(ports.bare, 'PUT', `/cards/${id}?${more}`, {}, { driver_name: `Driver ${n}` }))
  }
  return { name: 'bare Fastify + pg', pid, send }
}

/** How much longer each row of the bare answer has to be. */
async function fillerFor(operation: Operation, bare: Target, portal: Target): Promise<number> {
  const [plain, wanted] = [await bare.send(operation, 1), await portal.send(operation, 1)]
  const rows = JSON.parse(plain).length ?? 1
  return Math.max(0, Math.round((wanted.length - plain.length) / rows))
}

const added = (sum: Spent, one: Spent): Spent => ({
  server: sum.server + one.server,
  database: sum.database + one.database,
  ms: sum.ms + one.ms,
})
async function compare(operation: Operation, targets: Target[], postmaster: number): Promise<void> {
  for (const target of targets) await load(target, operation, requests, 0)
  const spent = new Map<Target, Spent>()
  for (let round = 1; round <= rounds; round++)
    for (const target of targets) {
      const one = await measure(target, operation, postmaster, round * requests)
      spent.set(target, added(spent.get(target) ?? { server: 0, database: 0, ms: 0 }, one))
    }
  const all = rounds * requests
  let limit = 0
  for (const [target, { server, database, ms }] of spent) {
    limit ||= server + database
    const bytes = (await target.send(operation, 1)).length
    const cells = [
      `${(server / all).toFixed(3)} + ${(database / all).toFixed(3)}`,
      ((all / ms) * 1000).toFixed(0),
      bytes,
      ((server + database) / limit).toFixed(2),
    ]
    console.log(`| ${operation} | ${target.name} | ${cells.join(' | ')} |`)
  }
}

async function run(): Promise<void> {
  const kept = process.env.DATA_DIR
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const embedded = await startEmbedded({ dataDir })
  const children: ChildProcess[] = []
  try {
    await migrate(embedded)
    await seedDemo(embedded.ownerUrl, size)
    const picked = await prepare(embedded.ownerUrl)
    const { ids } = picked
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const env = {
      PORT: String(ports.portal),
      DATA_DIR: join(dataDir, 'portal'),
      DATABASE_URL: embedded.appUrl,
      DATABASE_GATE_URL: embedded.gateUrl,
      DATABASE_OWNER_URL: embedded.ownerUrl,
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
      ...(process.env.FLAGS ? { NODE_OPTIONS: process.env.FLAGS } : {}),
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
    const filler = new Map<Operation, number>()
    const targets = [bareTarget(bare.pid as number, picked, filler), await portalTarget(portal.pid as number, ids)]
    console.log(
      `${size.companies} companies, ${size.cards} cards, ${size.transactions} transactions, ${rounds} rounds of ${requests} requests each, ${cpus().length} × ${cpus()[0]?.model}`,
    )
    console.log(
      '| request | server | CPU ms server + PostgreSQL | requests/s | bytes | ÷ bare |\n|---|---|---|---|---|---|',
    )
    const chosen = process.env.ONLY?.split(',')
    for (const operation of operations.filter((one) => chosen?.includes(one) ?? true)) {
      filler.set(operation, await fillerFor(operation, ...(targets as [Target, Target])))
      await compare(operation, targets, postmaster)
    }
  } finally {
    for (const child of children) child.kill()
    await sleep(1000)
    await embedded.stop('immediate')
    if (!kept) rmSync(dataDir, { recursive: true, force: true })
  }
}
await run()
