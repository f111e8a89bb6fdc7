import { cards } from '@portal/contract/cards/cards.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import { expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, app, owner, clock } = await testApp()
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
const signIn = async (username: string) =>
  tokenOf((await ask(null, session.login, { body: { username, password: demoPassword } })).headers)
const tokenOf = (headers: Record<string, unknown>) => ({ authorization: String(headers.authorization) })

test('SWITCH-1 SWITCH-5 a switch shows exactly what that company’s Admin sees, and switching back ends it', async () => {
  const own = await signIn(people.staff)
  const accounts = await ask(null, switching.manage, { headers: own })
  expect(accounts.body).toHaveLength(12)
  expect(accounts.body).toContainEqual({ id: northline, name: 'Northline Haulage' })
  const switched = await ask(null, switching.to, { params: { id: northline }, headers: own })
  expect(switched.body).toMatchObject({ first: 'Amélie', companyname: 'Northline Haulage' })
  const headers = tokenOf(switched.headers)
  expect((await ask(null, profiles.user, { headers: own })).status).toBe(401)
  expect((await ask(null, profiles.user, { headers })).body).toMatchObject({ switched: true, first: 'Amélie' })
  const theirs = await ask(people.northline, session.screens)
  expect((await ask(null, session.screens, { headers })).body).toEqual(theirs.body)
  expect((await ask(null, cards.list, { headers })).body).toEqual((await ask(people.northline, cards.list)).body)
  const back = await ask(null, switching.back, { headers })
  expect(back.body).toMatchObject({ companyname: 'Fresh Fuels Energy' })
  expect((await ask(null, profiles.user, { headers })).status).toBe(401)
  expect((await ask(null, profiles.user, { headers: tokenOf(back.headers) })).body.switched).toBe(false)
})

test('SWITCH-5 a change while switched is recorded with the real user and the account, and switches do not nest', async () => {
  const headers = tokenOf(
    (await ask(null, switching.to, { params: { id: northline }, headers: await signIn(people.staff) })).headers,
  )
  const [first] = (await ask(null, cards.list, { headers, query: { filter: 'card_status:RELEASE', size: '1' } })).body
    .cards
  const card = (await ask(null, cards.get, { params: { id: first.id }, headers })).body
  expect(
    (await ask(null, cards.update, { params: { id: first.id }, headers, body: { ...card, card_status: 'HOLD' } }))
      .status,
  ).toBe(200)
  const { rows } = await owner.query(
    'select user_email, company_id::int, is_switched, action, before, after from audit_log order by id desc limit 1',
  )
  expect(rows[0]).toEqual({
    user_email: people.staff,
    company_id: northline,
    is_switched: true,
    action: 'cards.update',
    before: { card_status: 'RELEASE', status: 'ACTIVE' },
    after: { card_status: 'HOLD', status: 'HOLD' },
  })
  expect((await ask(null, switching.to, { params: { id: northline + 1 }, headers })).body.error.code).toBe(
    'auth.already-switched',
  )
})

test('SWITCH-2 only eligible users switch, to their active customers, and a withdrawn eligibility takes effect at once', async () => {
  expect((await ask(people.clerk, switching.active)).body.error.code).toBe('auth.not-eligible')
  expect((await ask(people.northline, switching.to, { params: { id: northline + 1 } })).status).toBe(403)
  await owner.query('update users set is_switch_eligible = true where email = $1', [people.clerk])
  expect((await ask(people.clerk, switching.active)).body).toEqual({ eligible: true })
  const headers = tokenOf(
    (await ask(null, switching.to, { params: { id: northline }, headers: await signIn(people.clerk) })).headers,
  )
  expect((await ask(null, profiles.user, { headers })).status).toBe(200)
  await owner.query('update users set is_switch_eligible = false where email = $1', [people.clerk])
  expect((await ask(null, profiles.user, { headers })).status).toBe(401)
  await owner.query(`update companies set status = 'disabled' where name = 'Acadia Trucking'`)
  const { rows } = await owner.query(`select id from companies where name in ('Acadia Trucking', 'Fresh Fuels Energy')`)
  for (const { id } of rows) expect((await ask(people.staff, switching.to, { params: { id } })).status).toBe(404)
})

test('SWITCH-5 S2 a switch ends after an hour and extends no session', async () => {
  const begun = clock.now
  const at = (minutes: number) => {
    clock.now = new Date(begun.getTime() + minutes * 60_000)
  }
  const own = await signIn(people.staff)
  const headers = tokenOf((await ask(null, switching.to, { params: { id: northline }, headers: own })).headers)
  at(29)
  expect((await ask(null, profiles.user, { headers })).status).toBe(200)
  at(58)
  expect((await ask(null, profiles.user, { headers })).status).toBe(200)
  at(61)
  expect((await ask(null, profiles.user, { headers })).status).toBe(401)
  clock.now = begun
})

test('SWITCH-2 the profile’s flag, the probe and the calls agree for each user', async () => {
  for (const [who, isEligible] of [
    [people.staff, true],
    [people.clerk, false],
    [people.northline, false],
    [people.desk, false],
  ] as const) {
    expect((await ask(who, profiles.user)).body.isUserEligibleForAccountSwitch).toBe(isEligible)
    const active = await ask(who, switching.active)
    expect([who, active.status, active.body.error?.code]).toEqual([
      who,
      isEligible ? 200 : 403,
      isEligible ? undefined : 'auth.not-eligible',
    ])
    expect((await ask(who, switching.manage)).status).toBe(isEligible ? 200 : 403)
  }
  // A customer's own user cannot switch, whatever their row says.
  await owner.query('update users set is_switch_eligible = true where email = $1', [people.desk])
  expect((await ask(people.desk, switching.active)).status).toBe(403)
})

test('SWITCH-1 AUTH-4 S6 another site’s page switches no user, there or back, and the session stays unchanged', async () => {
  const cookieOf = (headers: Record<string, unknown>) => ({
    cookie: String(headers['set-cookie']).split(';')[0] as string,
  })
  const own = cookieOf(
    (await ask(null, session.login, { body: { username: people.staff, password: demoPassword } })).headers,
  )
  const sites: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, {}]
  const expectRefused = async (cookie: { cookie: string }, path: string) => {
    for (const site of sites) {
      const refused = await app.inject({ url: `/v2/switch/${path}`, headers: { ...cookie, ...site } })
      expect([path, site, refused.statusCode, refused.json().error.code, refused.headers['set-cookie']]).toEqual([
        path,
        site,
        403,
        'request.cross-site',
        undefined,
      ])
    }
  }
  const isSwitched = async (cookie: { cookie: string }) =>
    (await ask(null, profiles.user, { headers: { ...cookie, 'x-portal': '1' } })).body.switched as boolean
  await expectRefused(own, String(northline))
  expect(await isSwitched(own)).toBe(false)
  const there = await app.inject({
    url: `/v2/switch/${northline}`,
    headers: { ...own, 'sec-fetch-site': 'same-origin' },
  })
  // The browser sends a strict cookie with no other site’s link, image or form.
  expect(there.headers['set-cookie']).toMatch(/; HttpOnly; SameSite=Strict$/)
  const switched = cookieOf(there.headers)
  expect(there.headers.authorization).toBeUndefined()
  await expectRefused(switched, 'manager')
  expect(await isSwitched(switched)).toBe(true)
})

test('SWITCH-2 SWITCH-5 an account that cannot be switched to is not found, and the attempt changes nothing', async () => {
  const headers = await signIn(people.staff)
  await owner.query(`update companies set status = 'disabled' where name = 'Rocky View Logistics'`)
  const { rows } = await owner.query(`select id from companies where kind = 'provider' or status = 'disabled'`)
  expect(rows.length).toBeGreaterThan(1)
  const offered = (await ask(null, switching.manage, { headers })).body.map(({ id }: { id: number }) => id)
  for (const id of [...rows.map((row) => row.id), 987_654_321, 'abc']) {
    expect(offered).not.toContain(Number(id))
    expect([id, (await ask(null, switching.to, { params: { id }, headers })).body.error.code]).toEqual([
      id,
      'record.not-found',
    ])
  }
  expect((await ask(null, switching.back, { headers })).body.error.code).toBe('auth.not-switched')
  expect((await ask(null, profiles.user, { headers })).body.switched).toBe(false)
})

test('SWITCH-5 disabling a company ends a switch to it at once', async () => {
  const { rows } = await owner.query(`select id from companies where name = 'Prairie Freight'`)
  const headers = tokenOf(
    (await ask(null, switching.to, { params: { id: rows[0].id }, headers: await signIn(people.staff) })).headers,
  )
  expect((await ask(null, profiles.user, { headers })).status).toBe(200)
  await owner.query(`update companies set status = 'disabled' where id = $1`, [rows[0].id])
  expect((await ask(null, profiles.user, { headers })).status).toBe(401)
  await owner.query(`update companies set status = 'active' where id = $1`, [rows[0].id])
})

test('SWITCH-5 S7 every audit entry while switched has the real user and the account', async () => {
  const own = await signIn(people.staff)
  const { rows: begun } = await owner.query('select max(id) as id from audit_log')
  const headers = tokenOf((await ask(null, switching.to, { params: { id: northline }, headers: own })).headers)
  await ask(null, cards.list, { headers, query: { format: 'csv' } })
  await ask(null, cards.remove, { headers, params: { id: 1 } })
  await ask(null, switching.to, { headers, params: { id: northline } })
  await ask(null, session.logout, { headers })
  const { rows } = await owner.query(
    'select action, user_email, company_id = $1 as theirs, is_switched from audit_log where id > $2 and user_email = $3 order by id',
    [northline, begun[0].id, people.staff],
  )
  expect(rows.map(({ action, theirs, is_switched }) => [action, theirs, is_switched])).toEqual([
    ['switching.to', false, false],
    ['switching.to', true, true],
    ['cards.list.export', true, true],
    ['denied', true, true],
    ['session.logout', true, true],
  ])
})

test('SWITCH-1 AUTH-4 a switch opened as an address from another site is rejected and recorded; of two parallel switches one succeeds', async () => {
  const token = (await signIn(people.staff)).authorization
  const cookie = `authorization=${token}`
  const opened = await ask(null, switching.to, {
    params: { id: northline },
    headers: { cookie, 'sec-fetch-site': 'none' },
  })
  expect([opened.status, opened.body.error.code]).toEqual([403, 'request.cross-site'])
  expect((await owner.query('select after from audit_log order by id desc limit 1')).rows[0].after).toMatchObject({
    endpoint: 'switching.to',
    code: 'request.cross-site',
  })
  const both = await Promise.all(
    [0, 1].map(() => ask(null, switching.to, { params: { id: northline }, headers: { authorization: token } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
})
