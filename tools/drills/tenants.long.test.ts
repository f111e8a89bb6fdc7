import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openSession } from '../../server/src/platform/access/sessions.ts'
import { testApp } from '../../server/src/testing/test-app.ts'
import { figure, lengthOf } from './drill.ts'

const requests = lengthOf(20_000, 1500)
const clients = 24
type Tenant = { id: number; token: string; cards: number[]; count: number }
type Reply = { status: number; text: string }

const { app, database, owner, urls } = await testApp({ poolSize: 2 })

/** Every customer's name says whose a row is, and each has an Admin of its own. */
async function markTenants(): Promise<Tenant[]> {
  await owner.query(`update companies set name = 'tenant-' || id || '-' where kind = 'customer'`)
  await owner.query(
    `update cards set driver_name = 'tenant-' || company_id || '-' where company_id in (select id from companies where kind = 'customer')`,
  )
  const { rows } = await owner.query<{ id: number; user_id: number; cards: number[] }>(
    `with made as (
       insert into users (company_id, email, first_name, last_name, role, levels, password_hash)
       select companies.id, 'drill-' || companies.id || '@tenant.test', 'Admin', 'tenant-' || companies.id || '-', u.role, u.levels, u.password_hash
       from companies, users u where kind = 'customer' and status = 'active' and u.email = 'admin@northline.test'
       returning id, company_id
     ) select made.company_id::int as id, made.id::int as user_id, (select array_agg(cards.id::int order by cards.id) from cards where company_id = made.company_id) as cards
     from made`,
  )
  const tenants: Tenant[] = []
  for (const { id, user_id, cards } of rows.filter((one) => one.cards?.length > 0)) {
    const session = { user_id, company_id: id, device: { user_agent: null, address: '127.0.0.1' } }
    const token = await openSession(database, () => new Date(), session)
    tenants.push({ id, token, cards, count: cards.length })
  }
  return tenants
}

/** A statement of another user holds a card, so that a change of it runs into the limit for locks. */
async function holdCards(ids: number[]): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: urls.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from cards where id = any($1) for update', [ids])
  return async () => {
    await holder.query('rollback')
    await holder.end()
  }
}

const owners = (text: string): Set<number> => new Set([...text.matchAll(/tenant-(\d+)-/g)].map(([, id]) => Number(id)))

const outcomes = new Map<string, number>()
const note = (what: string) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
const faults: string[] = []

type Kind = (tenant: Tenant, n: number) => Promise<Reply | null>
/** Lists, own and foreign records, errors, aborted requests, and changes that are rolled back. */
function kindsOf(origin: string, tenants: Tenant[]): Kind[] {
  const send = async ({ token }: Tenant, path: string, init: RequestInit = {}): Promise<Reply | null> => {
    const headers = { authorization: token, ...(init.body ? { 'content-type': 'application/json' } : {}) }
    try {
      const reply = await fetch(`${origin}/v2${path}`, { ...init, headers })
      return { status: reply.status, text: await reply.text() }
    } catch {
      note('aborted')
      return null
    }
  }
  const one = (list: readonly number[], n: number) => list[n % list.length] as number
  const other = (n: number) => tenants[(n * 7 + 1) % tenants.length] as Tenant
  /** A change of an own card: now and then of the one that is held, or of a stale version. */
  const change: Kind = async (tenant, n) => {
    const lap = Math.floor(n / kinds.length)
    const id = lap % 8 === 0 ? one(tenant.cards, 0) : one(tenant.cards.slice(1), n)
    const read = await send(tenant, `/fuel-card-management/${id}`)
    if (read?.status !== 200) return read
    const card = JSON.parse(read.text)
    const body = JSON.stringify({ ...card, odometer: String(n), ...(lap % 3 === 0 ? { version: 99_999 } : {}) })
    return send(tenant, `/fuel-card-management/${id}`, { method: 'PUT', body })
  }
  const kinds: Kind[] = [
    (tenant) => send(tenant, '/fuel-card-management?size=50'),
    (tenant, n) => send(tenant, `/fuel-card-management/${one(tenant.cards, n)}`),
    (tenant, n) => send(tenant, `/fuel-card-management/${one(other(n).cards, n)}`),
    (tenant) => send(tenant, '/fuel-transaction/authcode?size=20'),
    (tenant) => send(tenant, '/users?size=50'),
    (tenant) => send(tenant, '/tracking-logs?size=20'),
    (tenant) => send(tenant, '/fuel-card-management?sort=nothing'),
    (tenant, n) => send(tenant, '/fuel-card-management?size=100', { signal: AbortSignal.timeout(1 + (n % 25)) }),
    change,
  ]
  return kinds
}

/** No row of another customer, and of the own cards all. */
function judge(tenant: Tenant, kind: number, reply: Reply | null): void {
  if (!reply) return
  note(String(reply.status))
  const strange = [...owners(reply.text)].filter((id) => id !== tenant.id)
  if (strange.length > 0) faults.push(`Customer ${tenant.id} was shown rows of ${strange} (request ${kind}).`)
  if (reply.status === 500) faults.push(`Customer ${tenant.id}: ${reply.text.slice(0, 300)}`)
  if (kind !== 0 || reply.status !== 200) return
  const { metadata, ...rest } = JSON.parse(reply.text)
  const rows = (Object.values(rest) as unknown[]).find(Array.isArray)?.length
  if (metadata.total_count !== tenant.count || rows !== Math.min(50, tenant.count))
    faults.push(`Customer ${tenant.id} has ${tenant.count} cards and was shown ${rows} of ${metadata.total_count}.`)
}

test('T3 over a pool of two connections, interleaved requests of many customers with errors, timeouts and aborts never mix', async () => {
  const tenants = await markTenants()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const kinds = kindsOf(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, tenants)
  const release = await holdCards(tenants.map(({ cards }) => cards[0] as number))
  const releasing = sleep(5000).then(release)
  let next = 0
  const client = async () => {
    while (next < requests && faults.length < 5) {
      const n = next++
      const tenant = tenants[(n * 5) % tenants.length] as Tenant
      const kind = (n * 11 + Math.floor(n / tenants.length)) % kinds.length
      judge(tenant, kind, (await kinds[kind]?.(tenant, n)) ?? null)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  await releasing
  expect(faults).toEqual([])
  const tally = [...outcomes].sort().map(([what, count]) => `${what}: ${count}`)
  figure(
    `${requests} requests of ${tenants.length} customers by ${clients} clients over 2 connections, no foreign row; ${tally.join(', ')}`,
  )
  expect(outcomes.get('200')).toBeGreaterThan(requests / 3)
  for (const what of ['404', '400', '409', '503', 'aborted'])
    expect([what, outcomes.get(what)]).not.toEqual([what, undefined])
})
