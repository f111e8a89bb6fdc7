import { serviceKeys } from '@portal/contract/api-keys/api-keys.ts'
import { booksContract } from '@portal/contract/books/books.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import { users } from '@portal/contract/users/users.ts'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../process/config.ts'
import { people } from '../../testing/factories.ts'
import { headersFrom, type SessionHeaders, secondSteps } from '../../testing/factors/second-steps.ts'
import { testApp } from '../../testing/test-app.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const config = readConfig({ LOG_LEVEL: 'silent', SECOND_FACTOR_KEY: key })
const { ask, owner, clock, later } = await testApp({ config })
const { codeFrom, login, answer, signInWith, setUpApp } = secondSteps({ ask, clock })

const seconds = 1000
const minutes = 60 * seconds
beforeEach(async () => {
  clock.now = new Date('2026-11-15T12:00:05Z')
  for (const table of ['throttles', 'factors', 'recovery_codes', 'factor_challenges', 'outbox'])
    await owner.query(`delete from ${table}`)
})
const mails = async () =>
  (await owner.query('select to_address, subject from outbox order by id')).rows.map(
    ({ to_address, subject }) => `${to_address}: ${subject.split(/: | \//)[1]}`,
  )
const lastAudit = async () =>
  (await owner.query('select action, user_email, company_id, after from audit_log order by id desc limit 1')).rows[0]
const withApp = async (email: string) => {
  const headers = headersFrom(await login(email))
  return { headers, ...(await setUpApp(headers)) }
}

test('SEC-1 LIT-6 an app asks for its code after the password, and only its owner’s sign-in changes', async () => {
  const first = headersFrom(await login(people.desk))
  expect((await ask(null, secondFactor.get, { headers: first })).body).toEqual({
    is_on: false,
    is_demanded: false,
    app: null,
    passkeys: [],
    recovery_codes_left: 0,
  })
  const begun = (await ask(null, secondFactor.begin, { headers: first })).body
  expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(begun.uri).toContain(`otpauth://totp/Fresh%20Fuels:desk%40northline.test?secret=${begun.secret}&`)
  expect(begun.qr.path).toMatch(/^M\d+ \d+h1v1h-1z/)
  // Without a confirmed code nothing is asked.
  expect((await login(people.desk)).headers.authorization).toBeDefined()
  const wrong = await ask(null, secondFactor.confirm, { headers: first, body: { code: codeFrom(begun.secret, 5) } })
  expect([wrong.status, wrong.body.error.fields]).toEqual([
    400,
    { code: 'This code is not valid. Enter the newest one.' },
  ])
  const { codes, secret } = await setUpApp(first)
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)

  later(30 * seconds)
  const challenged = await login(people.desk)
  expect([challenged.status, challenged.headers.authorization, challenged.headers['set-cookie']]).toEqual([
    200,
    undefined,
    undefined,
  ])
  expect(challenged.body).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    methods: ['totp', 'recovery'],
    expires_at: '2026-11-15T12:05:35.000Z',
  })
  const second = await answer(challenged.body.challenge, { code: codeFrom(secret) })
  expect(second.body).toMatchObject({ first: 'Tom', companyname: 'Northline Haulage' })
  expect(second.headers['set-cookie']).toBe(
    `authorization=${second.headers.authorization}; Path=/; HttpOnly; SameSite=Strict`,
  )
  expect(await lastAudit()).toMatchObject({ action: 'session.login', after: { second_factor: 'totp' } })
  expect((await ask(null, profiles.user, { headers: headersFrom(second) })).status).toBe(200)
  expect((await login(people.staff)).headers.authorization).toBeDefined()
  expect(await mails()).toEqual(['desk@northline.test: two-step verification was set up'])
})

test('SEC-1 S10 a code works once, also when it is sent twice at once or for another sign-in', async () => {
  const { secret } = await withApp(people.desk)
  // The step that confirmed the app is used.
  const used = (await login(people.desk)).body.challenge
  expect((await answer(used, { code: codeFrom(secret) })).body.error.code).toBe('auth.wrong-code')
  later(30 * seconds)
  const challenges = await Promise.all([1, 2, 3, 4].map(async () => (await login(people.desk)).body.challenge))
  const code = codeFrom(secret)
  const answers = await Promise.all(challenges.map((challenge) => answer(challenge, { code })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  // An earlier step than the last one used is refused as well, though it is within reach.
  later(30 * seconds)
  expect((await answer((await login(people.desk)).body.challenge, { code: codeFrom(secret, -1) })).status).toBe(401)
  expect((await answer((await login(people.desk)).body.challenge, { code: codeFrom(secret, 1) })).status).toBe(200)
})

test('SEC-1 S10 a challenge is answered once, within five minutes and five tries, by its own user', async () => {
  const { secret, codes } = await withApp(people.desk)
  later(60 * seconds)
  const challenge = async () => (await login(people.desk)).body.challenge
  const status = async (token: string, given: object) => (await answer(token, given)).body.error?.code ?? 'in'
  const answered = await challenge()
  const both = await Promise.all([status(answered, { code: codeFrom(secret) }), status(answered, { code: codes[0] })])
  expect(both.filter((one) => one === 'in')).toHaveLength(1)
  expect(await status(answered, { code: codes[1] })).toBe('auth.challenge-over')

  const tired = await challenge()
  for (let n = 0; n < 5; n++) expect(await status(tired, { code: 'AAAA-AAAA' })).toBe('auth.wrong-code')
  expect(await status(tired, { code: codes[2] })).toBe('auth.challenge-over')
  const late = await challenge()
  later(5 * minutes)
  expect(await status(late, { code: codes[2] })).toBe('auth.challenge-over')
  for (const token of ['', 'forged', 'x'.repeat(43)])
    expect((await answer(token, { code: codes[2] })).status).toBe(token ? 401 : 400)
  // Another user's code does not answer it, and neither do a code and a passkey together.
  const other = await withApp(people.northline)
  later(30 * seconds)
  expect(await status(await challenge(), { code: codeFrom(other.secret) })).toBe('auth.wrong-code')
  expect((await answer(await challenge(), {})).status).toBe(400)
  const { rows } = await owner.query(`select encode(token_hash, 'escape') as hash from factor_challenges`)
  expect(rows.map(({ hash }) => hash)).not.toContain(late)
  // A new password ends open challenges.
  const open = await challenge()
  await owner.query(`update users set password_hash = password_hash || ' ' where email = $1`, [people.desk])
  expect(await status(open, { code: codes[2] })).toBe('auth.challenge-over')
  await owner.query(`update users set password_hash = trim(password_hash) where email = $1`, [people.desk])
})

test('SEC-1 S3 wrong codes are throttled by user whatever the challenge, audited, and the wait ends', async () => {
  const { secret } = await withApp(people.desk)
  later(30 * seconds)
  const challenges: string[] = []
  for (let n = 0; n < 12; n++) challenges.push((await login(people.desk)).body.challenge)
  const guesses = await Promise.all(challenges.map((challenge) => answer(challenge, { code: 'wrong' })))
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
  expect(await lastAudit()).toMatchObject({
    action: 'session.login-failed',
    user_email: people.desk,
    company_id: expect.any(String),
    after: { reason: expect.stringMatching(/^(throttled|wrong code)$/) },
  })
  expect((await answer((await login(people.desk)).body.challenge, { code: codeFrom(secret) })).status).toBe(429)
  later(16 * minutes)
  expect((await answer((await login(people.desk)).body.challenge, { code: codeFrom(secret) })).status).toBe(200)
})

test('SEC-1 a recovery code works once, in any spelling, and its owner hears of it', async () => {
  const { codes } = await withApp(people.desk)
  const headers = await signInWith(people.desk, String(codes[3]).toLowerCase().replaceAll('-', ' '))
  expect((await ask(null, secondFactor.get, { headers })).body.recovery_codes_left).toBe(9)
  expect((await answer((await login(people.desk)).body.challenge, { code: codes[3] })).status).toBe(401)
  expect(await mails()).toContain('desk@northline.test: a recovery code was used')
  const renewed = (await ask(null, secondFactor.renewCodes, { headers })).body.recovery_codes
  expect((await answer((await login(people.desk)).body.challenge, { code: codes[4] })).status).toBe(401)
  expect((await answer((await login(people.desk)).body.challenge, { code: renewed[0] })).status).toBe(200)
  const { rows } = await owner.query(`select encode(code_hash, 'escape') as hash from recovery_codes`)
  for (const { hash } of rows) for (const code of renewed) expect(hash).not.toContain(code)
})

test('SEC-1 turning it off needs a code; afterwards signing in is as before', async () => {
  const { headers, secret } = await withApp(people.desk)
  const remove = (body: object) => ask(null, secondFactor.remove, { headers, body })
  later(30 * seconds)
  expect((await remove({})).status).toBe(400)
  expect((await remove({ code: codeFrom(secret, 7) })).status).toBe(400)
  expect((await login(people.desk)).body.challenge).toBeDefined()
  expect((await remove({ code: codeFrom(secret) })).status).toBe(204)
  expect((await login(people.desk)).headers.authorization).toBeDefined()
  expect((await owner.query('select from recovery_codes')).rowCount).toBe(0)
  expect((await remove({ code: '123456' })).body.error.code).toBe('factor.none')
  expect(await mails()).toContain('desk@northline.test: a second step was removed')
})

test('SEC-1 the database has the app’s secret only encrypted, bound to its user', async () => {
  const { secret } = await withApp(people.desk)
  await withApp(people.northline)
  const { rows } = await owner.query<{ secret: Buffer }>('select secret from factors order by id')
  for (const { secret: stored } of rows) expect([stored[0], stored.length]).toEqual([1, 1 + 12 + 16 + 20])
  const [own, other] = rows.map((row) => row.secret)
  await owner.query('update factors set secret = $1 where secret = $2', [other, own])
  later(30 * seconds)
  expect((await answer((await login(people.desk)).body.challenge, { code: codeFrom(secret) })).status).toBe(500)
  await owner.query('delete from factors')
})

test('SEC-1 S11 who has a factor gives it again for switching and closing books; others are not asked', async () => {
  const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
  const { headers, secret, codes } = await withApp(people.staff)
  const book = (await ask(null, booksContract.get, { headers })).body
  const close = (as: SessionHeaders) =>
    ask(null, booksContract.change, { headers: as, body: { closed_through: null, version: book.version } })
  const switchTo = (as: SessionHeaders) => ask(null, switching.to, { headers: as, params: { id: northline } })
  // Confirmed a moment ago.
  expect((await close(headers)).status).not.toBe(403)
  later(10 * minutes)
  for (const refused of [await close(headers), await switchTo(headers)])
    expect([refused.status, refused.body.error.code]).toEqual([403, 'auth.second-factor-needed'])
  expect((await ask(null, profiles.user, { headers })).status).toBe(200)
  const verify = (body: object) => ask(null, secondFactor.verify, { headers, body })
  expect((await verify({ code: 'wrong' })).body.error.fields).toEqual({
    code: 'This code is not valid. Enter the newest one.',
  })
  expect((await close(headers)).status).toBe(403)
  const twice = await Promise.all([1, 2].map(() => verify({ code: codeFrom(secret) })))
  expect(twice.map(({ status }) => status).sort()).toEqual([204, 400])
  expect((await close(headers)).status).not.toBe(403)
  const switched = await switchTo(headers)
  expect(switched.status).toBe(200)
  // The proof belongs to one session, and goes on with it to another company.
  const elsewhere = await signInWith(people.staff, String(codes[0]))
  expect((await close(elsewhere)).status).not.toBe(403)
  later(11 * minutes)
  expect((await close(elsewhere)).status).toBe(403)
  const other = headersFrom(switched)
  expect((await ask(null, switching.back, { headers: other })).status).toBe(200)
  await owner.query('delete from factors')
  expect((await close(headersFrom(await login(people.staff)))).status).not.toBe(403)
})

test('SEC-1 S11 a set-up that an unproved session left open never turns into a factor', async () => {
  const planted = headersFrom(await login(people.desk))
  const { secret } = (await ask(null, secondFactor.begin, { headers: planted })).body
  const confirm = () => ask(null, secondFactor.confirm, { headers: planted, body: { code: codeFrom(secret) } })
  await setUpApp(headersFrom(await login(people.desk)))
  later(11 * minutes)
  const refused = await confirm()
  expect([refused.status, refused.body.error.code]).toEqual([403, 'auth.second-factor-needed'])
  await owner.query('delete from factors where confirmed_at is not null')
  // Without a factor, it still ends after a quarter of an hour.
  expect((await ask(null, secondFactor.begin, { headers: planted })).status).toBe(200)
  later(16 * minutes)
  expect((await confirm()).body.error.code).toBe('factor.setup-over')
  expect((await ask(null, secondFactor.get, { headers: planted })).body).toMatchObject({ is_on: false, app: null })
})

test('SEC-1 S11 adding and changing users asks the Admin with a factor again, and no service key', async () => {
  const { headers } = await withApp(people.northline)
  const { rows } = await owner.query('select id::int from users where email = $1', [people.desk])
  const calls = () =>
    Promise.all([
      ask(null, users.create, { headers, body: {} }),
      ask(null, users.update, { headers, params: rows[0], body: {} }),
      ask(null, users.resetSecondFactor, { headers, params: rows[0] }),
    ])
  expect((await calls()).map(({ status }) => status)).not.toContain(403)
  const scopes = ['users.create', 'users.update']
  const { key } = (await ask(null, serviceKeys.create, { headers, body: { name: 'Staff list', scopes } })).body
  later(10 * minutes)
  expect((await calls()).map(({ body }) => body.error.code)).toEqual(Array(3).fill('auth.second-factor-needed'))
  const asKey = { authorization: `Bearer ${key}` }
  expect((await ask(null, users.create, { headers: asKey, body: {} })).status).toBe(400)
})

test('SEC-1 an Admin resets the factor of a user they may change, never their own or a stronger one’s', async () => {
  const { headers, codes } = await withApp(people.desk)
  const id = async (email: string) =>
    Number((await owner.query('select id from users where email = $1', [email])).rows[0].id)
  const desk = { params: { id: await id(people.desk) } }
  expect((await ask(people.northline, users.get, desk)).body).toMatchObject({ has_second_factor: true })
  expect((await ask(people.prairie, users.resetSecondFactor, desk)).status).toBe(404)
  expect((await ask(null, users.resetSecondFactor, { ...desk, headers })).status).toBe(403)
  await owner.query(`update users set levels = '{"manage_users": 1, "view_users": 1}' where email = $1`, [people.desk])
  await withApp(people.northline)
  const stronger = { params: { id: await id(people.northline) }, headers }
  expect((await ask(null, users.resetSecondFactor, stronger)).body.error.code).toBe('user.may-more')
  const admin = await withApp(people.prairie)
  const own = { params: { id: await id(people.prairie) }, headers: admin.headers }
  expect((await ask(null, users.resetSecondFactor, own)).body.error.code).toBe('factor.own')

  const boss = { ...desk, headers: headersFrom(await login(people.staff)) }
  expect((await ask(null, users.resetSecondFactor, boss)).status).toBe(204)
  expect(await lastAudit()).toMatchObject({ action: 'users.resetSecondFactor' })
  expect(await mails()).toContain('desk@northline.test: two-step verification was reset')
  expect((await ask(null, profiles.user, { headers })).status).toBe(401)
  expect((await login(people.desk)).headers.authorization).toBeDefined()
  expect((await ask(null, users.resetSecondFactor, boss)).body.error.message).toBe(
    'This user has not set up two-step verification.',
  )
  expect(codes).toHaveLength(10)
})
