import { profiles } from '@portal/contract/profile/profile.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import { expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { app, ask, owner, later } = await testApp()
const login = (username: string, password = demoPassword) => ask(null, session.login, { body: { username, password } })
const signIn = async (username: string, password = demoPassword) => ({
  authorization: String((await login(username, password)).headers.authorization),
})
const userOf = async (email: string) => (await owner.query('select * from users where email = $1', [email])).rows[0]

const mine = {
  first: 'Tom',
  last: 'Whitefeather',
  middle: 'J.',
  email: people.desk,
  phone: '+1 (306) 555-0143',
  phone2: '306-555-0199 x12',
  dob: '1988-02-29',
  address1: '12 Chemin du Lac',
  country: 'CA',
  state: 'CA-SK',
  city: 'CA-SK-moose-jaw',
  postal_code: 'S6H 4R3',
}
const save = (body: object, who: string = people.desk) => ask(who, profiles.update, { body })

test('PROF-1 PROF-2 every field is saved, reads back, and is in the audit log', async () => {
  const saved = await save(mine)
  expect(saved.status).toBe(200)
  expect(saved.body).toMatchObject({ APIResult: 1, ...mine, switched: false, version: 2 })
  expect((await ask(people.desk, profiles.user)).body).toEqual(saved.body)
  const again = await save({ ...saved.body, phone2: '', middle: null, last: ' Whitefeather-Roy ' })
  expect(again.body).toMatchObject({ phone2: null, middle: null, last: 'Whitefeather-Roy', version: 3 })
  const { rows } = await owner.query(
    'select action, user_email, record_type, before, after from audit_log order by id desc limit 1',
  )
  expect(rows[0]).toEqual({
    action: 'profile.update',
    user_email: people.desk,
    record_type: 'user',
    before: { last_name: 'Whitefeather', middle: 'J.', phone2: '306-555-0199 x12' },
    after: { last_name: 'Whitefeather-Roy', middle: null, phone2: null },
  })
})

test('PROF-1 FORM-4 First Name, Last Name, Email and Address are required, and each error is at its field', async () => {
  const none = await save({ first: ' ', last: '', email: '', address1: null })
  expect([none.status, Object.keys(none.body.error.fields).sort()]).toEqual([
    400,
    ['address1', 'email', 'first', 'last'],
  ])
  const wrong = await save({
    ...mine,
    email: 'nonsense',
    phone: 'call me',
    dob: '2999-02-30',
    postal_code: 'x'.repeat(13),
  })
  expect(wrong.body.error.fields).toEqual({
    email: 'Please enter a valid email.',
    phone: 'Enter a phone number.',
    dob: expect.stringContaining('date'),
    postal_code: 'Use at most 12 characters.',
  })
  expect((await save({ ...mine, dob: '2999-01-01' })).body.error.fields).toEqual({ dob: 'Enter a day in the past.' })
})

test('COMP-5 PROF-2 country, state and city must exist and belong together', async () => {
  for (const [place, field] of [
    [{ country: 'ZZ', state: null, city: null }, 'country'],
    [{ country: 'US' }, 'state'],
    [{ country: null }, 'state'],
    [{ state: 'CA-QC' }, 'city'],
    [{ state: null }, 'city'],
    [{ city: 'CA-SK-atlantis' }, 'city'],
  ] as const)
    expect([place, Object.keys((await save({ ...mine, ...place })).body.error?.fields ?? {})]).toEqual([place, [field]])
  expect((await save({ ...mine, country: null, state: null, city: null })).status).toBe(200)
  await owner.query(`update users set country = 'CA', state = 'CA-SK', city = 'CA-SK-was-here-once' where email = $1`, [
    people.desk,
  ])
  expect((await save({ ...mine, city: 'CA-SK-was-here-once' })).status).toBe(200)
})

test('PROF-2 PERM-7 the profile changes no role, level, company or other user', async () => {
  const before = await userOf(people.northline)
  for (const extra of [
    { role: 1 },
    { levels: {} },
    { company_id: 1 },
    { company: 1 },
    { is_switch_eligible: true },
    { password: 'x' },
    { id: before.id },
    { user_id: before.id },
  ]) {
    const answer = await save({ ...mine, ...extra })
    expect([answer.status, answer.body.error.fields]).toEqual([
      400,
      { [Object.keys(extra)[0] as string]: 'This field is not supported here.' },
    ])
  }
  expect((await save(mine)).status).toBe(200)
  expect(await userOf(people.northline)).toEqual(before)
  // Users who manage users write role, levels and active status; no application role can write the rest.
  for (const [role, columns] of [
    ['portal_customer', ['company_id', 'is_switch_eligible', 'password_hash', 'deleted_at']],
    ['portal_staff', ['company_id', 'password_hash', 'deleted_at']],
  ] as const)
    for (const column of columns)
      expect([
        column,
        (await owner.query(`select has_column_privilege($1, 'users', $2, 'update') as may`, [role, column])).rows[0]
          .may,
      ]).toEqual([column, false])
})

test('PROF-2 a taken e-mail is rejected at its field, alike inside and outside the company', async () => {
  for (const email of [people.northline, people.staff.toUpperCase()]) {
    const answer = await save({ ...mine, email, old_password: demoPassword })
    expect([answer.status, answer.body.error.code, answer.body.error.fields]).toEqual([
      409,
      'profile.email-taken',
      { email: 'You cannot use this e-mail.' },
    ])
  }
  const moved = await save({ ...mine, email: 'Tom.W@Northline.test', old_password: demoPassword })
  expect(moved.body.email).toBe('tom.w@northline.test')
  expect((await login('tom.w@northline.test')).status).toBe(200)
  expect((await login(people.desk)).status).toBe(401)
  expect((await save({ ...mine, old_password: demoPassword })).status).toBe(200)
})

test('PROF-2 a new e-mail needs the current password; without it nothing changes, and the audit log holds no password', async () => {
  const wanted = { ...mine, first: 'Thomas', email: 'elsewhere@northline.test' }
  for (const [old_password, sentence] of [
    [undefined, 'Enter your current password to change your e-mail.'],
    ['', 'Enter your current password to change your e-mail.'],
    ['Wrong-horse-2026', 'This is not your current password.'],
  ]) {
    const answer = await save({ ...wanted, old_password })
    expect([answer.status, answer.body.error.fields]).toEqual([400, { old_password: sentence }])
  }
  expect(await userOf('elsewhere@northline.test')).toBeUndefined()
  expect((await userOf(people.desk)).first_name).toBe(mine.first)
  // The same address in another case is not a new address.
  expect((await save({ ...mine, email: people.desk.toUpperCase() })).status).toBe(200)
  expect((await save({ ...wanted, old_password: demoPassword })).body.email).toBe('elsewhere@northline.test')
  const { rows } = await owner.query(
    `select coalesce(before::text, '') || coalesce(after::text, '') as said from audit_log`,
  )
  expect(rows.filter(({ said }) => said.includes('Wrong-horse') || said.includes(demoPassword))).toEqual([])
  expect((await save({ ...mine, old_password: demoPassword })).status).toBe(200)
})

test('FORM-7 the second of two editors gets a conflict', async () => {
  const { version } = (await ask(people.prairie, profiles.user)).body
  expect((await save({ ...mine, email: people.prairie, version }, people.prairie)).status).toBe(200)
  expect((await save({ ...mine, email: people.prairie, version }, people.prairie)).body.error.code).toBe('record.stale')
})

test('PROF-2 SWITCH-5 while switched neither details nor password can be changed', async () => {
  const { rows } = await owner.query(`select id from companies where name = 'Northline Haulage'`)
  const switched = await ask(null, switching.to, { params: { id: rows[0].id }, headers: await signIn(people.staff) })
  const headers = { authorization: String(switched.headers.authorization) }
  const before = await userOf(people.staff)
  const body = { ...mine, email: people.staff }
  expect((await ask(null, profiles.update, { headers, body })).body.error.code).toBe('profile.switched')
  const change = { old_password: demoPassword, password: 'a new long password' }
  expect((await ask(null, profiles.password, { headers, body: change })).body.error.code).toBe('profile.switched')
  expect((await ask(null, profiles.user, { headers })).body).toMatchObject({
    switched: true,
    version: null,
    address1: null,
  })
  expect(await userOf(people.staff)).toEqual(before)
})

test('PROF-2 AUTH-8 a new password needs the old one, ends every other session and keeps this one', async () => {
  const [here, elsewhere] = [await signIn(people.prairie), await signIn(people.prairie)]
  later(60 * 60_000 * 0.4)
  const expiry = async () => (await owner.query('select max(expires_at)::text as at from sessions')).rows[0].at
  const lasted = await expiry()
  const change = (body: object, headers = here) => ask(null, profiles.password, { headers, body })
  expect((await change({ old_password: 'wrong', password: 'Prairie-skies-2026' })).body.error.fields).toEqual({
    old_password: 'This is not your current password.',
  })
  expect((await change({ old_password: demoPassword, password: 'short' })).body.error.fields).toEqual({
    password: 'Use at least 12 characters.',
  })
  expect((await change({ old_password: demoPassword, password: demoPassword })).body.error.fields).toEqual({
    password: expect.stringContaining('other than'),
  })
  expect((await ask(null, profiles.user, { headers: elsewhere })).status).toBe(200)

  const changed = await change({ old_password: demoPassword, password: 'Prairie-skies-2026' })
  expect(changed.status).toBe(204)
  for (const headers of [here, elsewhere]) expect((await ask(null, profiles.user, { headers })).status).toBe(401)
  const kept = { authorization: String(changed.headers.authorization) }
  expect((await ask(null, profiles.user, { headers: kept })).status).toBe(200)
  expect(await expiry()).toBe(lasted)
  expect((await login(people.prairie)).status).toBe(401)
  expect((await login(people.prairie, 'Prairie-skies-2026')).status).toBe(200)
  expect((await change({ old_password: 'Prairie-skies-2026', password: demoPassword }, kept)).status).toBe(204)
})

test('API-5 S1 the audit log records new and wrong passwords without containing them', async () => {
  const { rows } = await owner.query(
    `select action, user_email, company_id is not null as placed, coalesce(before::text, '') || coalesce(after::text, '') as said from audit_log where action like 'profile.password%' and user_email = $1 order by id`,
    [people.prairie],
  )
  expect(rows.map(({ action }) => action)).toEqual(['profile.password-failed', 'profile.password', 'profile.password'])
  expect(rows.every(({ placed }) => placed)).toBe(true)
  for (const { said } of rows) expect(said).not.toMatch(/argon|Prairie-skies|Fuel-demo|wrong"/)
})

test('PROF-2 the page keeps its session by cookie', async () => {
  const { authorization } = await signIn(people.northline)
  const reply = await app.inject({
    method: 'PUT',
    url: '/v2/profile/password',
    headers: { cookie: `authorization=${authorization}`, 'x-portal': '1' },
    payload: { old_password: demoPassword, password: 'Northern-lights-9' },
  })
  expect([reply.statusCode, reply.headers.authorization]).toEqual([204, undefined])
  const cookie = String(reply.headers['set-cookie']).split(';')[0] as string
  expect((await app.inject({ url: '/v2/profile/user', headers: { cookie, 'x-portal': '1' } })).statusCode).toBe(200)
})

test('AUTH-8 guessing the old password is throttled like a sign-in, and of two simultaneous changes one succeeds', async () => {
  const headers = await signIn(people.clerk)
  const change = (old_password: string, password = 'a long enough one') =>
    ask(null, profiles.password, { headers, body: { old_password, password } })
  const both = await Promise.all([
    change(demoPassword, 'the first of the two'),
    change(demoPassword, 'the other of the two'),
  ])
  expect(both.filter(({ status }) => status === 204)).toHaveLength(1)
  const winner = both[0]?.status === 204 ? 'the first of the two' : 'the other of the two'
  const again = await signIn(people.clerk, winner)
  const guess = () =>
    ask(null, profiles.password, { headers: again, body: { old_password: 'guess', password: 'a long enough one' } })
  for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(400)
  const refused = await guess()
  expect([refused.status, refused.body.error.code]).toEqual([429, 'auth.throttled'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  // Guesses in a session keep nobody from signing in (SEC-3).
  expect((await login(people.clerk, winner)).status).toBe(200)
})
