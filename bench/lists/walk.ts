import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyEndpoint } from '@portal/contract/contracts.ts'
import { type Endpoint, pathOf } from '@portal/contract/endpoint.ts'
import type { ListSpec } from '@portal/contract/list.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { freePort } from '../../server/src/db/embedded/postmaster.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { demoPassword } from '../../server/src/demo/demo.queries.ts'
import { callPortal, startServer } from '../calls.ts'
import { cpuOfProcess } from '../cpu.ts'
import { type Asked, askedOf } from './asked.ts'

/**
 * Asks each list for everything that it has on offer, read from its contract, and prints what takes more than `OVER` (50)
 * milliseconds of PostgreSQL. `DATA_DIR` is a data folder with the size that is measured, `ONLY` a part of the names of
 * lists, `AS` the user (`admin@provider.test`).
 */
const dataDir = process.env.DATA_DIR
if (!dataDir) throw new Error('DATA_DIR names the folder of the data')
const over = Number(process.env.OVER ?? 50)
const only = process.env.ONLY ?? ''
const who = process.env.AS ?? 'admin@provider.test'
/** Enough to tell what a page costs; an answer above the limit is measured again, to leave out what it read from disk. */
const rounds = 3

type Listed = Endpoint & { list: ListSpec }
type Answer = { status: number; page: number; pages: number; total: string; ms: number }
type Seen = Asked & { list: string; page: number; total: string; ms: number }

const backendsOf = (postmaster: number): number[] =>
  readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').map(Number)
const databaseCpu = (postmaster: number): number => backendsOf(postmaster).reduce((sum, pid) => sum + cpuOf(pid), 0)
function cpuOf(pid: number): number {
  try {
    return cpuOfProcess(pid)
  } catch {
    return 0
  }
}

const embedded = await startEmbedded({ dataDir })
await migrate(embedded)
const port = await freePort()
const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const env = {
  PORT: String(port),
  ROLE: 'api',
  DATABASE_URL: embedded.appUrl,
  DATABASE_GATE_URL: embedded.gateUrl,
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
}
const ready = async () => {
  if ((await callPortal(port, 'GET', '/readyz')).status !== 200) throw new Error('not ready')
}
const portal = await startServer('server/src/main.ts', env, ready)

async function walk(): Promise<Seen[]> {
  const signedIn = await callPortal(port, 'POST', '/v2/login', {}, { username: who, password: demoPassword })
  const headers = { authorization: String(signedIn.headers.authorization) }
  const get = async (path: string) => callPortal(port, 'GET', path, headers)

  async function ask(endpoint: Listed, { sort, filter }: Asked, page: number): Promise<Answer> {
    const query = new URLSearchParams({ size: '10', page: String(page), sort, ...(filter ? { filter } : {}) })
    const path = `${pathOf(endpoint, endpoint.params ? { id: 2 } : {})}?${query}`
    const before = databaseCpu(postmaster)
    const { status, text } = await get(path)
    const ms = databaseCpu(postmaster) - before
    if (status !== 200) return { status, page, pages: 1, total: '', ms }
    const { metadata } = JSON.parse(text)
    const total = `${metadata.total_count}${metadata.total_kind === 'exact' ? '' : '+'}`
    return { status, page: metadata.page, pages: metadata.total_pages, total, ms }
  }
  async function steadily(endpoint: Listed, asked: Asked, page: number): Promise<Answer> {
    let best = await ask(endpoint, asked, page)
    for (let round = 1; round < rounds && best.ms > over / 2; round++) {
      const again = await ask(endpoint, asked, page)
      if (again.ms < best.ms) best = again
    }
    return best
  }

  const seen: Seen[] = []
  for (const endpoint of everyEndpoint.filter(
    (one): one is Listed => one.list !== undefined && one.id.includes(only),
  )) {
    const first = await get(`${pathOf(endpoint, endpoint.params ? { id: 2 } : {})}?size=50`)
    if (first.status !== 200) {
      console.log(`${endpoint.id}: ${first.status} ${first.text.slice(0, 100)}`)
      continue
    }
    const rows = JSON.parse(first.text)[endpoint.list.rows]
    const started = seen.length
    for (const asked of askedOf(endpoint.list, rows)) {
      const top = await steadily(endpoint, asked, 1)
      if (top.status !== 200 && top.status !== 400) throw new Error(`${endpoint.id} ${asked.what}: ${top.status}`)
      const note = (answer: Answer) =>
        seen.push({
          ...asked,
          list: endpoint.id,
          page: answer.page,
          total: answer.status === 400 ? 'refused' : answer.total,
          ms: answer.ms,
        })
      note(top)
      const isOwnOrder =
        asked.filter === undefined || asked.sort.startsWith(`${endpoint.list.defaultSort.split(',')[0]},desc`)
      if (top.pages > 2)
        for (const page of isOwnOrder ? [(top.pages >> 1) + 1, top.pages] : [(top.pages >> 1) + 1])
          note(await steadily(endpoint, asked, page))
    }
    const mine = seen.slice(started)
    const slowest = Math.max(0, ...mine.map(({ ms }) => ms))
    console.log(`${endpoint.id}: ${mine.length} pages, the slowest ${slowest.toFixed(0)} ms`)
  }
  return seen
}

try {
  const seen = await walk()
  const slow = seen.filter(({ ms }) => ms > over).toSorted((a, b) => b.ms - a.ms)
  console.log('\n| list | filter | by | page | total | PostgreSQL ms |\n|---|---|---|---|---|---|')
  for (const { list, what, sort, page, total, ms } of slow)
    console.log(`| ${list} | \`${what}\` | ${sort} | ${page} | ${total} | ${ms.toFixed(0)} |`)
  console.log(`${seen.length} pages, ${slow.length} above ${over} ms`)
} finally {
  portal.kill()
  await embedded.stop()
}
