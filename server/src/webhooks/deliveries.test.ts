import type { ServerResponse } from 'node:http'
import { webhooks } from '@portal/contract/webhooks/webhooks.ts'
import { beforeEach, expect, test } from 'vitest'
import { readMetrics } from '../platform/jobs/metrics.ts'
import { removeExpired } from '../platform/jobs/retention.ts'
import { postOutside } from '../platform/outbound/post.ts'
import { readConfig } from '../process/config.ts'
import { people } from '../testing/factories.ts'
import { hooking, openToAll } from '../testing/hooks/hooking.ts'
import { signersOf, startReceiver } from '../testing/hooks/receiver.ts'
import { testApp } from '../testing/test-app.ts'
import { deliveryLeaseMs, deliveryPausesMs } from './delivering.actions.ts'

const app = await testApp({ outbound: openToAll, poolSize: 8 })
const { ask, owner, database, clock, later } = app
const receiver = await startReceiver()
const { add, deliver, deliveries } = hooking(app)
const who = people.northline

let events = 0
/** A delivery of an event that needs no act. */
async function due(id: number, event = 'card.held'): Promise<number> {
  const { rows } = await owner.query(
    `insert into webhook_deliveries (webhook_id, company_id, about_company_id, event, source, occurred_at, data, next_attempt_at)
     select id, company_id, company_id, $2, $3, $4, '{"card_id": 7, "reason": "person"}', $4 from webhooks where id = $1 returning id::int`,
    [id, event, `event ${++events}`, clock.now],
  )
  return rows[0].id
}
const hook = (path = '') => add(who, receiver.url + path, ['card.held'])
const stateOf = async (id: number) =>
  (await owner.query('select * from webhook_deliveries where id = $1', [id])).rows[0]
const hookState = async (id: number) => (await owner.query('select * from webhooks where id = $1', [id])).rows[0]
const status =
  (code: number, text = 'No') =>
  (response: ServerResponse) =>
    void response.writeHead(code).end(text)
const resend = (id: number) => ask(who, webhooks.resend, { params: { id } })
const post = (endpoint: typeof webhooks.test | typeof webhooks.rotateSecret, id: number) =>
  ask(who, endpoint, { params: { id } })

beforeEach(async () => {
  await owner.query('delete from webhooks')
  await owner.query('delete from outbox')
  clock.now = new Date()
  receiver.received.length = 0
  receiver.answer = (response) => void response.end('Thank you')
})

test('INTEG-3 a delivery is signed, named and numbered, and its answer is logged', async () => {
  const { id, secret } = await hook('/in?a=1')
  const delivery = await due(id)
  await deliver()
  await deliver()
  const [one, ...others] = receiver.received
  expect(others).toEqual([])
  expect(one?.path).toBe('/in?a=1')
  expect(one?.headers).toMatchObject({
    'content-type': 'application/json',
    'portal-event': 'card.held',
    'portal-delivery': String(delivery),
    'portal-signature': expect.stringMatching(
      new RegExp(`^t=${Math.floor(clock.now.getTime() / 1000)},v1=[0-9a-f]{64}$`),
    ),
  })
  expect(one && signersOf(one, [secret, 'whsec_other'])).toEqual([secret])
  expect(one?.body).toMatchObject({ id: delivery, event: 'card.held', data: { card_id: 7 } })
  expect(await deliveries(who, id)).toEqual([
    expect.objectContaining({
      id: delivery,
      status: 'delivered',
      attempts: 1,
      response_status: 200,
      answer: 'Thank you',
      body: one?.text,
      next_attempt_at: null,
    }),
  ])
})

test('INTEG-3 a refused delivery is tried again with pauses, first within a minute, for three days, and then given up', async () => {
  const { id } = await hook()
  const delivery = await due(id)
  const began = clock.now.getTime()
  receiver.answer = status(500, `Out of order${'.'.repeat(600)}\0`)
  for (const [n, pause] of deliveryPausesMs.entries()) {
    await deliver()
    expect(await stateOf(delivery)).toMatchObject({ status: 'queued', attempts: n + 1, response_status: 500 })
    later(pause - 1000)
    await deliver()
    expect(receiver.received).toHaveLength(n + 1)
    later(1001)
  }
  const days = (clock.now.getTime() - began) / 86_400_000
  expect([(deliveryPausesMs[0] ?? 0) <= 60_000, Math.round(days)]).toEqual([true, 3])
  await deliver()
  expect(await stateOf(delivery)).toMatchObject({ status: 'failed', attempts: deliveryPausesMs.length + 1 })
  expect((await stateOf(delivery)).answer).toMatch(/^Out of order\.{488}$/)
  expect(new Set(receiver.received.map(({ headers }) => headers['portal-delivery']))).toEqual(
    new Set([String(delivery)]),
  )
  expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1)
  later(30 * 86_400_000)
  await deliver()
  expect(receiver.received).toHaveLength(deliveryPausesMs.length + 1)
})

test('INTEG-3 a webhook that failed for three days is paused, its maker is written to, and once resumed it goes on', async () => {
  const { id } = await hook()
  await owner.query(`update users set language = 'fr' where email = $1`, [who])
  receiver.answer = status(503)
  const first = await due(id)
  await deliver()
  later(71 * 3_600_000)
  const second = await due(id)
  await deliver()
  expect(await hookState(id)).toMatchObject({ status: 'active', failing_since: expect.any(Date) })
  later(2 * 3_600_000)
  await Promise.all([deliver(), deliver()])
  clock.now = new Date()
  expect((await ask(who, webhooks.get, { params: { id } })).body).toMatchObject({
    status: 'paused',
    paused_because: 'failing',
  })
  const { rows } = await owner.query('select to_address, kind, subject, text_body from outbox')
  expect(rows).toEqual([
    {
      to_address: who,
      kind: 'webhook',
      subject: expect.stringContaining('a été suspendu'),
      text_body: expect.stringContaining(`/webhooks/${id}/view`),
    },
  ])
  const third = await due(id)
  const before = receiver.received.length
  later(5 * 86_400_000)
  await deliver()
  expect(receiver.received).toHaveLength(before)
  clock.now = new Date()
  expect((await resend(first)).status).toBe(409)
  expect((await post(webhooks.test, id)).body.error.code).toBe('webhook.paused')
  receiver.answer = status(200)
  await ask(who, webhooks.update, {
    params: { id },
    body: { url: receiver.url, events: ['card.held'], status: 'active' },
  })
  later(5 * 86_400_000)
  await deliver()
  expect([await stateOf(first), await stateOf(second), await stateOf(third)].map((one) => one.status)).toEqual(
    Array(3).fill('delivered'),
  )
})

test('INTEG-3 an ended delivery is sent again by hand with its number and body, and is tried as often as before', async () => {
  const { id } = await hook()
  const delivery = await due(id)
  await deliver()
  receiver.answer = status(500)
  const asked = await resend(delivery)
  expect([asked.status, asked.body]).toEqual([
    200,
    expect.objectContaining({ id: delivery, status: 'queued', can_resend: false }),
  ])
  expect((await resend(delivery)).body.error.code).toBe('webhook.not-resendable')
  await deliver()
  expect(await stateOf(delivery)).toMatchObject({ status: 'queued', attempts: 2 })
  later(deliveryPausesMs[0] as number)
  receiver.answer = status(204)
  await deliver()
  const [first, ...again] = receiver.received.map(({ headers, text }) => [headers['portal-delivery'], text])
  expect(again).toEqual([first, first])
  expect(await stateOf(delivery)).toMatchObject({ status: 'delivered', attempts: 3, response_status: 204, fault: null })
})

test('INTEG-3 after a rotation both secrets sign for 24 hours, then the new one alone', async () => {
  const { id, secret } = await hook()
  const rotated = (await post(webhooks.rotateSecret, id)).body
  expect(rotated.former_secret_until).toBe(
    new Date(clock.now.getTime() + 86_400_000).toISOString().replace('Z', '000Z'),
  )
  const signers = async () => {
    receiver.received.length = 0
    await due(id)
    await deliver()
    return receiver.received.map((one) => signersOf(one, [secret, rotated.secret]))
  }
  expect(await signers()).toEqual([[secret, rotated.secret]])
  expect(receiver.received[0]?.headers['portal-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
  later(86_400_000 - 1000)
  expect(await signers()).toEqual([[secret, rotated.secret]])
  later(2000)
  expect(await signers()).toEqual([[rotated.secret]])
  clock.now = new Date()
  await post(webhooks.rotateSecret, id)
  await post(webhooks.rotateSecret, id)
  // A secret that got out ends at once with a second rotation.
  expect(await signers()).toEqual([[]])
})

test('INTEG-3 a test is sent once', async () => {
  const { id } = await hook()
  receiver.answer = status(500)
  const sent = await post(webhooks.test, id)
  expect([sent.status, sent.body.event]).toEqual([200, 'ping'])
  await deliver()
  later(86_400_000)
  await deliver()
  expect(receiver.received.map(({ body }) => [body.event, body.data])).toEqual([['ping', { webhook_id: id }]])
  expect(await stateOf(sent.body.id)).toMatchObject({ status: 'failed', attempts: 1 })
})

test('INTEG-3 OPS-3 a worker that is killed after the receiver answered loses nothing: another sends it again with its number', async () => {
  const { id } = await hook()
  const delivery = await due(id)
  // The process is gone as soon as the receiver has answered: nothing more reaches the database.
  const transaction: typeof database.transaction = (...given) =>
    receiver.received.length > 0 ? Promise.reject(new Error('killed')) : database.transaction(...given)
  await expect(deliver({ database: { ...database, transaction } })).rejects.toThrow('killed')
  expect(await stateOf(delivery)).toMatchObject({ status: 'sending', attempts: 1 })
  later(deliveryLeaseMs - 1000)
  await deliver()
  expect(receiver.received).toHaveLength(1)
  later(2000)
  await deliver()
  expect(receiver.received.map(({ headers }) => headers['portal-delivery'])).toEqual(Array(2).fill(String(delivery)))
  expect(await stateOf(delivery)).toMatchObject({ status: 'delivered', attempts: 2 })
})

test('INTEG-3 a receiver that never answers holds up no other, and gets one delivery at a time', async () => {
  const slow = await Promise.all(Array.from({ length: 12 }, (_, n) => hook(`/slow${n}`)))
  const quick = await hook('/quick')
  const waiting: ServerResponse[] = []
  receiver.answer = (response, { path }) => void (path.startsWith('/slow') ? waiting.push(response) : response.end())
  for (const { id } of slow) await Promise.all([due(id), due(id)])
  await owner.query('update webhooks set is_slow = true where id <> $1', [quick.id])
  later(1)
  for (let n = 0; n < 5; n++) await due(quick.id)
  later(1)
  const [one, two] = [deliver(), deliver()]
  const paths = () => receiver.received.map(({ path }) => path)
  const quickOnes = () => paths().filter((path) => path === '/quick')
  await expect.poll(() => [quickOnes().length, waiting.length]).toEqual([5, 8])
  const held = paths().filter((path) => path !== '/quick')
  expect(new Set(held).size).toBe(8)
  receiver.answer = (response) => void response.end()
  for (const response of waiting) response.end()
  await Promise.all([one, two])
  expect(receiver.received).toHaveLength(29)
  expect(new Set(receiver.received.map(({ headers }) => headers['portal-delivery'])).size).toBe(29)
})

test('INTEG-3 several workers send each delivery once, in order for each webhook', async () => {
  const hooks = await Promise.all([hook('/a'), hook('/b')])
  for (let n = 0; n < 10; n++) for (const { id } of hooks) await due(id)
  await Promise.all([deliver(), deliver(), deliver()])
  const numbers = (path: string) =>
    receiver.received.filter((one) => one.path === path).map(({ headers }) => Number(headers['portal-delivery']))
  for (const path of ['/a', '/b']) {
    expect(new Set(numbers(path)).size).toBe(10)
    expect(numbers(path)).toEqual(numbers(path).toSorted((a, b) => a - b))
  }
  expect(receiver.received).toHaveLength(20)
})

const faults = {
  'a redirect': [
    (response: ServerResponse) => void response.writeHead(302, { location: '/elsewhere' }).end(),
    'The receiver answered 302. Redirects are not followed.',
  ],
  'no answer in time': [() => {}, 'The receiver did not answer within 0.3 s.'],
  'a broken connection': [(response: ServerResponse) => void response.destroy(), 'The connection failed: ECONNRESET'],
} as const
test.each(Object.entries(faults))(
  'INTEG-3 %s is a failure with its reason, in the log and the metrics, without the address',
  async (_, [answer, words]) => {
    const { id } = await hook('/key-of-the-receiver')
    const delivery = await due(id)
    receiver.answer = answer
    const count = async () =>
      Number(/portal_webhook_attempts_total\{outcome="queued"\} (\d+)/.exec(await readMetrics())?.[1])
    const before = await count()
    const lines: unknown[] = []
    await deliver({ limitMs: 300, log: { error: (...line: unknown[]) => lines.push(line), info: () => {} } })
    expect((await deliveries(who, id))[0]).toMatchObject({
      id: delivery,
      status: 'queued',
      fault: words,
      next_attempt_at: expect.any(String),
    })
    expect(receiver.received).toHaveLength(1)
    expect(lines).toEqual([
      [
        expect.objectContaining({ delivery, webhook: id, attempt: 1, reason: words }),
        'webhook failed and will be retried',
      ],
    ])
    expect(JSON.stringify(lines)).not.toContain('key-of-the-receiver')
    expect(await count()).toBe(before + 1)
  },
)

test('INTEG-3 an answer without end is cut, and counts by its status', async () => {
  const { id } = await hook()
  const delivery = await due(id)
  receiver.answer = (response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    }
    response.on('drain', more)
    more()
  }
  await deliver()
  expect(await stateOf(delivery)).toMatchObject({ status: 'delivered', answer: 'x'.repeat(500) })
})

test('INTEG-3 the address that is connected to is checked at every delivery: a name that changed to a private one is refused', async () => {
  const asked: string[] = []
  const turning = (address: string) => ({
    allowsPrivate: false,
    resolve: async (host: string) => {
      asked.push(host)
      return [address]
    },
  })
  const { id } = await hook()
  await owner.query('update webhooks set url = $2 where id = $1', [id, `http://hooks.test.com:${receiver.port}/`])
  const delivery = await due(id)
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '169.254.169.254']) {
    await deliver({ outbound: turning(address) })
    expect(await stateOf(delivery)).toMatchObject({
      status: 'queued',
      response_status: null,
      fault: expect.stringContaining('fault-private'),
    })
    later(deliveryPausesMs.at(-1) as number)
  }
  expect([receiver.received.length, asked.length]).toEqual([0, 3])
  // An address instead of a name is never looked up.
  const literal = { body: '{}', headers: {}, limitMs: 1000, url: receiver.url }
  await expect(postOutside(turning('93.184.216.34'), literal)).rejects.toThrow('127.0.0.1')
  expect([receiver.received.length, asked.length]).toEqual([0, 3])
})

test('INTEG-3 the connection uses the one answer of the lookup: no second one can lead elsewhere', async () => {
  const { id } = await hook()
  await owner.query('update webhooks set url = $2 where id = $1', [id, `http://hooks.test.com:${receiver.port}/`])
  await due(id)
  let lookups = 0
  const resolve = async () => {
    lookups += 1
    return ['127.0.0.1']
  }
  await deliver({ outbound: { allowsPrivate: true, resolve } })
  expect([lookups, receiver.received.length, receiver.received[0]?.headers.host]).toEqual([
    1,
    1,
    `hooks.test.com:${receiver.port}`,
  ])
})

test('INTEG-3 deliveries are kept for 30 days', async () => {
  const { id } = await hook()
  await due(id)
  await owner.query(`update webhook_deliveries set status = 'delivered'`)
  await post(webhooks.rotateSecret, id)
  const left = async (days: number) => {
    const log = { error: () => {}, info: () => {} }
    const cleanup = { retention: readConfig({}).retention, storage: { remove: async () => {} }, log }
    await removeExpired(database, new Date(clock.now.getTime() + days * 86_400_000), cleanup)
    const { rows } = await owner.query(
      'select (select count(*)::int from webhook_deliveries) as sent, (select count(*)::int from webhook_secrets) as secrets',
    )
    return rows[0]
  }
  expect(await left(0.9)).toEqual({ sent: 1, secrets: 2 })
  expect(await left(29)).toEqual({ sent: 1, secrets: 1 })
  expect(await left(31)).toEqual({ sent: 0, secrets: 1 })
})
