import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../../app.ts'
import { connect, type Database } from '../../db/connect.ts'
import { startEmbedded } from '../../db/embedded/embedded.ts'
import { type EmbeddedReplica, startReplica } from '../../db/embedded/embedded-replica.ts'
import { migrate } from '../../db/migrate.ts'
import type { Addresses } from '../../db/preflight.ts'
import { openReplica, type Replica } from '../../db/replica/replica.ts'
import { demoPassword, seedDemo } from '../../demo/demo.queries.ts'
import { readMetrics } from '../../platform/jobs/metrics.ts'
import { openFolder } from '../../platform/storage/storage.ts'
import { readConfig } from '../../process/config.ts'

const [staff, northline, prairie] = ['admin@provider.test', 'admin@northline.test', 'admin@prairie.test'] as const
type Unit = { id: number; unit_number: string }
type Portal = { app: FastifyInstance; database: Database; replica: Replica }
type Stage = {
  /** Two processes, as far as the database knows: each has its own pools. */
  portals: [Portal, Portal]
  owner: pg.Client
  server: EmbeddedReplica
  units: Unit[]
  tokenOf(email: string): Promise<string>
  pause(isPaused: boolean): Promise<void>
  say(line: string): void
}

async function openPortal(
  { appUrl, gateUrl }: Required<Addresses>,
  readUrl: string,
  folder: string,
  maxLagSeconds: number,
): Promise<Portal> {
  const database = connect({ appUrl, gateUrl, poolSize: 4 })
  const log = { info: () => {}, warn: () => {} }
  const replica = await openReplica(database, { appUrl: readUrl, poolSize: 2, maxLagSeconds, log, everyMs: 250 })
  const config = { ...readConfig({}), logLevel: 'silent' as const }
  const app = await buildApp({ database, replica, config, storage: await openFolder(folder), webRoot: '/nowhere' })
  return { app, database, replica }
}
async function closePortal({ app, database, replica }: Portal): Promise<void> {
  await app.close()
  await replica.end()
  await database.end()
}

export async function until(what: string, isSo: () => boolean | Promise<boolean>, forMs = 20_000): Promise<number> {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > forMs) throw new Error(`Waited in vain until ${what}.`)
    await sleep(20)
  }
  return performance.now() - begun
}

/** A portal with two processes on a primary and its streaming replica. */
async function onStage<T>(say: (line: string) => void, play: (stage: Stage) => Promise<T>): Promise<T> {
  const folders = ['primary', 'replica'].map((name) => mkdtempSync(join(tmpdir(), `portal-${name}-`)))
  const [dataDir, replicaDir] = folders as [string, string]
  const primary = await startEmbedded({ dataDir })
  const closers: (() => Promise<unknown>)[] = [() => primary.stop('immediate')]
  try {
    await migrate(primary)
    await seedDemo(primary.ownerUrl, { cards: 300, transactions: 600 })
    const server = await startReplica(dataDir, replicaDir)
    closers.unshift(() => server.stop())
    const superuser = new pg.Pool({ connectionString: server.superuserUrl, max: 1 })
    superuser.on('error', () => {})
    closers.unshift(() => superuser.end())
    const owner = new pg.Client({ connectionString: primary.ownerUrl })
    await owner.connect()
    closers.unshift(() => owner.end())
    const portals: Portal[] = []
    for (let n = 0; n < 2; n++) {
      const portal = await openPortal(primary, server.readUrl, join(dataDir, 'files'), 60)
      portals.push(portal)
      closers.unshift(() => closePortal(portal))
    }
    const { rows: units } = await owner.query<Unit>(
      `select u.id::int, unit_number from units u join companies c on c.id = u.company_id where c.name = 'Northline Haulage' order by u.id limit 32`,
    )
    const [first] = portals as [Portal, Portal]
    return await play({
      portals: portals as [Portal, Portal],
      owner,
      server,
      units,
      tokenOf: (email) => signIn(first, email),
      pause: async (isPaused) =>
        void (await superuser.query(`select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`)),
      say,
    })
  } finally {
    for (const close of closers) await close().catch((error) => say(`While closing: ${error.message}`))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

async function signIn({ app }: Portal, username: string): Promise<string> {
  const reply = await app.inject({ method: 'POST', url: '/v2/login', payload: { username, password: demoPassword } })
  return String(reply.headers.authorization)
}
const call = async ({ app }: Portal, token: string, url: string, body?: object) =>
  app.inject({
    method: body ? 'PUT' : 'GET',
    url: `/v2${url}`,
    headers: { authorization: token },
    ...(body ? { payload: body } : {}),
  })
const write = async (portal: Portal, token: string, { id }: Unit, litres: number) => {
  const reply = await call(portal, token, `/units/${id}`, { tank_size: litres, tank_unit: 'L' })
  assert.equal(reply.statusCode, 200, reply.body)
}
const list = async (portal: Portal, token: string, { unit_number }: Unit): Promise<number | null> => {
  const reply = await call(portal, token, `/units?filter=${encodeURIComponent(`unit_number:${unit_number}`)}`)
  assert.equal(reply.statusCode, 200, reply.body)
  return reply.json().units[0].tank_size
}

/** Reads so far by server and reason. */
async function readCounts(): Promise<Record<string, number>> {
  const found = (await readMetrics()).matchAll(/^portal_reads_total\{from="(\w+)",why="([\w-]+)"\} (\d+)/gm)
  return Object.fromEntries([...found].map(([, from, why, count]) => [`${from}/${why}`, Number(count)]))
}
async function countsOf(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await readCounts()
  await work()
  const after = await readCounts()
  return Object.fromEntries(
    Object.entries(after)
      .map(([key, count]): [string, number] => [key, count - (before[key] ?? 0)])
      .filter(([, count]) => count > 0),
  )
}

/** Changes through one process and lists through the other, 1,000 times: half while the replica replays nothing. */
async function ownChanges({ portals: [one, other], units, tokenOf, pause, say }: Stage): Promise<void> {
  const [token, reader] = [await tokenOf(northline), await tokenOf(staff)]
  const unit = units[0] as Unit
  await list(other, reader, unit)
  const loop = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      await write(one, token, unit, n)
      assert.equal(await list(other, token, unit), n, `change ${n} was not read`)
    }
  }
  const streaming = await countsOf(() => loop(101, 601))
  await pause(true)
  const before = await list(other, reader, unit)
  const paused = await countsOf(() => loop(601, 1101))
  assert.equal(paused['primary/not-fresh'], 500, 'the primary must answer the one who made the changes')
  const others = await countsOf(async () => assert.equal(await list(other, reader, unit), before))
  assert.deepEqual(others, { 'replica/fresh': 1 }, 'others are read from the replica')
  await pause(false)
  say(`1,000 changes, each listed at once. Streaming: ${JSON.stringify(streaming)}; paused: ${JSON.stringify(paused)}.`)
}

/** Of parallel changes, the one with the later number may end first; each is read by its own caller at once. */
async function parallelChanges({ portals, units, tokenOf, say }: Stage): Promise<void> {
  const token = await tokenOf(northline)
  const counts = await countsOf(async () => {
    await Promise.all(
      units.map(async (unit, at) => {
        for (let n = 1; n <= 20; n++) {
          await write(portals[at % 2] as Portal, token, unit, 2000 + n)
          assert.equal(await list(portals[(at + 1) % 2] as Portal, token, unit), 2000 + n)
        }
      }),
    )
  })
  say(`${units.length} parallel callers of one user, 20 changes each: ${JSON.stringify(counts)}.`)
}

/** Tenants alternate on a pool of two connections and never see each other's records (T3). */
async function tenants({ portals: [portal], tokenOf, say }: Stage): Promise<void> {
  const tokens = { 'Northline Haulage': await tokenOf(northline), 'Prairie Freight': await tokenOf(prairie) }
  const counts = await countsOf(async () => {
    let asked = 0
    const callers = Array.from({ length: 10 }, async () => {
      while (asked < 300) {
        const [name, token] = Object.entries(tokens)[asked++ % 2] as [string, string]
        const rows: { company_name: string }[] = (await call(portal, token, '/fuel-card-management?size=50')).json()
          .cards
        assert.ok(rows.length > 0 && rows.every(({ company_name }) => company_name === name), 'tenants mixed')
      }
    })
    await Promise.all(callers)
  })
  assert.ok((counts['replica/fresh'] ?? 0) > 200, 'the replica must have answered')
  say(`300 lists of two tenants over two connections: ${JSON.stringify(counts)}.`)
}

/** A session that ended, and a permission that was withdrawn, while the replica replays nothing (T5, S1). */
async function endedSession({ portals: [one, other], owner, tokenOf, pause, say }: Stage): Promise<void> {
  const tokens = [await tokenOf(prairie), await tokenOf('desk@northline.test')] as const
  for (const token of tokens) for (const portal of [one, other]) await call(portal, token, '/fuel-card-management')
  await pause(true)
  const status = async (token: string) => (await call(other, token, '/fuel-card-management')).statusCode
  await one.app.inject({ method: 'POST', url: '/v2/logout', headers: { authorization: tokens[0] } })
  assert.equal(await status(tokens[0]), 401)
  await owner.query(`update users set levels = '{}' where email = 'desk@northline.test'`)
  assert.equal(await status(tokens[1]), 403)
  await pause(false)
  say('A sign-out and a withdrawn permission held from the next list on.')
}

/** Reads without a pause, and returns the slowest and how many failed. */
function keepReading({ portals }: Stage, token: string, unit: Unit) {
  let isOver = false
  let [count, failed, slowest] = [0, 0, 0]
  const readers = Array.from({ length: 8 }, async (_, at) => {
    while (!isOver) {
      const begun = performance.now()
      await list(portals[at % 2] as Portal, token, unit).catch(() => failed++)
      slowest = Math.max(slowest, performance.now() - begun)
      count++
    }
  })
  return {
    slowest: () => slowest,
    end: async () => {
      isOver = true
      await Promise.all(readers)
      return { count, failed, slowest: Math.round(slowest) }
    },
  }
}
const isUsable = ({ portals }: Stage) => portals.every(({ replica }) => replica.state().usable)
const isFor = ({ portals }: Stage, reason: string) => portals.every(({ replica }) => replica.state().reason === reason)

function signalServer({ server }: Stage, name: 'SIGSTOP' | 'SIGCONT'): void {
  const { pid } = server.postmaster()
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
  for (const one of [pid, ...children.map(Number)])
    try {
      process.kill(one, name)
    } catch {
      // It has ended since it was listed.
    }
}

type Loss = { name: string; forMs: number; take: () => Promise<void>; giveBack: () => Promise<void> }
async function loss(stage: Stage, { name, forMs, take, giveBack }: Loss) {
  const token = await stage.tokenOf(staff)
  const reading = keepReading(stage, token, stage.units[0] as Unit)
  await sleep(500)
  const usual = reading.slowest()
  await take()
  const away = await until('the replica is away', () => isFor(stage, 'away'))
  await sleep(forMs)
  await giveBack()
  const back = await until('the replica is used again', () => isUsable(stage))
  await sleep(300)
  const { count, failed, slowest } = await reading.end()
  assert.equal(failed, 0, `${failed} of ${count} lists failed`)
  assert.ok(slowest - usual < 4000, `the slowest list took ${slowest} ms`)
  const counts = await countsOf(async () => void (await list(stage.portals[0], token, stage.units[0] as Unit)))
  assert.deepEqual(counts, { 'replica/fresh': 1 })
  stage.say(
    `Replica ${name}: ${count} lists, none failed, slowest ${slowest} ms; away after ${Math.round(away)} ms, used again ${Math.round(back)} ms after its return.`,
  )
}

/** Further behind than allowed: no request asks it, until it has caught up. */
async function lagging({ portals: [one], server, owner, units, tokenOf, pause, say }: Stage): Promise<void> {
  const url = new URL(server.readUrl)
  const log = { info: () => {}, warn: () => {} }
  const strict = await openReplica(one.database, { appUrl: url.href, poolSize: 2, maxLagSeconds: 1, log, everyMs: 250 })
  try {
    await until('the replica is known', () => strict.state().usable)
    await pause(true)
    await write(one, await tokenOf(northline), units[0] as Unit, 4000)
    await owner.query('select pg_switch_wal()').catch(() => {})
    const behind = await until('the replica is too far behind', () => strict.state().reason === 'behind')
    assert.equal(strict.floor(), null)
    const { lag_seconds, lag_bytes } = strict.state()
    assert.ok((lag_seconds ?? 0) > 1 && (lag_bytes ?? 0) > 0)
    await pause(false)
    const back = await until('the replica has caught up', () => strict.state().usable)
    say(`Limit of 1 s: not read after ${Math.round(behind)} ms, read again ${Math.round(back)} ms after it went on.`)
  } finally {
    await strict.end()
  }
}

/** A promoted replica has a history of its own and is not read. */
async function promotion(stage: Stage): Promise<void> {
  const { server, portals, units, tokenOf, say } = stage
  const token = await tokenOf(staff)
  const unit = units[0] as Unit
  const was = await list(portals[0], token, unit)
  const promoted = new pg.Client({ connectionString: server.superuserUrl })
  await promoted.connect()
  await promoted.query('select pg_promote()')
  await promoted.query('update units set tank_milli = 1000 where id = $1', [unit.id])
  await promoted.end()
  const counts = await countsOf(async () => {
    for (let n = 0; n < 20; n++) assert.equal(await list(portals[n % 2] as Portal, token, unit), was)
  })
  assert.equal(counts['replica/fresh'], undefined, 'a promoted replica was read')
  await until('the promotion is known', () => isFor(stage, 'promoted'))
  say(`Promoted: ${JSON.stringify(counts)}, then not asked.`)
}

/** What OPS-8 promises of a replica, tried with a real one. Throws at the first breach. */
export const replicaDrill = (say: (line: string) => void): Promise<void> =>
  onStage(say, async (stage) => {
    await until('the replica is used', () => isUsable(stage))
    await ownChanges(stage)
    await parallelChanges(stage)
    await tenants(stage)
    await endedSession(stage)
    await lagging(stage)
    const { server } = stage
    const killed = { name: 'killed', forMs: 500, take: () => server.halt('immediate'), giveBack: () => server.resume() }
    const hanging = {
      name: 'hanging',
      // Longer than a query's own limit, which no list may wait for.
      forMs: 5000,
      take: async () => signalServer(stage, 'SIGSTOP'),
      giveBack: async () => signalServer(stage, 'SIGCONT'),
    }
    for (const one of [killed, hanging]) await loss(stage, one)
    await promotion(stage)
  })
