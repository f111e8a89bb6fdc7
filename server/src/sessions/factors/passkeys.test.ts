import { profiles } from '@portal/contract/profile/profile.ts'
import { secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../process/config.ts'
import { people } from '../../testing/factories.ts'
import { headersFrom, type SessionHeaders, secondSteps } from '../../testing/factors/second-steps.ts'
import { softPasskey } from '../../testing/factors/soft-passkey.ts'
import { testApp } from '../../testing/test-app.ts'

const config = readConfig({
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://cards.example.com',
  BRANDS:
    '{"freshfuels": {"hosts": ["cards.example.com", "www.example.com"]}, "fleets": {"hosts": ["fleets.example.com"], "publicUrl": "https://fleets.example.com"}}',
})
const { ask, owner, clock, later } = await testApp({ config })
const { login, setUpApp } = secondSteps({ ask, clock })
const origin = 'https://cards.example.com'
const host = { host: 'cards.example.com' }

beforeEach(async () => {
  clock.now = new Date('2026-11-15T12:00:05Z')
  for (const table of ['throttles', 'factors', 'recovery_codes', 'outbox']) await owner.query(`delete from ${table}`)
})
const signInAt = (challenge: string, passkey: object, at: SessionHeaders = host) =>
  ask(null, secondFactor.signIn, { body: { challenge, passkey }, headers: at })
const optionsFor = async (headers: SessionHeaders) =>
  (await ask(null, secondFactor.passkeyOptions, { headers: { ...host, ...headers } })).body
async function addPasskey(headers: SessionHeaders, device = softPasskey({ origin }), name = 'Laptop') {
  const { challenge, options } = await optionsFor(headers)
  const body = { challenge, name, passkey: device.create(options) }
  return { device, added: await ask(null, secondFactor.addPasskey, { headers: { ...host, ...headers }, body }) }
}
const signedIn = async (email: string) => headersFrom(await login(email))
const challengeOf = async (email: string, at: SessionHeaders = host) => (await login(email, at)).body

test('SEC-1 a passkey is the second step, and its answer counts for one challenge once', async () => {
  const headers = await signedIn(people.desk)
  const { device, added } = await addPasskey(headers)
  expect([added.status, added.body.passkeys[0].name, added.body.recovery_codes.length]).toEqual([201, 'Laptop', 10])
  const asked = await challengeOf(people.desk)
  expect(asked).toMatchObject({
    methods: ['passkey', 'recovery'],
    passkey: { rpId: 'cards.example.com', allowCredentials: [{ id: device.id, type: 'public-key' }] },
  })
  const proof = device.get(asked.passkey)
  const other = await challengeOf(people.desk)
  expect((await signInAt(other.challenge, proof)).body.error).toMatchObject({
    code: 'auth.wrong-code',
    message: 'This passkey could not be verified. Try again.',
  })
  const twice = await Promise.all([1, 2].map(() => signInAt(asked.challenge, proof)))
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 401])
  const opened = headersFrom(twice.find(({ status }) => status === 200) as (typeof twice)[number])
  expect((await ask(null, profiles.user, { headers: opened })).status).toBe(200)
  expect((await signInAt(asked.challenge, proof)).body.error.code).toBe('auth.challenge-over')
})

test('SEC-1 a passkey belongs to a configured host and to the page served there, whatever the request’s headers say', async () => {
  const headers = await signedIn(people.desk)
  // A header that names no configured host means the default brand's address.
  const evil = await ask(null, secondFactor.passkeyOptions, {
    headers: { ...headers, host: 'evil.test', 'x-forwarded-host': 'evil.test', origin: 'https://evil.test' },
  })
  expect(evil.body.options.rp).toEqual({ id: 'cards.example.com', name: 'Fresh Fuels' })
  for (const wrong of ['https://evil.test', 'http://cards.example.com', 'https://cards.example.com:8443']) {
    const { added } = await addPasskey(headers, softPasskey({ origin: wrong }))
    expect([wrong, added.body.error.code]).toEqual([wrong, 'factor.passkey-refused'])
  }
  const { device } = await addPasskey(headers)
  // Another host of the portal offers only what works there.
  expect(await challengeOf(people.desk, { host: 'fleets.example.com' })).toMatchObject({ methods: ['recovery'] })
  const asked = await challengeOf(people.desk)
  expect((await signInAt(asked.challenge, device.get(asked.passkey), { host: 'fleets.example.com' })).status).toBe(401)
  expect((await signInAt(asked.challenge, device.get(asked.passkey), { host: 'evil.test' })).status).toBe(200)
})

test('SEC-1 another user’s passkey, a copied counter and a second registration are refused', async () => {
  const headers = await signedIn(people.desk)
  const { device } = await addPasskey(headers)
  const { device: foreign } = await addPasskey(await signedIn(people.northline))
  const asked = await challengeOf(people.desk)
  const answerOf = (of: typeof device) => of.get({ ...asked.passkey })
  expect((await signInAt(asked.challenge, answerOf(foreign))).status).toBe(401)
  expect((await signInAt(asked.challenge, { ...answerOf(foreign), id: device.id, rawId: device.id })).status).toBe(401)
  // A clone that is behind the counter that was seen last.
  await owner.query('update factors set counter = 1000 where credential_id = $1', [device.id])
  expect((await signInAt(asked.challenge, answerOf(device))).status).toBe(401)
  await owner.query('update factors set counter = 1 where credential_id = $1', [device.id])
  const { added } = await addPasskey(headers, device)
  expect(added.body.error.code).toBe('factor.passkey-refused')
  // A challenge to register serves its own user, once.
  const { challenge, options } = await optionsFor(headers)
  const fresh = softPasskey({ origin, counts: false })
  const body = { challenge, name: 'Key', passkey: fresh.create(options) }
  const stranger = await signedIn(people.prairie)
  expect((await ask(null, secondFactor.addPasskey, { headers: { ...host, ...stranger }, body })).status).toBe(409)
  const adding = () => ask(null, secondFactor.addPasskey, { headers: { ...host, ...headers }, body })
  const statuses = (await Promise.all([adding(), adding()])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 409])
})

test('SEC-1 passkeys are listed, renamed and removed; recovery codes go with the last factor', async () => {
  const headers = await signedIn(people.desk)
  await addPasskey(headers)
  const { added } = await addPasskey(headers, softPasskey({ origin, counts: false }), 'Key')
  expect(added.body.recovery_codes).toBeNull()
  const [laptop, key] = added.body.passkeys
  const params = { id: laptop.id }
  const other = await signedIn(people.northline)
  expect((await ask(null, secondFactor.renamePasskey, { headers: other, params, body: { name: 'X' } })).status).toBe(
    404,
  )
  expect((await ask(null, secondFactor.removePasskey, { headers: other, params })).status).toBe(404)
  const renamed = await ask(null, secondFactor.renamePasskey, { headers, params, body: { name: 'Office' } })
  expect(renamed.body.map(({ name }: { name: string }) => name)).toEqual(['Office', 'Key'])
  expect((await ask(null, secondFactor.removePasskey, { headers, params })).status).toBe(204)
  later(11 * 60_000)
  const late = await ask(null, secondFactor.removePasskey, { headers, params: { id: key.id } })
  expect(late.body.error.code).toBe('auth.second-factor-needed')
  clock.now = new Date('2026-11-15T12:00:05Z')
  expect((await ask(null, secondFactor.removePasskey, { headers, params: { id: key.id } })).status).toBe(204)
  expect((await owner.query('select from recovery_codes')).rowCount).toBe(0)
  expect((await login(people.desk)).headers.authorization).toBeDefined()
})

test('SEC-1 a passkey renews the proof; a challenge for that opens no session', async () => {
  const headers = { ...host, ...(await signedIn(people.staff)) }
  const { device } = await addPasskey(headers)
  await setUpApp(headers)
  later(11 * 60_000)
  const active = () => ask(null, switching.to, { headers, params: { id: 1 } })
  expect((await active()).body.error.code).toBe('auth.second-factor-needed')
  const asked = (await ask(null, secondFactor.challenge, { headers })).body
  expect(asked.methods).toEqual(['totp', 'passkey', 'recovery'])
  const passkey = device.get(asked.passkey)
  expect((await signInAt(asked.challenge, passkey)).body.error.code).toBe('auth.challenge-over')
  const verify = (body: object) => ask(null, secondFactor.verify, { headers, body })
  expect((await verify({ passkey })).status).toBe(400)
  expect((await verify({ passkey, challenge: asked.challenge })).status).toBe(204)
  expect((await verify({ passkey, challenge: asked.challenge })).status).toBe(400)
  expect((await active()).body.error?.code).not.toBe('auth.second-factor-needed')
})
