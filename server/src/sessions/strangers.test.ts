import { profiles } from '@portal/contract/profile/profile.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { beforeEach, expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { hashPassword } from '../platform/access/passwords.ts'
import { readConfig } from '../process/config.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const config = { ...readConfig({ TRUST_PROXY: '1' }), logLevel: 'silent' as const }
const { ask, owner, clock, later } = await testApp({ config })
const minute = 60_000
beforeEach(async () => {
  clock.now = new Date('2026-11-15T12:00:00Z')
  for (const table of ['throttles', 'known_devices', 'password_resets', 'outbox'])
    await owner.query(`delete from ${table}`)
})

type From = { address?: string; device?: string | undefined; isPage?: boolean }
const office = '198.51.100.4'
const login = (username: string, password: string, { address = office, device, isPage = false }: From = {}) =>
  ask(null, session.login, {
    body: { username, password },
    headers: {
      'x-forwarded-for': address,
      ...(isPage ? { 'x-portal': '1' } : {}),
      ...(device ? { cookie: `device=${device}` } : {}),
    },
  })
type Reply = Awaited<ReturnType<typeof login>>
const deviceIn = ({ headers }: Reply): string | undefined =>
  [headers['set-cookie']].flat().flatMap((line) => /^device=([\w-]+);/.exec(String(line))?.[1] ?? [])[0]
const waitOf = ({ headers }: Reply): number => Number(headers['retry-after'] ?? 0)
const page = async (username: string, from: From = {}) =>
  deviceIn(await login(username, demoPassword, { isPage: true, ...from }))
/** A stranger of a botnet: another network each time. */
const bot = (n: number) => `203.0.${n >> 8}.${n & 255}`
const attack = async (username: string, tries: number, from: (n: number) => From) => {
  const replies: Reply[] = []
  for (let n = 0; n < tries; n++) replies.push(await login(username, `guess ${n}`, from(n)))
  return replies.map(({ status }) => status)
}
const refusedAfterTen = [...Array(10).fill(401), 429, 429, 429]

test('SEC-3 S8 AUTH-5 strangers of many networks are refused after ten tries, and the owner’s known device gets in', async () => {
  const device = await page(people.desk)
  expect(await attack(people.desk, 13, (n) => ({ address: bot(n) }))).toEqual(refusedAfterTen)
  expect((await login(people.desk, demoPassword, { device, address: bot(1) })).status).toBe(200)
  // With the right password a stranger waits too, and for a minute only.
  const stranger = await login(people.desk, demoPassword, { address: bot(500) })
  expect([stranger.status, stranger.body.error.code, waitOf(stranger)]).toEqual([429, 'auth.throttled', 60])
  later(61_000)
  expect((await login(people.desk, demoPassword, { address: bot(500) })).status).toBe(200)
})

test('SEC-3 S8 the waits of strangers double up to a quarter of an hour, and trying meanwhile prolongs nothing', async () => {
  await attack(people.desk, 10, (n) => ({ address: bot(n) }))
  const waits: number[] = []
  for (let n = 20; n < 27; n++) {
    const refused = await login(people.desk, 'x', { address: bot(n) })
    expect(await attack(people.desk, 3, () => ({ address: bot(n) }))).toEqual([429, 429, 429])
    expect(waitOf(await login(people.desk, 'x', { address: bot(n) }))).toBe(waitOf(refused))
    waits.push(waitOf(refused) / 60)
    later(waitOf(refused) * 1000)
    expect((await login(people.desk, 'x', { address: bot(n) })).status).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4, 8, 15, 15, 15])
  // A day without a try forgets it.
  later(25 * 60 * minute)
  expect(await attack(people.desk, 2, (n) => ({ address: bot(n) }))).toEqual([401, 401])
})

test('SEC-3 S8 one network is refused for long, others of the account for a minute; an IPv6 network is one stranger', async () => {
  const sixth = (n: number) => ({ address: `2001:db8:7:9::${n.toString(16)}` })
  expect(await attack(people.desk, 13, sixth)).toEqual(refusedAfterTen)
  expect(waitOf(await login(people.desk, demoPassword, sixth(900)))).toBe(15 * 60)
  expect(waitOf(await login(people.desk, demoPassword))).toBe(60)
  later(minute)
  expect((await login(people.desk, demoPassword)).status).toBe(200)
  expect((await login(people.desk, demoPassword, sixth(1))).status).toBe(429)
  // Another account from the same network is not concerned.
  expect((await login(people.clerk, demoPassword, sixth(2))).status).toBe(200)
})

test('SEC-3 S8 a forged cookie is a stranger, a stolen one gives ten tries a window, and keeps no other device out', async () => {
  const [stolen, other] = [await page(people.desk), await page(people.desk)]
  expect(other).not.toBe(stolen)
  const forged = (n: number) => ({ device: String(n).padStart(43, 'f'), address: bot(n) })
  expect(await attack(people.desk, 13, forged)).toEqual(refusedAfterTen)
  // Neither does the cookie of somebody else.
  const foreign = await page(people.clerk)
  expect((await login(people.desk, demoPassword, { device: foreign, address: bot(600) })).status).toBe(429)
  expect(await attack(people.desk, 13, (n) => ({ device: stolen, address: bot(n) }))).toEqual(refusedAfterTen)
  expect((await login(people.desk, demoPassword, { device: stolen })).status).toBe(429)
  expect((await login(people.desk, demoPassword, { device: other })).status).toBe(200)
  later(16 * minute)
  expect((await login(people.desk, demoPassword, { device: stolen })).status).toBe(200)
})

test('SEC-3 a program gets in from a network that it used before, and a page alone leaves none', async () => {
  await login(people.desk, demoPassword, { address: '192.0.2.77' })
  await page(people.desk, { address: '192.0.2.99' })
  await attack(people.desk, 10, (n) => ({ address: bot(n) }))
  expect((await login(people.desk, demoPassword, { address: '192.0.2.77' })).status).toBe(200)
  expect((await login(people.desk, demoPassword, { address: '192.0.2.99' })).status).toBe(429)
})

test('SEC-3 S4 unknown users are answered like known ones, in words, waits and the number of tries', async () => {
  await page(people.desk)
  const answers = async (username: string) => {
    const replies: unknown[] = []
    for (let n = 0; n < 12; n++) {
      const reply = await login(username, 'x', { address: bot(n), device: String(n).padStart(43, 'd') })
      replies.push([reply.status, reply.body.error.message, waitOf(reply), reply.headers['set-cookie']])
    }
    return replies
  }
  expect(await answers('nobody@nowhere.test')).toEqual(await answers(people.desk))
})

test('SEC-3 the device’s cookie is for the portal’s page, hidden from scripts, and stored hashed', async () => {
  const program = await login(people.desk, demoPassword)
  expect(String(program.headers['set-cookie'])).toMatch(/^authorization=[^,]*$/)
  const first = await login(people.desk, demoPassword, { isPage: true })
  expect(first.headers['set-cookie']).toEqual([
    expect.stringMatching(/^authorization=/),
    expect.stringMatching(/^device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=34560000$/),
  ])
  const device = deviceIn(first)
  const again = (username: string) => page(username, { device })
  // Another user of the same browser keeps the cookie; one that the portal never gave out is replaced.
  expect([await again(people.desk), await again(people.clerk)]).toEqual([device, device])
  expect(await page(people.desk, { device: 'p'.repeat(43) })).not.toBe('p'.repeat(43))
  const { rows } = await owner.query(`select json_agg(d)::text as all from known_devices d`)
  expect(rows[0].all).not.toContain(device)
})

test('SEC-3 AUTH-8 a new password forgets the devices that knew the old one, but not the browser that set it', async () => {
  const [own, attackers] = [await page(people.desk), await page(people.desk, { address: bot(7) })]
  const opened = await login(people.desk, demoPassword, { device: own, isPage: true })
  const cookie = `${String([opened.headers['set-cookie']].flat()[0]).split(';')[0]}; device=${own}`
  const change = (old_password: string, password: string) =>
    ask(null, profiles.password, { headers: { cookie, 'x-portal': '1' }, body: { old_password, password } })
  const changed = await change(demoPassword, 'quite another phrase')
  // The browser gets a new cookie.
  const fresh = deviceIn(changed)
  expect([changed.status, fresh === own]).toEqual([204, false])
  await attack(people.desk, 10, (n) => ({ address: bot(n) }))
  expect((await login(people.desk, 'quite another phrase', { device: fresh })).status).toBe(200)
  expect((await login(people.desk, 'quite another phrase', { device: attackers })).status).toBe(429)
  await owner.query('update users set password_hash = $1 where email = $2', [
    await hashPassword(demoPassword),
    people.desk,
  ])
  expect((await login(people.desk, demoPassword, { device: fresh })).status).toBe(429)
})

test('SEC-3 AUTH-9 a link by mail lets the owner in while strangers try, and this browser is known from then on', async () => {
  const attackers = await page(people.desk)
  await attack(people.desk, 12, (n) => ({ address: bot(n) }))
  await ask(null, session.forgotPassword, { body: { email: people.desk } })
  const { rows } = await owner.query('select link from outbox where to_address = $1 and link is not null', [
    people.desk,
  ])
  const token = String(rows[0].link).split('token=')[1]
  const body = { token, password: 'chosen by the owner' }
  const reset = await ask(null, session.resetPassword, { body, headers: { 'x-portal': '1' } })
  const device = deviceIn(reset)
  expect([reset.status, typeof device]).toEqual([204, 'string'])
  await attack(people.desk, 12, (n) => ({ address: bot(n) }))
  const status = async (from: From) => (await login(people.desk, body.password, from)).status
  expect([await status({ device }), await status({ device: attackers })]).toEqual([200, 429])
  await owner.query('update users set password_hash = $1 where email = $2', [
    await hashPassword(demoPassword),
    people.desk,
  ])
})

test('AUTH-9 SEC-3 a mailbox gets ten links, then one an hour, and the newest is always valid', async () => {
  let mails = 0
  for (let at = 0; at < 24 * 60; at += 4) {
    const { status } = await ask(null, session.forgotPassword, {
      body: { email: people.clerk },
      headers: { 'x-forwarded-for': bot(at) },
    })
    if (status === 204) mails += 1
    expect([204, 429]).toContain(status)
    const { rows } = await owner.query('select max(expires_at) > $1 as is_open from outbox where to_address = $2', [
      clock.now,
      people.clerk,
    ])
    expect(rows[0].is_open).toBe(true)
    later(4 * minute)
  }
  expect(mails).toBeLessThanOrEqual(10 + 24)
  expect((await owner.query('select from outbox where to_address = $1', [people.clerk])).rowCount).toBe(mails)
})

test('SEC-2 SEC-3 a sign-in from a device that is new to the user is mailed with device, address and time, and in the log', async () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
  const enter = (device?: string, password = demoPassword) =>
    ask(null, session.login, {
      body: { username: people.desk, password },
      headers: {
        'x-forwarded-for': '203.0.113.9',
        'x-portal': '1',
        'user-agent': firefox,
        ...(device ? { cookie: `device=${device}` } : {}),
      },
    })
  const mails = async () =>
    (await owner.query(`select kind, brand, to_address, subject, text_body from outbox order by id`)).rows
  const noted = async () =>
    (await owner.query(`select after from audit_log where action = 'session.login' order by id desc limit 1`)).rows[0]
      .after
  // The first device of a user is no news, nor is one that is known.
  const device = deviceIn(await enter())
  await enter(device)
  await enter(undefined, 'wrong')
  expect([await mails(), await noted()]).toEqual([[], null])
  const second = await enter()
  expect(second.status).toBe(200)
  expect(await mails()).toEqual([
    {
      kind: 'security',
      brand: 'freshfuels',
      to_address: people.desk,
      subject: 'Fresh Fuels: sign-in from a new device / connexion depuis un nouvel appareil',
      text_body: expect.stringMatching(
        /Device: Firefox, Windows\. Network address: 203\.0\.113\.9\. Time: 2026-11-15 \d\d:00 \(America\/\w+\)\.(?:.|\n)*Appareil.: Firefox, Windows/,
      ),
    },
  ])
  expect(await noted()).toEqual({ new_device: 'Firefox, Windows' })
})
