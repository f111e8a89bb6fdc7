import { cards } from '@portal/contract/cards/cards.ts'
import { type LogRow, logs } from '@portal/contract/logs/logs.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Scope } from '../db/connect.ts'
import { demoPassword } from '../demo/demo.queries.ts'
import { customerScope, staffScope } from '../platform/access/scope.ts'
import { cardBody, people } from '../testing/factories.ts'
import { settle } from '../testing/settled.ts'
import { testApp } from '../testing/test-app.ts'
import { listLogs } from './logs.queries.ts'

const { ask, owner, database } = await testApp()
const idOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const [provider, northline, prairie] = await Promise.all(
  ['Fresh Fuels Energy', 'Northline Haulage', 'Prairie Freight'].map(idOf),
)
const login = (username: string, password = demoPassword) => ask(null, session.login, { body: { username, password } })
const rowsOf = async (who: string, query: Record<string, string | string[]> = {}): Promise<LogRow[]> => {
  const answer = await ask(who, logs.list, { query: { size: '50', ...query } })
  expect(answer.status).toBe(200)
  return answer.body.logs
}

let northlineCard = { id: 0, card_number: '' }
/** The provider, Northline, Prairie and a user without a session each leave an entry first. */
beforeAll(async () => {
  await login('stranger@nowhere.test', 'wrong')
  await ask(people.prairie, cards.list, { query: { format: 'csv', filter: 'driver_name::prairie-only' } })
  northlineCard = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const { body } = await ask(people.northline, cards.get, { params: { id: northlineCard.id } })
  await ask(people.northline, cards.update, {
    params: { id: northlineCard.id },
    body: { ...body, card_status: 'HOLD', driver_name: 'Omar Haddad' },
  })
  await ask(people.desk, cards.remove, { params: { id: northlineCard.id } })
})

test('NAV-7 a company’s Admin reads who did what, when, to which record, from which account', async () => {
  const [changed] = await rowsOf(people.northline, { filter: 'action:cards.update' })
  expect(changed).toMatchObject({
    user_email: people.northline,
    account: 'Northline Haulage',
    is_switched: false,
    action_words: 'Changed a card',
    record_type: 'card',
    record_id: northlineCard.id,
    record_label: `••••••${northlineCard.card_number.slice(-4)}`,
    request_id: expect.any(String),
  })
  expect(Math.abs(Date.parse(changed?.at ?? '') - Date.now())).toBeLessThan(60_000)
  expect(changed?.changes).toEqual([
    { field: 'card_status', before: 'RELEASE', after: 'HOLD' },
    { field: 'driver_name', before: 'Zoé Lavoie', after: 'Omar Haddad' },
    { field: 'status', before: 'ACTIVE', after: 'HOLD' },
  ])
  const [refused] = await rowsOf(people.northline, { filter: 'action::denied' })
  expect(refused).toMatchObject({
    user_email: people.desk,
    changes: expect.arrayContaining([{ field: 'endpoint', before: null, after: 'cards.remove' }]),
  })
})

test('NAV-7 PERM-7 a customer sees only its own company’s audit log, in rows, counts, filters and exports', async () => {
  const { rows } = await owner.query('select id::int from audit_log where company_id = $1 order by at desc, id desc', [
    northline,
  ])
  const seen = await ask(people.northline, logs.list, { query: { size: '50' } })
  expect(seen.body.logs.map(({ id }: LogRow) => id)).toEqual(rows.map(({ id }) => id))
  expect(seen.body.metadata.total_count).toBe(rows.length)
  for (const filter of [
    'user_email::prairie',
    'user_email::nowhere',
    'action:session.login-failed',
    'action:cards.create',
  ])
    expect([filter, await rowsOf(people.northline, { filter })]).toEqual([filter, []])
  const csv = await ask(people.northline, logs.list, { query: { format: 'csv' } })
  expect(csv.text).toContain('Driver Name: Zoé Lavoie → Omar Haddad')
  expect(csv.text).not.toMatch(/prairie|nowhere|provider\.test/)
  expect((await rowsOf(people.prairie)).map(({ account }) => account)).not.toContain('Northline Haulage')
})

test('NAV-7 the provider’s staff see their own company’s audit log and the entries of no company', async () => {
  const staffRows = await rowsOf(people.staff)
  expect(new Set(staffRows.map(({ account }) => account))).toEqual(new Set(['Fresh Fuels Energy', null]))
  expect(staffRows.find(({ account }) => account === null)).toMatchObject({
    user_email: 'stranger@nowhere.test',
    action_words: 'Sign-in failed',
  })
  const { rows } = await owner.query(
    'select count(*)::int as count from audit_log where company_id = $1 or company_id is null',
    [provider],
  )
  expect((await ask(people.staff, logs.list)).body.metadata.total_count).toBe(rows[0].count)
})

test('NAV-7 SWITCH-5 actions of switched staff are in the customer’s audit log under their own name, arrival and return included', async () => {
  const tokenFrom = (headers: Record<string, unknown>) => ({ authorization: String(headers.authorization) })
  const own = tokenFrom((await login(people.staff)).headers)
  const headers = tokenFrom((await ask(null, switching.to, { params: { id: northline }, headers: own })).headers)
  const { body } = await ask(null, cards.get, { params: { id: northlineCard.id }, headers })
  await ask(null, cards.update, {
    params: { id: northlineCard.id },
    headers,
    body: { ...body, driver_name: 'Switched Hand' },
  })
  await ask(null, cards.remove, { params: { id: northlineCard.id }, headers })
  const whileSwitched = (await ask(null, logs.list, { headers, query: { size: '50' } })).body
  await ask(null, cards.list, { headers, query: { format: 'csv' } })
  const home = tokenFrom((await ask(null, switching.back, { headers })).headers)
  const theirs = (await rowsOf(people.northline, { filter: 'user_email:admin@provider.test' })).map((row) => [
    row.action,
    row.account,
    row.is_switched,
  ])
  expect(theirs).toEqual(
    ['switching.back', 'cards.list.export', 'denied', 'cards.update', 'switching.to'].map((action) => [
      action,
      'Northline Haulage',
      true,
    ]),
  )
  expect(whileSwitched.logs.every(({ account }: LogRow) => account === 'Northline Haulage')).toBe(true)
  const atHome = (await ask(null, logs.list, { headers: home, query: { filter: 'action::switched' } })).body
    .logs as LogRow[]
  expect(atHome.map((row) => [row.action, row.account, row.is_switched, row.record_label])).toEqual(
    ['switching.back', 'switching.to'].map((action) => [action, 'Fresh Fuels Energy', false, 'Northline Haulage']),
  )
})

test('NAV-7 only Admins and users with full access to a company’s users read the audit log', async () => {
  const answers = async (levels: object) => {
    await owner.query('update users set levels = $1 where email = $2', [levels, people.desk])
    return (await ask(people.desk, logs.list)).status
  }
  expect(await answers({ view_users: 1, manage_users: 3, manage_fuel_cards: 1 })).toBe(403)
  expect(await answers({ manage_users: 1 })).toBe(200)
  expect((await ask(people.clerk, logs.list, { query: { format: 'csv' } })).status).toBe(403)
})

test('NAV-7 API-5 the audit log can be read but not changed', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    expect((await ask(people.staff, { ...logs.list, method, path: '/tracking-logs/1' })).status).toBe(404)
})

test('NAV-7 LIST-10 a range of days uses the provider’s time zone, winter and summer', async () => {
  const moments: [string, string][] = [
    ['2026-01-09T04:59:59.999999Z', '2026-01-08'],
    ['2026-01-09T05:00:00Z', '2026-01-09'],
    ['2026-07-10T03:59:59.999999Z', '2026-07-09'],
    ['2026-07-10T04:00:00Z', '2026-07-10'],
  ]
  for (const [at, label] of moments)
    await owner.query(
      `insert into audit_log (at, company_id, action, record_label) values ($1, $2, 'cards.update', $3)`,
      [at, prairie, label],
    )
  const labels = async (range: string) =>
    (await rowsOf(people.prairie, { filter: `at:${range}` })).map(({ record_label }) => record_label)
  for (const [, day] of moments) expect([day, await labels(day)]).toEqual([day, [day]])
  expect(await labels('2026-01-09..2026-07-09')).toEqual(['2026-07-09', '2026-01-09'])
  expect(await labels('..2026-01-08')).toEqual(['2026-01-08'])
  await owner.query(`update companies set time_zone = 'Asia/Tokyo' where kind = 'provider'`)
  expect(await labels('2026-01-09')).toEqual(['2026-01-09', '2026-01-08'])
  await owner.query(`update companies set time_zone = 'America/Toronto' where kind = 'provider'`)
})

test('NAV-7 A3 an export’s filter shows only the last digits of a card number', async () => {
  await ask(people.northline, cards.list, { query: { format: 'csv', filter: 'card_number:70830500012345' } })
  const [exported] = await rowsOf(people.northline, { filter: 'action:cards.list.export' })
  expect(exported?.changes).toContainEqual({ field: 'filter', before: null, after: 'card_number:••••••••••2345' })
})

/** The plans of a list's queries, as the role that runs them. */
const plansOf = (scope: Scope, filter: string[]): Promise<string[]> =>
  database.transaction(scope, async (db) => {
    const nodes: RootOperationNode[] = []
    const noting = db.withPlugin({
      transformQuery: ({ node }) => {
        nodes.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await listLogs(noting, scope, { paged: true, page: 1, size: 10, sort: 'at,desc', filter })
    const plans: string[] = []
    for (const node of nodes) {
      const { sql, parameters } = db.getExecutor().compileQuery(node, createQueryId())
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
        CompiledQuery.raw(`explain (costs off) ${sql}`, [...parameters]),
      )
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return plans
  })

test('NAV-7 newest first uses the index, for a customer, for staff and for a range of days', async () => {
  await owner.query(`insert into audit_log (at, company_id, action) select now() - n * interval '1 minute', nullif(1 + n % 13, 13), 'cards.update'
    from generate_series(1, 30000) n`)
  await settle(owner, 'audit_log')
  for (const scope of [customerScope(northline as number), staffScope(provider as number)])
    for (const filter of [[], ['at:2026-01-01..2027-12-31']]) {
      const plans = await plansOf(scope, filter)
      const page = plans.find((plan) => plan.includes('companies')) ?? ''
      const count = plans.find((plan) => plan.includes('Aggregate')) ?? ''
      expect(page).toContain('Index Scan Backward using audit_log_newest')
      expect(page).not.toMatch(/Seq Scan on audit_log|Sort\b(?! Key)/)
      if (scope.role === 'portal_staff') expect(page).toContain('Index Scan Backward using audit_log_nobodys')
      expect(count).toContain('audit_log_newest')
      expect(count).not.toContain('Seq Scan on audit_log')
    }
})

test('NAV-7 the filter by action also finds entries stored under its former name', async () => {
  await owner.query(
    `insert into audit_log (company_id, action, record_type, record_id, record_label)
     values ($1, 'transactionImports.setAside', 'quarantine', 1, 'AUTH-9')`,
    [provider],
  )
  expect(await rowsOf(people.staff, { filter: 'action:transactionImports.skip' })).toMatchObject([
    { record_label: 'AUTH-9', action_words: 'Skipped a quarantined transaction' },
  ])
})
