import { randomUUID } from 'node:crypto'
import { cards } from '@portal/contract/cards/cards.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { users } from '@portal/contract/users/users.ts'
import { beforeEach, expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { people, userBody } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { userCalls } from '../testing/user-calls.ts'

const { ask, owner, database } = await testApp()
const companyId = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const northline = await companyId('Northline Haulage')
const prairie = await companyId('Prairie Freight')
const provider = await companyId('Fresh Fuels Energy')
const { idOf, make, change, remove, login, fieldsOf } = userCalls({ ask, owner })
const lastAuditEntry = async (action: string) =>
  (await owner.query('select * from audit_log where action = $1 order by id desc limit 1', [action])).rows[0]

beforeEach(async () => {
  await owner.query('delete from throttles')
})

test('USER-1 the list has its columns, sorts and filters, and each company’s users see only their own', async () => {
  const all = (await ask(people.staff, users.list, { query: { size: '50' } })).body.users
  expect(all.find(({ email }: { email: string }) => email === people.desk)).toEqual({
    id: expect.any(Number),
    email: people.desk,
    first_name: 'Tom',
    last_name: 'Whitefeather',
    company: 'Northline Haulage',
    company_id: northline,
    phone: '8075550120',
    role: 'User',
    role_id: 2,
    is_active: true,
    lock: null,
    delete_lock: null,
  })
  const own = (await ask(people.prairie, users.list, { query: { size: '50' } })).body.users
  expect(new Set(own.map(({ company }: { company: string }) => company))).toEqual(new Set(['Prairie Freight']))
  const emails = async (filter: string[]) =>
    (await ask(people.staff, users.list, { query: { filter } })).body.users.map(({ email }: { email: string }) => email)
  expect(await emails(['role:Admin', 'company::northline'])).toEqual([people.northline])
  expect(await emails(['last_name::feather'])).toEqual([people.desk])
  expect((await ask(people.staff, users.list, { query: { format: 'csv' } })).text).not.toMatch(/argon|hash|password/i)
})

test('USER-5 USER-6 a user is added with every field, reads back the same, and signs in', async () => {
  const answer = await ask(people.northline, users.create, {
    body: userBody({ manage_fuel_cards: 3, view_invoices: 1, email: 'New.Person@Northline.test' }),
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    first_name: 'Zoé',
    last_name: 'Lavoie',
    email: 'new.person@northline.test',
    phone: '306-555-0143',
    role: 2,
    company: northline,
    country: 'CA',
    province: 'CA-SK',
    city: 'CA-SK-moose-jaw',
    is_active: true,
    isUserEligibleForAccountSwitch: false,
    manage_fuel_cards: 3,
    view_invoices: 1,
    manage_users: 2,
    profileid: answer.body.id,
  })
  expect(answer.text).not.toMatch(/password|argon/i)
  const read = async () => (await ask(people.northline, users.get, { params: { id: answer.body.id } })).body
  expect(await read()).toEqual({ ...answer.body, last_sign_in_at: null, has_second_factor: false })
  expect((await login('new.person@northline.test')).status).toBe(200)
  // UX-1: the user's page says when they last signed in.
  expect(Date.now() - Date.parse((await read()).last_sign_in_at)).toBeLessThan(60_000)
  const entry = await lastAuditEntry('users.create')
  expect(entry).toMatchObject({
    user_email: people.northline,
    record_type: 'user',
    record_label: 'new.person@northline.test',
  })
  expect(entry.after).toMatchObject({ manage_fuel_cards: 3, sign_in: 'Password set' })
  expect(JSON.stringify(entry)).not.toContain(demoPassword)
  expect((await ask(people.northline, users.roles)).body).toEqual([
    { id: 1, name: 'Admin' },
    { id: 2, name: 'User' },
  ])
})

test('USER-5 each missing or wrong value is reported at its field, and nothing is created', async () => {
  const before = (await owner.query('select count(*) from users')).rows[0].count
  const bare = await ask(people.northline, users.create, { body: {} })
  expect(Object.keys(fieldsOf(bare)).sort()).toEqual(
    ['city', 'country', 'email', 'first_name', 'last_name', 'password', 'phone', 'province', 'role'].sort(),
  )
  const faults: [object, string, string][] = [
    [{ verify_password: 'Fuel-demo-2027' }, 'verify_password', 'The two passwords differ.'],
    [{ password: 'short', verify_password: 'short' }, 'password', 'Use at least 12 characters.'],
    [{ phone: '306555014' }, 'phone', 'Enter a phone number with its area code.'],
    [{ email: people.prairie.toUpperCase() }, 'email', 'This e-mail cannot be used.'],
    [{ province: 'CA-QC' }, 'city', 'Choose a city of this state.'],
    [{ country: 'US' }, 'province', 'Choose a state of this country.'],
    [{ role: 3 }, 'role', 'Choose one from the list.'],
    [{ manage_users: 4 }, 'manage_users', 'Choose one from the list.'],
    [{ invite: true }, 'password', 'Leave this empty. The user chooses the password.'],
    [{ is_admin: true }, 'is_admin', 'This field is not supported here.'],
    [{ password_hash: 'x' }, 'password_hash', 'This field is not supported here.'],
    [{ company: prairie }, 'company', 'This company does not exist, or you cannot see it.'],
    [{ company: 987_654_321 }, 'company', 'This company does not exist, or you cannot see it.'],
  ]
  for (const [changes, field, sentence] of faults)
    expect([changes, fieldsOf(await ask(people.northline, users.create, { body: userBody(changes) }))]).toEqual([
      changes,
      { [field]: sentence },
    ])
  expect(fieldsOf(await ask(people.staff, users.create, { body: userBody() }))).toEqual({
    company: 'This field is required.',
  })
  expect((await owner.query('select count(*) from users')).rows[0].count).toBe(before)
})

test('USER-6 staff add users to any company, and only a provider Admin lets the provider’s own users switch accounts', async () => {
  const { body } = await ask(people.staff, users.companies)
  expect(body[0]).toEqual({ id: provider, name: 'Fresh Fuels Energy', kind: 'provider' })
  expect((await ask(people.prairie, users.companies)).body).toEqual([
    { id: prairie, name: 'Prairie Freight', kind: 'customer' },
  ])
  expect(await make({ company: prairie }, people.staff)).toMatchObject({ company: prairie, company_kind: 'customer' })
  const colleague = await make({ company: provider, isUserEligibleForAccountSwitch: true }, people.staff)
  expect(colleague).toMatchObject({ company_kind: 'provider', isUserEligibleForAccountSwitch: true })
  const manager = await make({ company: provider, manage_users: 1 }, people.staff)
  const refused = { isUserEligibleForAccountSwitch: expect.stringContaining('Only an Admin of the provider') }
  expect(fieldsOf(await change(manager.email, colleague, { isUserEligibleForAccountSwitch: false }))).toEqual(refused)
  expect(
    fieldsOf(await ask(people.northline, users.create, { body: userBody({ isUserEligibleForAccountSwitch: true }) })),
  ).toEqual(refused)
  const body2 = userBody({ company: northline, isUserEligibleForAccountSwitch: true })
  expect(fieldsOf(await ask(people.staff, users.create, { body: body2 }))).toEqual(refused)
})

test('USER-5 USER-6 in an edit an empty password keeps the old one, and a new one ends the sessions', async () => {
  const made = await make({ manage_users: 3 })
  expect((await ask(made.email, users.list)).status).toBe(200)
  const same = await change(people.northline, made, { last_name: 'Roy', password: '', verify_password: '' })
  expect(same.body).toMatchObject({ last_name: 'Roy', version: made.version + 1, manage_users: 3 })
  expect((await ask(made.email, users.list)).status).toBe(200)
  const wanted = 'quite another secret'
  expect((await change(people.northline, same.body, { password: wanted, verify_password: wanted })).status).toBe(200)
  expect((await ask(made.email, users.list)).status).toBe(401)
  expect([(await login(made.email)).status, (await login(made.email, wanted)).status]).toEqual([401, 200])
  const entry = await lastAuditEntry('users.update')
  expect([entry.before, entry.after]).toEqual([{}, { sign_in: 'Password set' }])
})

test('USER-6 FORM-7 the second of two editors gets a conflict, and a user stays with their company', async () => {
  const made = await make()
  expect((await change(people.northline, made, { last_name: 'Roy' })).status).toBe(200)
  expect((await change(people.northline, made, { last_name: 'Côté' })).body.error.code).toBe('record.stale')
  expect(fieldsOf(await change(people.staff, { ...made, version: 2 }, { company: prairie }))).toEqual({
    company: expect.stringContaining('cannot move'),
  })
})

test('PERM-5 T5 a revoked or granted permission applies from the next request', async () => {
  const made = await make({ view_fuel_cards: 3 })
  expect((await ask(made.email, cards.list)).status).toBe(200)
  const without = await change(people.northline, made, { view_fuel_cards: 2 })
  expect((await ask(made.email, cards.list)).status).toBe(403)
  const again = await change(people.northline, without.body, { manage_users: 1 })
  expect((await ask(made.email, users.list)).status).toBe(200)
  expect((await change(people.northline, again.body, { is_active: false })).body.is_active).toBe(false)
  expect((await ask(made.email, users.list)).status).toBe(401)
  expect((await login(made.email)).status).toBe(401)
  expect(
    (await change(people.northline, { ...again.body, version: again.body.version + 1 }, { is_active: true })).status,
  ).toBe(200)
  expect((await login(made.email)).status).toBe(200)
})

test('USER-6 LIST-4 a deleted user is in no list and cannot sign in, and the audit log still names them', async () => {
  const made = await make({ manage_users: 1 })
  await ask(made.email, users.create, { body: userBody() })
  expect((await remove(people.northline, made.id)).status).toBe(204)
  expect((await ask(made.email, users.list)).status).toBe(401)
  expect((await login(made.email)).status).toBe(401)
  expect((await ask(people.northline, users.get, { params: { id: made.id } })).status).toBe(404)
  expect((await remove(people.northline, made.id)).status).toBe(404)
  expect(
    (await ask(people.staff, users.list, { query: { filter: `email:${made.email}` } })).body.metadata.total_count,
  ).toBe(0)
  const { rows } = await owner.query('select * from users where id = $1', [made.id])
  expect(rows[0]).toMatchObject({
    email: `deleted-${made.id}@deleted.invalid`,
    first_name: 'Former',
    last_name: `user ${made.id}`,
    phone: null,
    password_hash: null,
    is_active: false,
  })
  expect(await lastAuditEntry('users.remove')).toMatchObject({ record_label: made.email, user_email: people.northline })
  expect(
    (await owner.query('select count(*)::int as n from audit_log where user_email = $1', [made.email])).rows[0].n,
  ).toBeGreaterThan(0)
  // The e-mail is free again.
  expect((await ask(people.northline, users.create, { body: userBody({ email: made.email }) })).status).toBe(201)
})

test('USER-7 an invited user gets a link by mail, chooses the password once, and signs in', async () => {
  const made = await make({ invite: true, password: null, verify_password: null })
  expect((await login(made.email)).status).toBe(401)
  const { rows } = await owner.query(
    'select company_id::int, kind, subject, text_body, link, expires_at from outbox where to_address = $1',
    [made.email],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ company_id: northline, kind: 'invitation' })
  expect(rows[0].text_body).not.toContain('token')
  const days = (rows[0].expires_at.getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.1)
  const token = /#token=(.+)$/.exec(rows[0].link)?.[1]
  const choose = (password: string) => ask(null, session.resetPassword, { body: { token, password } })
  expect(fieldsOf(await choose('password-1234'))).toEqual({
    password: expect.stringContaining('first that attackers try'),
  })
  expect((await choose('chosen by myself')).status).toBe(204)
  expect((await choose('chosen by another')).status).toBe(409)
  expect((await login(made.email, 'chosen by myself')).status).toBe(200)
  expect((await lastAuditEntry('users.create')).after).toMatchObject({ sign_in: 'Invited by e-mail' })
})

test('USER-7 a link sent to another address, or before a password was set, does not work', async () => {
  for (const changes of [
    { email: 'moved@people.test' },
    { password: 'set by the admin', verify_password: 'set by the admin' },
  ]) {
    const made = await make({ invite: true, password: null, verify_password: null })
    const { rows } = await owner.query('select link from outbox where to_address = $1', [made.email])
    const token = /#token=(.+)$/.exec(rows[0].link)?.[1]
    expect((await change(people.northline, made, changes)).status).toBe(200)
    expect((await ask(null, session.resetPassword, { body: { token, password: 'stolen by somebody' } })).status).toBe(
      409,
    )
  }
})

test('PERM-7 the database limits a customer’s role to its own users', async () => {
  const asPrairie = { role: 'portal_customer', company_id: prairie } as const
  const changed = await database.transaction(asPrairie, (db) =>
    db.updateTable('users').set({ last_name: 'Mallory' }).executeTakeFirst(),
  )
  const { rows } = await owner.query(
    `select company_id::int, count(*)::int as count from users where last_name = 'Mallory' group by 1`,
  )
  expect(rows).toEqual([{ company_id: prairie, count: Number(changed.numUpdatedRows) }])
  const stranger = { company_id: northline, email: 'm@people.test', first_name: 'M', last_name: 'M', role: 1 }
  await expect(
    database.transaction(asPrairie, (db) => db.insertInto('users').values(stranger).execute()),
  ).rejects.toThrow('row-level security')
  const desk = await idOf(people.desk)
  const ticket = randomUUID()
  await database.gate('select prepare_password($1, $2, null, null, $3)', [ticket, desk, 'x'])
  for (const call of [
    'select use_password($2, $1) as done',
    'select count($2::text)::int::boolean as done from erase_user($1)',
  ])
    expect(await database.unscoped(call, [desk, ticket])).toEqual([{ done: false }])
  await database.transaction(asPrairie, async (db) => {
    const { sql } = await import('kysely')
    expect((await sql`select use_password(${ticket}, ${desk}) as done`.execute(db)).rows).toEqual([{ done: false }])
    expect((await sql`select * from erase_user(${desk})`.execute(db)).rows).toEqual([])
  })
  expect((await login(people.desk)).status).toBe(200)
})

test('USER-5 PROF-1 the demo’s users have every field their forms require: each can be opened and saved unchanged', async () => {
  const { rows } = await owner.query<{ id: number }>(
    `select id::int from users where email in (select unnest($1::text[]))`,
    [Object.values(people)],
  )
  expect(rows).toHaveLength(5)
  for (const { id } of rows) {
    const record = (await ask(people.staff, users.get, { params: { id } })).body
    expect([record.email, fieldsOf(await change(people.staff, record))]).toEqual([record.email, undefined])
  }
  for (const who of Object.values(people)) {
    const { body } = await ask(who, profiles.user)
    expect([who, (await ask(who, profiles.update, { body })).body.error]).toEqual([who, undefined])
  }
})

test('LIT-4 USER-7 a row says why its user cannot be changed or deleted, in the words of the rejection', async () => {
  const helper = await make({ email: 'helper@northline.test', role: 2, manage_users: 1 })
  const locksOf = async (who: string) =>
    Object.fromEntries(
      (await ask(who, users.list, { query: { size: '50', filter: 'company:Northline Haulage' } })).body.users.map(
        ({ email, lock, delete_lock }: { email: string; lock: string | null; delete_lock: string | null }) => [
          email,
          { lock, delete_lock },
        ],
      ),
    )
  expect((await locksOf(people.northline))[people.northline]).toEqual({ lock: null, delete_lock: 'user.own' })
  expect((await locksOf(people.northline))[helper.email]).toEqual({ lock: null, delete_lock: null })
  expect((await locksOf(people.staff))[people.northline]).toEqual({ lock: null, delete_lock: 'user.last-admin' })
  expect((await locksOf(helper.email))[people.northline]).toEqual({
    lock: 'user.may-more',
    delete_lock: 'user.may-more',
  })
  const id = await idOf(people.northline)
  expect((await remove(people.staff, id)).body.error.code).toBe('user.last-admin')
  expect((await remove(helper.email, id)).body.error.code).toBe('user.may-more')
  expect((await ask(helper.email, users.get, { params: { id } })).body.lock).toBe('user.may-more')
  expect((await ask(people.staff, users.get, { params: { id } })).body.lock).toBeNull()
})
