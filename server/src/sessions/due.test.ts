import { everyEndpoint } from '@portal/contract/contracts.ts'
import type { Due, Endpoint } from '@portal/contract/endpoint.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { users } from '@portal/contract/users/users.ts'
import { beforeEach, expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { readConfig } from '../process/config.ts'
import { people, userBody } from '../testing/factories.ts'
import { headersFrom, type SessionHeaders, secondSteps } from '../testing/factors/second-steps.ts'
import { testApp } from '../testing/test-app.ts'

const ordinary = await testApp()
const strict = await testApp({ config: readConfig({ LOG_LEVEL: 'silent', SECOND_FACTOR: 'staff' }) })
beforeEach(async () => {
  await ordinary.owner.query('delete from throttles')
})

/** Calls every endpoint without input: anyone allowed to call it gets something other than the refusal. */
async function refusedWith(app: typeof ordinary, headers: SessionHeaders, isCalled: (endpoint: Endpoint) => boolean) {
  const codes = new Map<string, string | undefined>()
  for (const endpoint of everyEndpoint.filter(isCalled)) {
    const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']))
    const answer = await app.ask(null, endpoint, { headers, params })
    codes.set(endpoint.id, answer.status === 403 ? answer.body.error.code : undefined)
  }
  return codes
}
const allowed = (due: Due) => everyEndpoint.filter(({ whileDue }) => whileDue?.includes(due)).map(({ id }) => id)
const isPrivate = ({ can }: Endpoint) => can !== 'public'

test('SEC-6 S11 who must choose a password can read the profile, choose it and sign out, and nothing else', async () => {
  const { ask } = ordinary
  const { login } = secondSteps(ordinary)
  const created = await ask(people.northline, users.create, {
    body: userBody({ email: 'new@northline.test', renew_at_sign_in: true, role: 1 }),
  })
  expect(created.body).toMatchObject({ renew_at_sign_in: true })
  const plain = await ask(people.northline, users.create, { body: userBody({ email: 'plain@northline.test' }) })
  expect(plain.body).toMatchObject({ renew_at_sign_in: false })

  const { password } = userBody({}) as { password: string }
  const signed = await login('new@northline.test', {}, password)
  expect(signed.status).toBe(200)
  const headers = headersFrom(signed)
  expect((await ask(null, profiles.user, { headers })).body.due).toBe('password')
  expect(allowed('password')).toEqual(['session.logout', 'switching.back', 'profile.user', 'profile.password'])
  const codes = await refusedWith(ordinary, headers, (one) => isPrivate(one) && !one.whileDue?.includes('password'))
  expect(codes.size).toBeGreaterThan(250)
  expect([...codes].filter(([, code]) => code !== 'auth.password-due')).toEqual([])

  const body = { old_password: password, password: 'my own long words' }
  const chosen = await ask(null, profiles.password, { headers, body })
  expect(chosen.status).toBe(204)
  const next = headersFrom(chosen)
  expect((await ask(null, profiles.user, { headers: next })).body.due).toBeNull()
  expect((await ask(null, session.screens, { headers: next })).status).toBe(200)
})

test('SEC-6 an Admin’s change asks at the next request of an open session, and a reset link fulfils it', async () => {
  const { ask, owner } = ordinary
  const { login } = secondSteps(ordinary)
  const headers = headersFrom(await login(people.desk))
  expect((await ask(null, session.screens, { headers })).status).toBe(200)
  await owner.query('update users set must_change_password = true where email = $1', [people.desk])
  expect((await ask(null, session.screens, { headers })).body.error.code).toBe('auth.password-due')
  const token = 'a'.repeat(43)
  await owner.query(
    `insert into outbox (company_id, kind, brand, to_address, subject, text_body) select company_id, 'note', 'freshfuels', email, 'S', 'T' from users where email = $1`,
    [people.desk],
  )
  await owner.query(
    `insert into password_resets (user_id, token_hash, expires_at, outbox_id, requested_at)
     select id, sha256($2::bytea), now() + interval '1 hour', (select max(id) from outbox), now() from users where email = $1`,
    [people.desk, token],
  )
  expect((await ask(null, session.resetPassword, { body: { token, password: 'my own long words' } })).status).toBe(204)
  const after = headersFrom(await login(people.desk, {}, 'my own long words'))
  expect((await ask(null, session.screens, { headers: after })).status).toBe(200)
  const { rows } = await owner.query(`select kind from outbox where to_address = $1 order by id desc limit 1`, [
    people.desk,
  ])
  expect(rows).toEqual([{ kind: 'security' }])
})

test('SEC-6 nobody asks it of themselves', async () => {
  const { ask, owner } = ordinary
  const id = Number((await owner.query('select id from users where email = $1', [people.northline])).rows[0].id)
  const own = (await ask(people.northline, users.get, { params: { id } })).body
  const asked = await ask(people.northline, users.update, {
    params: { id },
    body: { ...own, password: '', verify_password: '', renew_at_sign_in: true },
  })
  expect(asked.body.error.fields).toEqual({ renew_at_sign_in: 'You cannot change this for yourself.' })
})

test('SEC-1 S11 where staff must have a second factor, they set one up first; customers are not asked', async () => {
  const { ask, owner } = strict
  const { login, setUpApp } = secondSteps(strict)
  const customer = headersFrom(await login(people.northline))
  expect((await ask(null, session.screens, { headers: customer })).status).toBe(200)

  const headers = headersFrom(await login(people.staff, {}, demoPassword))
  expect((await ask(null, profiles.user, { headers })).body.due).toBe('factor')
  expect((await ask(null, secondFactor.get, { headers })).body).toMatchObject({ is_on: false, is_demanded: true })
  expect(allowed('factor')).toEqual([
    'session.logout',
    'secondFactor.get',
    'secondFactor.begin',
    'secondFactor.confirm',
    'secondFactor.passkeys',
    'secondFactor.passkeyOptions',
    'secondFactor.addPasskey',
    'switching.back',
    'profile.user',
  ])
  const codes = await refusedWith(strict, headers, (one) => isPrivate(one) && !one.whileDue?.includes('factor'))
  expect([...codes].filter(([, code]) => code !== 'auth.factor-due')).toEqual([])
  await setUpApp(headers)
  expect((await ask(null, session.screens, { headers })).status).toBe(200)
  expect((await ask(null, profiles.user, { headers })).body.due).toBeNull()
  // Who turns it off has to set it up again.
  await owner.query('delete from factors')
  expect((await ask(null, session.screens, { headers })).body.error.code).toBe('auth.factor-due')
})

test('SEC-1 the calls that ask for the second factor again are these, and no others', () => {
  expect(
    everyEndpoint
      .filter(({ asksFactor }) => asksFactor)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([
    'books.change',
    'secondFactor.addPasskey',
    'secondFactor.begin',
    'secondFactor.confirm',
    'secondFactor.passkeyOptions',
    'secondFactor.removePasskey',
    'secondFactor.renewCodes',
    'serviceKeys.create',
    'serviceKeys.remove',
    'serviceKeys.rotate',
    'switching.to',
    'users.create',
    'users.resetSecondFactor',
    'users.update',
  ])
})
