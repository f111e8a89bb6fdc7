import { ownSessions } from '@portal/contract/profile/own-sessions.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import { users } from '@portal/contract/users/users.ts'
import { beforeEach, expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { people } from '../testing/factories.ts'
import { headersFrom, type SessionHeaders, secondSteps } from '../testing/factors/second-steps.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, clock, later } = await testApp()
const { login } = secondSteps({ ask, clock })
beforeEach(async () => {
  clock.now = new Date('2026-11-15T12:00:00Z')
  for (const table of ['throttles', 'sessions', 'outbox']) await owner.query(`delete from ${table}`)
})
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' }
const list = async (headers: SessionHeaders) => (await ask(null, ownSessions.list, { headers })).body
const isIn = async (headers: SessionHeaders) => (await ask(null, profiles.user, { headers })).status === 200
const idOf = async (email: string) =>
  Number((await owner.query('select id from users where email = $1', [email])).rows[0].id)
const mailed = async () =>
  (await owner.query(`select to_address, text_body from outbox where kind = 'security' order by id`)).rows

test('SEC-2 people see where they are signed in, and end one session or all others', async () => {
  const first = headersFrom(await login(people.desk, firefox))
  later(5 * 60_000)
  const second = headersFrom(await login(people.desk, { 'user-agent': 'curl/8.5.0' }))
  const third = headersFrom(await login(people.desk))
  const stranger = headersFrom(await login(people.northline))
  const [own, ...others] = await list(second)
  expect(own).toEqual({
    id: expect.any(Number),
    browser: 'curl',
    system: null,
    address: '127.0.0.1',
    place: null,
    opened_at: '2026-11-15T12:05:00.000000Z',
    last_seen_at: '2026-11-15T12:05:00.000000Z',
    is_current: true,
    switched_to: null,
  })
  expect(others.map(({ browser, system }: SessionHeaders) => [browser, system])).toEqual([
    ['lightMyRequest', null],
    ['Firefox', 'Linux'],
  ])
  const oldest = others[1].id
  const end = (as: SessionHeaders, id: number) => ask(null, ownSessions.end, { headers: as, params: { id } })
  expect((await end(stranger, oldest)).status).toBe(404)
  expect(await isIn(first)).toBe(true)
  const ended = await Promise.all([end(second, oldest), end(second, oldest)])
  expect(ended.map(({ status }) => status).sort()).toEqual([204, 404])
  expect([await isIn(first), await isIn(third)]).toEqual([false, true])
  expect((await ask(null, ownSessions.endOthers, { headers: second })).status).toBe(204)
  expect([await isIn(second), await isIn(third), await isIn(stranger)]).toEqual([true, false, true])
})

test('SEC-2 a switched session keeps its id, its device and its start, and says where it is', async () => {
  const home = headersFrom(await login(people.staff, firefox))
  const [before] = await list(home)
  const id = Number((await owner.query(`select id from companies where name = 'Prairie Freight'`)).rows[0].id)
  later(60_000)
  const there = headersFrom(await ask(null, switching.to, { headers: home, params: { id } }))
  expect(await list(there)).toEqual([
    { ...before, last_seen_at: '2026-11-15T12:01:00.000000Z', switched_to: 'Prairie Freight' },
  ])
  expect(await isIn(home)).toBe(false)
})

test('SEC-2 an ended or idle session is not listed, and no reply has a token or its hash', async () => {
  await login(people.desk)
  later(31 * 60_000)
  const headers = headersFrom(await login(people.desk))
  const { text, body } = await ask(null, ownSessions.list, { headers })
  expect(body).toHaveLength(1)
  const { rows } = await owner.query(
    `select encode(token_hash, 'hex') as hex, encode(token_hash, 'base64') as base64 from sessions`,
  )
  for (const secret of [headers.authorization, ...rows.flatMap(({ hex, base64 }) => [hex, base64])])
    expect(text).not.toContain(secret)
})

test('SEC-2 an Admin signs a user out everywhere; one who may change fewer users does not', async () => {
  const params = { id: await idOf(people.desk) }
  const headers = headersFrom(await login(people.desk))
  for (const [email, status] of [
    [people.prairie, 404],
    [people.clerk, 403],
    [people.northline, 204],
  ] as const) {
    const as = headersFrom(await login(email))
    expect([email, (await ask(null, users.endSessions, { headers: as, params })).status]).toEqual([email, status])
    expect(await isIn(headers)).toBe(status !== 204)
  }
  await owner.query(`update users set levels = '{"manage_users": 1, "view_users": 1}' where email = $1`, [people.desk])
  const limited = headersFrom(await login(people.desk))
  const admin = { params: { id: await idOf(people.northline) }, headers: limited }
  expect((await ask(null, users.endSessions, admin)).body.error.code).toBe('user.may-more')
})

test('SEC-2 mails report a new password, and a new address to the old one and the new one', async () => {
  const headers = headersFrom(await login(people.desk))
  const password = 'my own long words'
  const changed = await ask(null, profiles.password, { headers, body: { old_password: demoPassword, password } })
  expect((await mailed()).map(({ to_address }) => to_address)).toEqual([people.desk])
  const own = { headers: headersFrom(changed) }
  const profile = (await ask(null, profiles.user, own)).body
  const body = { ...profile, email: 'other@northline.test', address1: '1 Main St', old_password: password }
  expect((await ask(null, profiles.update, { ...own, body })).status).toBe(200)
  const [, old, fresh] = await mailed()
  expect([old.to_address, fresh.to_address]).toEqual([people.desk, 'other@northline.test'])
  expect(old.text_body).toContain(`changed from ${people.desk} to other@northline.test.`)
  // A change without either mails nobody.
  const again = (await ask(null, profiles.user, own)).body
  expect((await ask(null, profiles.update, { ...own, body: { ...again, first: 'Thomas' } })).status).toBe(200)
  expect(await mailed()).toHaveLength(3)
})
