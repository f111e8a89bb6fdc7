import { readFileSync } from 'node:fs'
import { everyEndpoint } from '@portal/contract/contracts.ts'
import { type Endpoint, pathOf } from '@portal/contract/endpoint.ts'
import type { ListSpec } from '@portal/contract/list.ts'
import { cpuOfProcess } from '../runner/cpu.ts'
import { send } from '../runner/http.ts'
import { openSite } from '../runner/site.ts'
import { type Question, questionsOf } from './questions.ts'

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
const rounds = 3

type Listed = Endpoint & { list: ListSpec }
type Answer = { page: number; pages: number; total: string; ms: number }
type Seen = Question & { list: string; page: number; total: string; ms: number }

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

const site = await openSite(dataDir)
const headers = await site.signIn(who)
const get = (path: string) => send(site.portal.port, 'GET', path, headers)
/** A list within a record is that of the second one, which is a customer. */
const pathFor = (endpoint: Listed, query: URLSearchParams) =>
  `${pathOf(endpoint, endpoint.params ? { id: 2 } : {})}?${query}`

async function ask(endpoint: Listed, { sort, filter }: Question, page: number): Promise<Answer> {
  const query = new URLSearchParams({ size: '10', page: String(page), sort, ...(filter ? { filter } : {}) })
  const before = databaseCpu(site.postmaster)
  const { status, body } = await get(pathFor(endpoint, query))
  const ms = databaseCpu(site.postmaster) - before
  if (status !== 200 && status !== 400) throw new Error(`${status}: ${endpoint.id} ${query}`)
  if (status === 400) return { page, pages: 1, total: 'refused', ms }
  const { metadata } = JSON.parse(body.toString())
  const total = `${metadata.total_count}${metadata.total_kind === 'exact' ? '' : '+'}`
  return { page: metadata.page, pages: metadata.total_pages, total, ms }
}
/** The best of a few rounds, to leave out what was read from disk or planned for the first time. */
async function steadily(endpoint: Listed, asked: Question, page: number): Promise<Answer> {
  let best = await ask(endpoint, asked, page)
  for (let round = 1; round < rounds && best.ms > over / 2; round++) {
    const again = await ask(endpoint, asked, page)
    if (again.ms < best.ms) best = again
  }
  return best
}

const rowOf = ({ list, what, sort, page, total, ms }: Seen): string =>
  `| ${list} | \`${what}\` | ${sort} | ${page} | ${total} | ${ms.toFixed(0)} |`

async function walk(endpoint: Listed): Promise<Seen[]> {
  const first = await get(pathFor(endpoint, new URLSearchParams({ size: '50' })))
  if (first.status !== 200) throw new Error(`${endpoint.id}: ${first.status} ${first.body.toString('utf8', 0, 100)}`)
  const seen: Seen[] = []
  for (const asked of questionsOf(endpoint.list, JSON.parse(first.body.toString())[endpoint.list.rows])) {
    const note = ({ page, total, ms }: Answer) => {
      const one = { ...asked, list: endpoint.id, page, total, ms }
      seen.push(one)
      if (ms > over) console.log(rowOf(one))
    }
    const top = await steadily(endpoint, asked, 1)
    note(top)
    const middle = (top.pages >> 1) + 1
    const isOwnOrder = asked.filter === undefined || endpoint.list.defaultSort === asked.sort
    for (const page of top.pages < 3 ? [] : isOwnOrder ? [middle, top.pages] : [middle])
      note(await steadily(endpoint, asked, page))
  }
  return seen
}

try {
  console.log('| list | filter | by | page | total | PostgreSQL ms |\n|---|---|---|---|---|---|')
  for (const endpoint of everyEndpoint.filter(
    (one): one is Listed => one.list !== undefined && one.id.includes(only),
  )) {
    const seen = await walk(endpoint).catch((error: Error) => console.log(error.message))
    const slowest = seen?.toSorted((a, b) => b.ms - a.ms)[0]
    if (slowest) console.log(`${seen?.length} pages of ${endpoint.id}; the slowest:\n${rowOf(slowest)}`)
  }
} finally {
  await site.stop()
}
