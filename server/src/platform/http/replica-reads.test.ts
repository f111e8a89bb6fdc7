import { cards } from '@portal/contract/cards/cards.ts'
import { everyEndpoint } from '@portal/contract/contracts.ts'
import { mayLag } from '@portal/contract/endpoint.ts'
import { receivables } from '@portal/contract/receivables/receivables.ts'
import { reports } from '@portal/contract/reports/reports.ts'
import { units } from '@portal/contract/units/units.ts'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../db/connect.ts'
import { openReplica, type Replica } from '../../db/replica/replica.ts'
import { people } from '../../testing/factories.ts'
import { cloneDatabase, testApp } from '../../testing/test-app.ts'

/** A second copy of the database: a replica that replays nothing. */
const copyUrls = await cloneDatabase()
const copy = connect({ ...copyUrls, poolSize: 2 })
const copyOwner = new pg.Pool({ connectionString: copyUrls.ownerUrl, max: 1 })
const newest = Number((await copyOwner.query('select max(id) as id from audit_log')).rows[0].id)
const standing = { failure: null as Error | null, usable: true, reads: 0 }
const replica: Replica = {
  state: () => ({ configured: true, usable: standing.usable, lag_seconds: 5, lag_bytes: 0, reason: 'behind' }),
  floor: () => (standing.usable ? { entry: newest, below: 0 } : null),
  async read({ scope, userId, floor }, work) {
    standing.reads++
    if (standing.failure) throw standing.failure
    const value = await copy.transaction(scope, (db) => work(db), { readOnly: true })
    const [row] = await copy.unscoped<{ n: number }>('select entries_of_user($1, $2) as n', [userId, floor.entry])
    return { value, found: { entries: row?.n ?? 0, oldestXid: 1, isReplica: true } }
  },
  end: async () => {},
}
const { ask, owner, urls, database, tokenOf } = await testApp({ replica })
afterAll(async () => {
  await copy.end()
  await copyOwner.end()
})

const unit = (
  await owner.query(
    `select u.id::int, unit_number from units u join companies c on c.id = u.company_id where c.name = 'Northline Haulage' order by u.id limit 1`,
  )
).rows[0]
/** Tells where an answer was read: the tank is larger in the copy. */
const [onPrimary, onReplica] = [111, 777]
const fill = (pool: pg.Pool, litres: number) =>
  pool.query(`update units set tank_milli = $1, tank_unit = 'L' where id = $2`, [litres * 1000, unit.id])
await fill(copyOwner, onReplica)

const entriesOf = async (pool: pg.Pool, email: string) => {
  const { rows } = await pool.query(
    `select count(*)::int as n from audit_log a join users u on u.id = a.user_id where u.email = $1 and a.id > ${newest}`,
    [email],
  )
  return rows[0].n as number
}
const addEntries = (pool: pg.Pool, email: string, count = 1) =>
  pool.query(
    `insert into audit_log (user_id, action) select u.id, 'imports.done' from users u, generate_series(1, $2) where email = $1`,
    [email, count],
  )
/** Gives the copy as many entries of the user as the primary has, as if it had replayed them. Signing in is one too. */
const replay = async (email: string) =>
  addEntries(copyOwner, email, (await entriesOf(owner, email)) - (await entriesOf(copyOwner, email)))
const signIn = async (email: string) => {
  await tokenOf(email)
  // The first request of a session reads it from the primary; the ones after it assume it.
  await ask(email, units.list)
  await replay(email)
}
const listed = async (email: string) => {
  const answer = await ask(email, units.list, { query: { filter: `unit_number:${unit.unit_number}` } })
  return answer.status === 200 ? answer.body.units[0]?.tank_size : answer.status
}
beforeEach(async () => {
  standing.failure = null
  standing.usable = true
  standing.reads = 0
  await fill(owner, onPrimary)
})

test('OPS-8 lists and reports come from the replica, the detail of a record from the primary', async () => {
  await signIn(people.staff)
  expect(await listed(people.staff)).toBe(onReplica)
  expect((await ask(people.staff, units.get, { params: { id: unit.id } })).body.tank_size).toBe(onPrimary)
  const csv = await ask(people.staff, units.list, {
    query: { filter: `unit_number:${unit.unit_number}`, paged: 'false' },
  })
  expect(csv.body.units[0].tank_size).toBe(onReplica)
  standing.reads = 0
  expect((await ask(people.staff, reports.run, { params: { key: 'margin' }, body: {} })).status).toBe(200)
  expect(standing.reads).toBe(1)
})

test('OPS-8 a person reads their own changes at once, also those made in another process', async () => {
  await signIn(people.northline)
  expect(await listed(people.northline)).toBe(onReplica)
  expect(
    (await ask(people.northline, units.update, { params: { id: unit.id }, body: { tank_size: 222 } })).status,
  ).toBe(200)
  expect(await listed(people.northline)).toBe(222)
  await replay(people.northline)
  expect(await listed(people.northline)).toBe(onReplica)
  // An import's job, in a worker, writes its entry in the name of its user.
  await addEntries(owner, people.northline)
  expect(await listed(people.northline)).toBe(222)
})

test('OPS-8 T8 a refusal by a replica that lacks the asker’s changes does not count', async () => {
  await signIn(people.staff)
  const made = await owner.query(
    `insert into companies (kind, name) values ('customer', 'Made Just Now') returning id::int as id`,
  )
  const path = { params: { id: made.rows[0].id } }
  expect((await ask(people.staff, receivables.documents, path)).status).toBe(404)
  await addEntries(owner, people.staff)
  expect((await ask(people.staff, receivables.documents, path)).status).toBe(200)
})

describe('OPS-8 the primary answers', () => {
  test('when the replica fails or is not usable', async () => {
    await signIn(people.staff)
    for (const [code, message] of [
      ['ECONNRESET', 'read ECONNRESET'],
      ['40001', 'canceling statement due to conflict with recovery'],
      ['57P01', 'terminating connection due to administrator command'],
      ['25006', 'cannot execute UPDATE in a read-only transaction'],
    ]) {
      standing.failure = Object.assign(new Error(message), { code })
      expect([code, await listed(people.staff)]).toEqual([code, onPrimary])
    }
    standing.failure = null
    standing.usable = false
    standing.reads = 0
    expect([await listed(people.staff), standing.reads]).toEqual([onPrimary, 0])
  })
  test('not after a statement that took too long', async () => {
    await signIn(people.staff)
    standing.failure = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    expect(await listed(people.staff)).toBeGreaterThanOrEqual(500)
  })
})

test('OPS-8 of two parallel changes, the one with the earlier number may end last, and is read too', async () => {
  await signIn(people.northline)
  const [first, second] = [newest + 1_000_000, newest + 1_000_001]
  const end = (pool: pg.Pool, id: number) =>
    pool.query(
      `insert into audit_log (id, user_id, action) overriding system value select $1, id, 'units.update' from users where email = $2`,
      [id, people.northline],
    )
  await end(owner, second)
  await end(copyOwner, second)
  expect(await listed(people.northline)).toBe(onReplica)
  await end(owner, first)
  expect(await listed(people.northline)).toBe(onPrimary)
})

test('OPS-8 T5 S1 a changed permission and an ended session hold from the next list on, whatever the replica knows', async () => {
  const desk = 'desk@northline.test'
  const status = async (email: string) => (await ask(email, cards.list)).status
  for (const email of [desk, people.prairie]) {
    await signIn(email)
    await status(email)
    standing.reads = 0
    expect([await status(email), standing.reads]).toEqual([200, 1])
  }
  await owner.query(`update users set levels = '{}' where email = $1`, [desk])
  expect(await status(desk)).toBe(403)
  await owner.query('delete from sessions where user_id = (select id from users where email = $1)', [people.prairie])
  expect(await status(people.prairie)).toBe(401)
})

test('OPS-8 only what says so in its contract may lag', () => {
  const lagging = everyEndpoint.filter(mayLag)
  // A change is never read from the replica: these open no transaction of their own that writes.
  for (const { id, method, transaction, changes } of lagging)
    expect([id, method === 'GET' || transaction === 'none', changes]).toEqual([id, true, undefined])
  const lists = everyEndpoint.filter(({ list, method }) => list && method === 'GET').map(({ id }) => id)
  const kept = lists.filter((id) => !lagging.some((one) => one.id === id))
  expect(kept.sort()).toEqual([
    'billingRuns.list',
    'imports.list',
    'notifications.list',
    'reportRuns.list',
    'serviceKeys.list',
    'webhooks.deliveries',
    'webhooks.list',
  ])
  const ids = lagging.map(({ id }) => id as string)
  expect(ids).toEqual(
    expect.arrayContaining(['dashboard.get', 'reports.run', 'accounts.statement', 'receivables.list']),
  )
  for (const current of ['cards.get', 'todo.get', 'imports.get', 'notifications.unread', 'profiles.user'])
    expect(ids).not.toContain(current)
})

describe('OPS-8 at start', () => {
  const lines: object[] = []
  const log = { info: () => {}, warn: (fields: object, line: string) => lines.push({ ...fields, line }) }
  const open = (appUrl: string) => openReplica(database, { appUrl, poolSize: 1, maxLagSeconds: 10, log })
  test('an address that leads to the primary or to another database is refused in one sentence', async () => {
    await expect(open(urls.appUrl)).rejects.toThrow(
      'DATABASE_READ_URL leads to the same server as DATABASE_URL. It must lead to a streaming replica of it, or be left out.',
    )
    await expect(open(copyUrls.appUrl)).rejects.toThrow(
      'DATABASE_READ_URL leads to another database than DATABASE_URL.',
    )
    // Also on a server that would refuse it, or does not respond.
    await expect(open('postgres://portal_app:x@127.0.0.1:1/postgres')).rejects.toThrow('leads to another database')
  })
  test('a replica that is merely away is no reason not to start', async () => {
    const elsewhere = Object.assign(new URL(urls.appUrl), { host: '127.0.0.1:1' })
    const away = await open(elsewhere.href)
    expect(away.state()).toEqual({
      configured: true,
      usable: false,
      lag_seconds: null,
      lag_bytes: null,
      reason: 'away',
    })
    expect(away.floor()).toBeNull()
    await away.end()
    expect(lines.at(-1)).toMatchObject({ reason: 'away', cause: expect.stringContaining('ECONNREFUSED') })
  })
  test('one that refuses the password is none either, and the log says so', async () => {
    const refusing = await open(Object.assign(new URL(urls.appUrl), { password: 'wrong' }).href)
    expect(refusing.state()).toMatchObject({ usable: false, reason: 'refused' })
    await refusing.end()
    expect(lines.at(-1)).toEqual({
      reason: 'refused',
      cause: expect.stringMatching(/^password authentication failed for user/),
      line: 'The replica refuses the user or password of DATABASE_READ_URL. Lists and reports are read from the primary.',
    })
  })
})
