import { createHash } from 'node:crypto'
import { type ServiceKey, type ShownKey, serviceKeys } from '@portal/contract/api-keys/api-keys.ts'
import { type KeyScope, scopes } from '@portal/contract/api-keys/scopes.data.ts'
import { isForKeys } from '@portal/contract/api-keys/scopes.rules.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { everyEndpoint } from '@portal/contract/contracts.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { type LogRow, logs } from '@portal/contract/logs/logs.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import { units } from '@portal/contract/units/units.ts'
import { users } from '@portal/contract/users/users.ts'
import { webhooks } from '@portal/contract/webhooks/webhooks.ts'
import { expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { keyCallsOf } from '../platform/access/key-calls.ts'
import { cardBody, people, userBody } from '../testing/factories.ts'
import { type Ask, testApp } from '../testing/test-app.ts'

const { ask: send, owner, clock, later } = await testApp()
const hour = 3_600_000
const day = 24 * hour

/** Sessions end while the clock moves, so each time has its own. */
const sessions = new Map<string, string>()
const ask: typeof send = async (who, endpoint, call = {}) => {
  if (!who) return send(null, endpoint, call)
  const at = `${who} ${clock.now.getTime()}`
  if (!sessions.has(at)) {
    const login = await send(null, session.login, { body: { username: who, password: demoPassword } })
    sessions.set(at, String(login.headers.authorization))
  }
  return send(null, endpoint, { ...call, headers: { authorization: sessions.get(at) as string, ...call.headers } })
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const withKey = (key: string, endpoint: Endpoint, call: Ask = {}) =>
  ask(null, endpoint, { ...call, headers: { ...call.headers, ...bearer(key) } })
let made = 0
async function newKey(who: string, given: readonly KeyScope[], more: object = {}): Promise<ShownKey> {
  const answer = await ask(who, serviceKeys.create, { body: { name: `Key ${++made}`, scopes: given, ...more } })
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  return answer.body
}
const keyIn = async (who: string, id: number): Promise<ServiceKey | undefined> =>
  (await ask(who, serviceKeys.list, { query: { size: '50' } })).body.service_keys.find(
    (one: ServiceKey) => one.id === id,
  )
/** A user of Northline, by default an Admin. */
async function newUser(changes: object = { role: 1 }): Promise<{ id: number; email: string }> {
  const { body } = await ask(people.northline, users.create, { body: userBody(changes as never) })
  return { id: body.id, email: body.email }
}

test('INTEG-1 S9 a key is shown once, recognizable, and stored as its SHA-256 alone', async () => {
  const answer = await ask(people.northline, serviceKeys.create, {
    body: { name: 'Dispatch', scopes: ['cards.read', 'cards.read'], expires_at: null },
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    name: 'Dispatch',
    scopes: ['cards.read'],
    state: 'active',
    expires_at: null,
    last_used_at: null,
  })
  const { id, key, key_start } = answer.body as ShownKey
  expect(key).toMatch(/^fck_[0-9a-f]{8}_[\w-]{43}$/)
  expect(key.startsWith(`${key_start}_`)).toBe(true)
  expect(await keyIn(people.northline, id)).not.toHaveProperty('key')
  const { rows } = await owner.query('select k::text as whole, key_hash from service_keys k where id = $1', [id])
  expect(rows[0].key_hash).toEqual(createHash('sha256').update(key).digest())
  expect(rows[0].whole).not.toContain(key.slice(13))
  const { rows: log } = await owner.query(
    `select action, user_email, service_key_id, record_label, after from audit_log where record_type = 'service_key' and record_id = $1`,
    [id],
  )
  expect(log).toEqual([
    {
      action: 'serviceKeys.create',
      user_email: people.northline,
      service_key_id: null,
      record_label: 'Dispatch',
      after: { scopes: ['cards.read'], expires_at: null },
    },
  ])
})

test('INTEG-1 PERM-7 S9 a key reads what its scope opens, of its own company alone, and nothing else', async () => {
  const foreign = (await ask(people.staff, cards.create, { body: cardBody({ company_name: 'Prairie Freight' }) })).body
  const { key } = await newKey(people.northline, ['cards.read'])
  const list = await withKey(key, cards.list, { query: { size: '50' } })
  expect(list.status).toBe(200)
  expect(new Set(list.body.cards.map((card: { company_name: string }) => card.company_name))).toEqual(
    new Set(['Northline Haulage']),
  )
  expect((await withKey(key, cards.get, { params: { id: foreign.id } })).status).toBe(404)
  expect((await withKey(key, cards.list, { query: { format: 'csv' } })).status).toBe(403)
  for (const endpoint of [units.list, users.list])
    expect((await withKey(key, endpoint)).body.error.code).toBe('auth.forbidden')
  const screens = (await withKey(key, session.screens)).body as { code: string; read: boolean; update: boolean }[]
  expect(screens.filter(({ read, update }) => read || update).map(({ code }) => code)).toEqual(['FCM'])
  // The scheme's name may be left out, as with a session's token; a cookie is no place for a key.
  expect((await ask(null, cards.list, { headers: { authorization: key } })).status).toBe(200)
  const cookie = { cookie: `authorization=${key}`, 'x-portal': '1' }
  expect((await ask(null, cards.list, { headers: cookie })).body.error.code).toBe('auth.required')
})

test('INTEG-1 nobody gives a key more than they have; other bad values are named', async () => {
  const fieldsOf = async (who: string, body: object) => {
    const answer = await ask(who, serviceKeys.create, { body: { name: 'X', scopes: ['cards.read'], ...body } })
    return [answer.status, answer.body.error?.fields]
  }
  const beyond = 'A key cannot have more permissions than you have: cards.create.'
  expect(await fieldsOf(people.northline, { scopes: ['cards.read', 'cards.create'] })).toEqual([
    400,
    { scopes: beyond },
  ])
  const manager = await newUser({ role: 2, manage_users: 1, view_fuel_cards: 3 })
  const cannot = 'A key cannot have more permissions than you have: transactions.read.'
  expect(await fieldsOf(manager.email, { scopes: ['cards.read', 'transactions.read'] })).toEqual([
    400,
    { scopes: cannot },
  ])
  expect((await newKey(manager.email, ['cards.read', 'users.read'])).state).toBe('active')
  for (const body of [{ scopes: ['cards.everything'] }, { scopes: [] }, { name: '' }, { expires_at: 'soon' }])
    expect((await fieldsOf(people.northline, body))[0]).toBe(400)
  const past = new Date(clock.now.getTime() - 1000).toISOString()
  expect(await fieldsOf(people.northline, { expires_at: past })).toEqual([
    400,
    { expires_at: 'Choose a time in the future.' },
  ])
  const far = new Date(clock.now.getTime() + 3 * 366 * day).toISOString()
  expect((await fieldsOf(people.northline, { expires_at: far }))[0]).toBe(400)
})

test('INTEG-1 T1 S9 a key follows its maker at the next call: lost levels, a lost role, deactivation, a suspended company', async () => {
  const maker = await newUser()
  const { id, key } = await newKey(maker.email, ['cards.read', 'users.read'])
  const answers = async () => [(await withKey(key, cards.list)).status, (await withKey(key, users.list)).status]
  const change = (set: string) => owner.query(`update users set ${set} where id = $1`, [maker.id])
  expect(await answers()).toEqual([200, 200])
  await change(`role = 2, levels = '{"view_fuel_cards": 3}'`)
  expect(await answers()).toEqual([200, 403])
  await change(`levels = '{"view_users": 3}'`)
  expect(await answers()).toEqual([403, 200])
  await change('role = 1')
  expect(await answers()).toEqual([200, 200])
  await change('is_active = false')
  expect(await answers()).toEqual([401, 401])
  expect((await withKey(key, cards.list)).body.error.code).toBe('service-key.suspended')
  expect((await keyIn(people.northline, id))?.state).toBe('suspended')
  await change('is_active = true')
  const suspend = (status: string) =>
    owner.query(`update companies set status = $1 where name = 'Northline Haulage'`, [status])
  await suspend('rejected')
  try {
    expect((await withKey(key, cards.list)).body.error.code).toBe('service-key.suspended')
  } finally {
    await suspend('active')
  }
  expect(await answers()).toEqual([200, 200])
})

test('INTEG-1 a key gives no one any rights and does nothing that is left to Admins', async () => {
  const { key } = await newKey(people.northline, ['users.create', 'users.update', 'users.read'])
  const answer = await withKey(key, users.create, { body: userBody({ role: 1 }) })
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['role']])
  const level = await withKey(key, users.create, { body: userBody({ view_fuel_cards: 3 } as never) })
  expect([level.status, Object.keys(level.body.error.fields)]).toEqual([400, ['view_fuel_cards']])
  const admin = await newUser()
  const stored = (await withKey(key, users.get, { params: { id: admin.id } })).body
  const body = { ...stored, password: 'Another-long-one-7', verify_password: 'Another-long-one-7' }
  expect((await withKey(key, users.update, { params: { id: admin.id }, body })).body.error.code).toBe('user.may-more')
})

test('INTEG-1 S9 a revoked key opens nothing from that moment on, also in the middle of a call', async () => {
  const { id, key } = await newKey(people.northline, ['cards.read', 'cards.update'])
  const [first] = (await withKey(key, cards.list, { query: { filter: 'card_status:RELEASE', size: '1' } })).body.cards
  const card = (await withKey(key, cards.get, { params: { id: first.id } })).body
  const holder = await owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from cards where id = $1 for update', [first.id])
    expect((await ask(people.northline, serviceKeys.remove, { params: { id } })).status).toBe(204)
    const waiting = withKey(key, cards.update, { params: { id: first.id }, body: { ...card, driver_name: 'Too Late' } })
    await expect
      .poll(async () => (await owner.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0)
    await holder.query('rollback')
    expect((await waiting).body.error.code).toBe('service-key.revoked')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect((await owner.query(`select from cards where driver_name = 'Too Late'`)).rowCount).toBe(0)
  expect((await withKey(key, cards.list)).body.error.code).toBe('service-key.revoked')
  expect(await keyIn(people.northline, id)).toMatchObject({ state: 'revoked', revoked_at: expect.any(String) })
  expect((await ask(people.northline, serviceKeys.remove, { params: { id } })).body.error.code).toBe(
    'service-key.ended',
  )
  expect((await ask(people.northline, serviceKeys.rotate, { params: { id } })).body.error.code).toBe(
    'service-key.ended',
  )
})

test('INTEG-1 after a rotation both secrets work for the overlap, then the new one alone', async () => {
  const { id, key } = await newKey(people.northline, ['cards.read'])
  const rotate = (body?: object, who: string = people.northline) =>
    ask(who, serviceKeys.rotate, { params: { id }, body })
  const status = async (one: string) => (await withKey(one, cards.list, { query: { size: '1' } })).status
  const first = await rotate()
  expect(first.status).toBe(200)
  expect(first.body.former_ends_at).toBe(new Date(clock.now.getTime() + day).toISOString().replace('Z', '000Z'))
  const second: string = first.body.key
  expect([second === key, second.slice(0, 12)]).toEqual([false, key.slice(0, 12)])
  expect([await status(key), await status(second)]).toEqual([200, 200])
  later(day - 1)
  expect(await status(key)).toBe(200)
  later(1)
  expect((await withKey(key, cards.list)).body.error.code).toBe('service-key.expired')
  expect(await keyIn(people.northline, id)).toMatchObject({ state: 'active', former_ends_at: null })
  const third: string = (await rotate({ overlap_hours: 0 })).body.key
  expect([await status(second), await status(third)]).toEqual([401, 200])
  const fourth: string = (await rotate({ overlap_hours: 168 })).body.key
  expect([await status(third), await status(fourth)]).toEqual([200, 200])
  expect((await rotate({ overlap_hours: 169 })).status).toBe(400)
  // Another Admin would act under the maker's name.
  const other = await newUser()
  expect((await rotate({}, other.email)).body.error.code).toBe('service-key.not-maker')
  // Revoking ends all of its secrets.
  expect((await ask(other.email, serviceKeys.remove, { params: { id } })).status).toBe(204)
  expect([await status(third), await status(fourth)]).toEqual([401, 401])
})

test('INTEG-1 an expired key answers so, and nothing prolongs it', async () => {
  const expires_at = new Date(clock.now.getTime() + hour).toISOString()
  const { id, key } = await newKey(people.northline, ['cards.read'], { expires_at })
  expect((await withKey(key, cards.list)).status).toBe(200)
  later(hour)
  expect((await withKey(key, cards.list)).body.error.code).toBe('service-key.expired')
  expect((await keyIn(people.northline, id))?.state).toBe('expired')
  expect((await ask(people.northline, serviceKeys.rotate, { params: { id } })).body.error.code).toBe(
    'service-key.ended',
  )
  const unknown = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
  expect((await withKey(unknown, cards.list)).body.error.code).toBe('service-key.unknown')
  expect((await withKey(key.slice(0, -5), cards.list)).body.error.code).toBe('service-key.unknown')
})

test('INTEG-1 PERM-7 another company’s key does not exist, for the provider either; staff who switched see and revoke', async () => {
  const { id, key } = await newKey(people.northline, ['cards.read'])
  for (const who of [people.prairie, people.staff]) {
    for (const endpoint of [serviceKeys.rotate, serviceKeys.remove])
      expect((await ask(who, endpoint, { params: { id } })).status).toBe(404)
    expect(await keyIn(who, id)).toBeUndefined()
  }
  const { rows } = await owner.query(`select id::int from companies where name = 'Northline Haulage'`)
  const opened = await ask(null, session.login, { body: { username: people.staff, password: demoPassword } })
  const away = await ask(null, switching.to, {
    params: { id: rows[0].id },
    headers: { authorization: String(opened.headers.authorization) },
  })
  const headers = { authorization: String(away.headers.authorization) }
  const body = { name: 'From outside', scopes: ['cards.read'] }
  expect((await ask(null, serviceKeys.create, { headers, body })).body.error.code).toBe('service-key.while-switched')
  expect((await ask(null, serviceKeys.rotate, { headers, params: { id } })).body.error.code).toBe(
    'service-key.while-switched',
  )
  expect((await ask(null, serviceKeys.remove, { headers, params: { id } })).status).toBe(204)
  expect((await withKey(key, cards.list)).body.error.code).toBe('service-key.revoked')
})

test('INTEG-1 S7 the trail names the key beside its maker, for changes, bulk changes, exports and refusals; it can be filtered', async () => {
  const { id, name, key } = await newKey(people.staff, ['cards.read', 'cards.create', 'cards.download'])
  const card = (await withKey(key, cards.create, { body: cardBody() })).body
  await withKey(key, cards.list, { query: { format: 'csv', filter: `card_number:${card.card_number}` } })
  expect((await withKey(key, cards.remove, { params: { id: card.id } })).status).toBe(403)
  expect((await withKey(key, profiles.user)).body.error.code).toBe('service-key.people-only')
  await ask(people.staff, cards.remove, { params: { id: card.id } })
  const found = await ask(people.staff, logs.list, { query: { filter: `service_key_name:${name}` } })
  expect(
    found.body.logs.map((row: LogRow) => [row.action, row.user_email, row.service_key_id, row.service_key_name]),
  ).toEqual(['denied', 'denied', 'cards.list.export', 'cards.create'].map((action) => [action, people.staff, id, name]))
  const [removed] = (await ask(people.staff, logs.list, { query: { filter: 'action:cards.remove' } })).body.logs
  expect([removed.user_email, removed.service_key_name]).toEqual([people.staff, null])
})

test('INTEG-1 API-5 an entry without a key is hashed as ever; of one with a key, the key is part of the hash', async () => {
  const textOf = async (key: string) => {
    const { rows } = await owner.query(
      `select audit_text(jsonb_populate_record(null::audit_log, $1::jsonb || $2::jsonb)) as text`,
      ['{"id": 7, "at": "2026-11-19T10:00:00Z", "user_id": 1, "action": "cards.update", "request_id": "r"}', key],
    )
    return rows[0].text
  }
  const former =
    '[7, "2026-11-19T10:00:00+00:00", 1, null, null, null, "cards.update", null, null, null, null, null, "r"]'
  expect(await textOf('{}')).toBe(former)
  expect(await textOf('{"service_key_id": 3, "service_key_name": "ERP"}')).toBe(`${former.slice(0, -1)}, 3, "ERP"]`)
})

test('INTEG-1 what a key did is not its maker’s own change, so its maker is notified of it too', async () => {
  const { key } = await newKey(people.staff, ['cards.create'])
  const card = (await withKey(key, cards.create, { body: cardBody() })).body
  await ask(people.staff, cards.remove, { params: { id: card.id } })
  await owner.query('select seal_audit()')
  const { rows } = await owner.query(
    `select action, user_id is null as is_nobodys from sealed_changes(0, 1000) where record_type = 'card' and record_id = $1`,
    [card.id],
  )
  expect(rows).toEqual([
    { action: 'cards.create', is_nobodys: true },
    { action: 'cards.remove', is_nobodys: false },
  ])
})

test('INTEG-1 the last use is recorded once a minute with its address', async () => {
  const { id, key } = await newKey(people.northline, ['cards.read'])
  const used = async (ms: number) => {
    later(ms)
    await withKey(key, cards.list, { query: { size: '1' } })
    const { last_used_at, last_used_from } = (await keyIn(people.northline, id)) as ServiceKey
    return [Date.parse(last_used_at ?? '') - start, last_used_from]
  }
  const start = clock.now.getTime()
  expect([await used(0), await used(59_999), await used(1), await used(100)]).toEqual([
    [0, '127.0.0.1'],
    [0, '127.0.0.1'],
    [60_000, '127.0.0.1'],
    [60_000, '127.0.0.1'],
  ])
})

test('INTEG-1 API-3 a key and its maker do not share an Idempotency-Key, and two calls of a key do', async () => {
  const { key } = await newKey(people.staff, ['cards.create'])
  const headers = { 'idempotency-key': 'x'.repeat(200) }
  const body = cardBody()
  const first = await withKey(key, cards.create, { body, headers })
  const again = await withKey(key, cards.create, { body, headers })
  expect([first.status, again.body]).toEqual([201, first.body])
  const own = await ask(people.staff, cards.create, { body, headers })
  expect(own.body.error.code).toBe('card.number-taken')
})

test('INTEG-1 S9 a key of all scopes is refused wherever a person is meant, on every endpoint', async () => {
  const { key } = await newKey(people.staff, scopes)
  const refused: string[] = []
  for (const endpoint of everyEndpoint.filter(({ can }) => can !== 'public')) {
    const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 987_654_321]))
    const { body, status } = await withKey(key, endpoint, { params })
    if (status === 403) refused.push(`${endpoint.id} ${body.error.code}`)
    expect([endpoint.id, status === 401]).toEqual([endpoint.id, false])
  }
  const forPeople = everyEndpoint.filter((endpoint) => !isForKeys(endpoint))
  expect(refused.sort()).toEqual(forPeople.map(({ id }) => `${id} service-key.people-only`).sort())
})

test('INTEG-4 replies to a key say how many calls are left; beyond the limit it waits, people never do', async () => {
  const limited = await testApp()
  limited.app.services.keyCalls = keyCallsOf(3)
  const made = await limited.ask(people.northline, serviceKeys.create, { body: { name: 'K', scopes: ['cards.read'] } })
  const { id, key } = made.body as ShownKey
  const rotated: string = (await limited.ask(people.northline, serviceKeys.rotate, { params: { id } })).body.key
  const call = async (one = key, endpoint: Endpoint = cards.list) => {
    const { status, headers, body } = await limited.ask(null, endpoint, { headers: bearer(one) })
    const names = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after']
    return [status, ...names.map((name) => headers[name]), body.error?.code]
  }
  expect(await call()).toEqual([200, '3', '2', '60', undefined, undefined])
  limited.later(20_000)
  // Refused calls count, and both secrets of a key count together.
  expect(await call(key, users.list)).toEqual([403, '3', '1', '40', undefined, 'auth.forbidden'])
  expect(await call(rotated)).toEqual([200, '3', '0', '40', undefined, undefined])
  expect(await call()).toEqual([429, '3', '0', '40', '40', 'rate.limited'])
  limited.later(39_999)
  expect((await call(rotated))[0]).toBe(429)
  limited.later(1)
  expect(await call()).toEqual([200, '3', '0', '20', undefined, undefined])
  const own = await limited.ask(people.northline, cards.list)
  expect([own.status, own.headers['ratelimit-limit']]).toEqual([200, undefined])
})

test('INTEG-1 INTEG-3 a key of webhooks manages webhooks and no users', async () => {
  const { key } = await newKey(people.northline, ['webhooks.read'])
  expect((await withKey(key, webhooks.list)).status).toBe(200)
  expect((await withKey(key, webhooks.remove, { params: { id: 1 } })).status).toBe(403)
  expect((await withKey(key, users.list)).status).toBe(403)
  const other = await newKey(people.northline, ['users.delete'])
  expect((await withKey(other.key, webhooks.list)).status).toBe(403)
})
