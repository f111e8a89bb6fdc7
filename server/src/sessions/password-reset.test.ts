import { outbox } from '@portal/contract/outbox/outbox.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { sendDueMail } from '../outbox/outbox.jobs.ts'
import { createMailer } from '../platform/mailer.ts'
import { readConfig } from '../process/config.ts'
import { people } from '../testing/factories.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { testApp } from '../testing/test-app.ts'

const config = readConfig({
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://cards.example.com',
  BRANDS: '{"fleets": {"publicUrl": "https://fleets.example.com"}}',
})
const { ask, owner, database, clock } = await testApp({ config })
const smtp = await startSmtpServer()
const mailer = createMailer({ smtpUrl: smtp.url, brands: config.brands, limitMs: 5000 })
afterAll(() => smtp.close())

const start = new Date('2026-11-15T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
beforeEach(async () => {
  clock.now = start
  smtp.received.length = 0
  for (const table of ['throttles', 'password_resets', 'outbox']) await owner.query(`delete from ${table}`)
})

const forgot = (email: string, headers = {}) => ask(null, session.forgotPassword, { body: { email }, headers })
const reset = (token: string, password = 'a brand new password') =>
  ask(null, session.resetPassword, { body: { token, password } })
const login = (username: string, password: string) => ask(null, session.login, { body: { username, password } })
const lastLink = async () =>
  (await owner.query('select link from outbox order by id desc limit 1')).rows[0].link as string
const tokenIn = (link: string) => /#token=([\w-]{43})$/.exec(link)?.[1] as string
const askedToken = async (email: string) => {
  expect((await forgot(email)).status).toBe(204)
  return tokenIn(await lastLink())
}
const restore = async (email: string) => expect((await reset(await askedToken(email), demoPassword)).status).toBe(204)

test('AUTH-9 a mailed link sets a new password once, and ends all of the user’s sessions', async () => {
  const headers = { authorization: String((await login(people.desk, demoPassword)).headers.authorization) }
  expect((await ask(null, profiles.user, { headers })).status).toBe(200)
  expect((await forgot(people.desk.toUpperCase())).status).toBe(204)
  await sendDueMail({ database, mailer, clock: () => clock.now })
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]).toMatchObject({ to: [people.desk], from: 'no-reply@cards.example.com' })
  const text = smtp.received[0]?.data.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  const link = /https:\/\/cards\.example\.com\/reset-password#token=[\w-]{43}/.exec(text)?.[0] ?? ''
  const token = tokenIn(link)
  expect((await ask(null, profiles.user, { headers })).status).toBe(200)

  expect((await reset(token)).status).toBe(204)
  expect((await ask(null, profiles.user, { headers })).status).toBe(401)
  expect((await login(people.desk, demoPassword)).status).toBe(401)
  expect((await login(people.desk, 'a brand new password')).status).toBe(200)
  const again = await reset(token, 'another new password')
  expect([again.status, again.body.error.code]).toEqual([409, 'auth.reset-invalid'])
  expect((await login(people.desk, 'a brand new password')).status).toBe(200)
  await restore(people.desk)
})

test('AUTH-9 the reply is the same for known and unknown addresses, and takes about as long', async () => {
  const [known, unknown] = await Promise.all([forgot(people.desk), forgot('nobody@nowhere.test')])
  for (const answer of [known, unknown]) expect([answer.status, answer.text]).toEqual([204, ''])
  expect(Object.keys(known.headers).sort()).toEqual(Object.keys(unknown.headers).sort())
  expect((await owner.query('select to_address from outbox')).rows).toEqual([{ to_address: people.desk }])
  const times: Record<string, number[]> = { known: [], unknown: [] }
  for (let n = 0; n < 12; n++)
    for (const [kind, email] of [
      ['known', people.clerk],
      ['unknown', `nobody${n}@nowhere.test`],
    ] as const) {
      await owner.query('delete from throttles')
      const begun = performance.now()
      await forgot(email)
      times[kind]?.push(performance.now() - begun)
    }
  const quickest = (list: number[] = []) => Math.min(...list)
  // An extra round trip or password hash for one of the two would show as a factor. Other load only adds time.
  expect(quickest(times.known) / quickest(times.unknown)).toBeLessThan(3)
  expect(quickest(times.unknown) / quickest(times.known)).toBeLessThan(3)
})

test('AUTH-9 users who cannot sign in get no link: deactivated, or of a disabled company', async () => {
  await owner.query('update users set is_active = false where email = $1', [people.desk])
  expect((await forgot(people.desk)).status).toBe(204)
  expect((await owner.query('select from outbox')).rowCount).toBe(0)
  await owner.query('update users set is_active = true where email = $1', [people.desk])
  const token = await askedToken(people.desk)
  await owner.query(`update companies set status = 'disabled' where name = 'Northline Haulage'`)
  expect((await reset(token)).body.error.code).toBe('auth.reset-invalid')
  await owner.query(`update companies set status = 'active' where name = 'Northline Haulage'`)
  expect((await login(people.desk, demoPassword)).status).toBe(200)
})

test('AUTH-9 a link expires after 60 minutes, and a new one replaces the one before', async () => {
  const first = await askedToken(people.desk)
  const second = await askedToken(people.desk)
  expect((await reset(first)).body.error.code).toBe('auth.reset-invalid')
  clock.now = after(61)
  expect((await reset(second)).body.error.code).toBe('auth.reset-invalid')
  clock.now = start
  const third = await askedToken(people.desk)
  clock.now = after(59)
  expect((await reset(third, demoPassword)).status).toBe(204)
})

test('AUTH-9 of many parallel uses of one link, one succeeds', async () => {
  const token = await askedToken(people.desk)
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => reset(token, `password number ${n}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409])
  const winner = answers.findIndex(({ status }) => status === 204)
  expect((await login(people.desk, `password number ${winner}`)).status).toBe(200)
  await restore(people.desk)
})

test('AUTH-9 forged, truncated and empty tokens and short passwords are rejected', async () => {
  const token = await askedToken(people.desk)
  for (const bad of [`${token.slice(0, -1)}`, `${token}A`, 'null', "' or 1=1 --", 'x'.repeat(200)])
    expect((await reset(bad)).body.error).toMatchObject({
      code: 'auth.reset-invalid',
      message: 'This link has expired or was already used. Please request a new one.',
    })
  expect((await reset('')).status).toBe(400)
  expect((await reset(token, 'eleven char')).body.error.fields).toEqual({ password: 'Use at least 12 characters.' })
  expect((await reset(token, 'x'.repeat(1001))).body.error.fields).toEqual({
    password: 'Use at most 1,000 characters.',
  })
  expect((await forgot('not an address')).body.error.fields).toEqual({ email: 'Please enter a valid email.' })
  // A rejected password does not use up the link.
  expect((await reset(token, demoPassword)).status).toBe(204)
})

test('AUTH-9 BRAND-3 BRAND-5 E5 the link uses the configured address of the user’s brand, whatever the request says', async () => {
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
  }
  await forgot(people.desk, headers)
  expect(await lastLink()).toMatch(/^https:\/\/cards\.example\.com\/reset-password#token=/)
  await owner.query(`update companies set brand = 'fleets' where name = 'Northline Haulage'`)
  await forgot(people.desk, headers)
  expect(await lastLink()).toMatch(/^https:\/\/fleets\.example\.com\/reset-password#token=/)
  expect((await owner.query('select brand, subject from outbox order by id desc limit 1')).rows[0]).toMatchObject({
    brand: 'fleets',
    subject: expect.stringMatching(/^Fleets: /),
  })
  await owner.query(`update companies set brand = 'freshfuels' where name = 'Northline Haulage'`)
})

test('AUTH-9 requests are throttled per account and per address, alike for known and unknown ones', async () => {
  for (const email of [people.desk, 'nobody@nowhere.test']) {
    for (let n = 0; n < 5; n++) expect((await forgot(email)).status).toBe(204)
    const refused = await forgot(email)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'auth.throttled'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  }
  for (let n = 0; n < 18; n++) expect((await forgot(`other${n}@nowhere.test`)).status).toBe(204)
  expect((await forgot('one-more@nowhere.test')).status).toBe(429)
  clock.now = after(16)
  expect((await forgot(people.desk)).status).toBe(204)
})

test('AUTH-9 S3 guessing tokens is throttled per address', async () => {
  for (let n = 0; n < 30; n += 10) await Promise.all(Array.from({ length: 10 }, (_, at) => reset(`guess${n + at}`)))
  expect((await reset('guess')).status).toBe(429)
})

test('AUTH-9 A1 A3 the audit log records who requested and who reset; after use neither it nor a table holds the token', async () => {
  const from = Number((await owner.query('select coalesce(max(id), 0)::int as id from audit_log')).rows[0].id)
  const token = await askedToken(people.desk)
  await forgot('nobody@nowhere.test')
  await reset(token, demoPassword)
  await reset(token, demoPassword)
  const { rows } = await owner.query('select user_email, action, after from audit_log where id > $1 order by id', [
    from,
  ])
  expect(rows).toEqual([
    { user_email: people.desk, action: 'session.forgotPassword', after: { mail: expect.any(Number) } },
    { user_email: 'nobody@nowhere.test', action: 'session.forgotPassword', after: { reason: 'unknown address' } },
    { user_email: people.desk, action: 'session.resetPassword', after: null },
    { user_email: null, action: 'session.resetPassword', after: { reason: 'invalid link' } },
  ])
  const kept =
    await owner.query(`select json_agg(o)::text || (select json_agg(r)::text from password_resets r) || (select json_agg(a)::text from audit_log a) as all
    from outbox o`)
  expect(kept.rows[0].all).not.toContain(token)
})

test('AUTH-9 a sent or expired link is deleted', async () => {
  await askedToken(people.desk)
  await sendDueMail({ database, mailer, clock: () => clock.now })
  expect(await lastLink()).toBeNull()
  await askedToken(people.desk)
  clock.now = after(61)
  await sendDueMail({ database, mailer, clock: () => clock.now })
  expect(smtp.received).toHaveLength(1)
  expect((await owner.query('select status, link from outbox order by id desc limit 1')).rows[0]).toEqual({
    status: 'failed',
    link: null,
  })
  clock.now = start
  await askedToken(people.desk)
  await owner.query('select remove_expired($1, $1, 1000)', [after(61)])
  expect(await lastLink()).toBeNull()
  expect((await owner.query('select from password_resets')).rowCount).toBe(0)
})

test('AUTH-9 without a mail server only a user with full permissions sees the link, and the view is recorded', async () => {
  await askedToken(people.desk)
  const link = await lastLink()
  const read = async (who: string) => {
    const [{ id }] = (await ask(people.staff, outbox.list)).body.outbox
    return (await ask(who, outbox.get, { params: { id } })).body.text as string
  }
  expect(await read(people.staff)).not.toContain(link)
  await sendDueMail({ database, mailer: null, clock: () => clock.now })
  expect(await read(people.staff)).toContain(link)
  const noted = await owner.query(`select user_email from audit_log where action = 'outbox.get'`)
  expect(noted.rows).toEqual([{ user_email: people.staff }])
  await owner.query(`update users set levels = '{"view_invoices": 1}' where email = $1`, [people.clerk])
  const seen = await read(people.clerk)
  expect(seen).toContain('It works once, within 60 minutes:')
  expect(seen).not.toContain('#token=')
})
