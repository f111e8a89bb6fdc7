import { setTimeout as sleep } from 'node:timers/promises'
import { cards } from '@portal/contract/cards/cards.ts'
import { expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { cardBody, people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, app, owner, tokenOf } = await testApp()
const raw = async (options: {
  method?: 'POST' | 'PUT' | 'GET'
  url?: string
  payload?: string | Buffer
  headers?: Record<string, string>
}) => {
  const reply = await app.inject({
    method: 'POST',
    url: '/v2/fuel-card-management',
    ...options,
    headers: { authorization: await tokenOf(people.staff), ...options.headers },
  })
  return { status: reply.statusCode, code: reply.json().error?.code, body: reply.json(), headers: reply.headers }
}

test('LIST-11 a whole list is sent once', async () => {
  // As in production, without the tests' validation of replies.
  const serving = await testApp({ checkReplies: false })
  const sent: string[] = []
  serving.app.addHook('onRequest', async (request, reply) => {
    const send = reply.send.bind(reply)
    reply.send = (payload) => {
      sent.push(request.url)
      return send(payload)
    }
  })
  for (const query of ['paged=false', 'format=csv', 'format=xlsx']) {
    const url = `/v2/fuel-card-management?${query}`
    const headers = { authorization: await serving.tokenOf(people.staff) }
    expect((await serving.app.inject({ url, headers })).statusCode).toBe(200)
    // A second reply would follow the first.
    await sleep(50)
    expect(sent.filter((one) => one === url)).toEqual([url])
  }
})

test('API-2 an unreadable request is rejected with its error code and the right status', async () => {
  const json = { 'content-type': 'application/json' }
  expect(await raw({ payload: '{"card_number":', headers: json })).toMatchObject({
    status: 400,
    code: 'request.malformed',
  })
  expect(await raw({ payload: '', headers: json })).toMatchObject({ status: 400, code: 'request.malformed' })
  expect(await raw({ payload: '{"__proto__": {"x": 1}}', headers: json })).toMatchObject({ status: 400 })
  expect(await raw({ payload: '[]', headers: json })).toMatchObject({ status: 400, code: 'request.invalid' })
  expect(await raw({ payload: '"text"', headers: json })).toMatchObject({ status: 400, code: 'request.invalid' })
  expect(await raw({ payload: '<a/>', headers: { 'content-type': 'application/xml' } })).toMatchObject({
    status: 415,
    code: 'request.media-type',
  })
  for (const type of ['text/plain', 'text/plain; charset=utf-8'])
    expect(await raw({ payload: '{}', headers: { 'content-type': type } })).toMatchObject({
      status: 415,
      code: 'request.media-type',
    })
  expect(await raw({ payload: JSON.stringify({ driver_name: 'x'.repeat(300_000) }), headers: json })).toMatchObject({
    status: 413,
    code: 'request.too-large',
  })
  expect(await raw({ method: 'GET', url: '/v2/nothing/here' })).toMatchObject({ status: 404, code: 'path.not-found' })
  expect(await raw({ method: 'GET', url: '/v2/fuel-card-management/%E0%A4%A' })).toMatchObject({
    status: 400,
    code: 'request.malformed',
  })
  expect(await raw({ method: 'PUT', url: '/v2/fuel-card-management' })).toMatchObject({
    status: 404,
    code: 'path.not-found',
  })
})

test('API-2 SEC-7 a malformed form is reported as the client’s error', async () => {
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=there'])
    for (const payload of [
      'abc',
      '',
      '--there\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nhalf',
    ])
      expect([
        type,
        payload,
        await raw({ url: '/v2/fuel-card-management/upload-fuel-card-csv', payload, headers: { 'content-type': type } }),
      ]).toMatchObject([type, payload, { status: 400 }])
})

test('API-2 FORM-4 an invalid body has one error per field, unknown keys included', async () => {
  const answer = await ask(people.staff, cards.create, {
    body: {
      ...cardBody(),
      card_number: 12,
      daily_card_limit: '5',
      weekly_product_balance: 1.234,
      surprise: true,
      driver_name: ' ',
    },
  })
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatchObject({ code: 'request.invalid', requestId: answer.headers['x-request-id'] })
  expect(answer.body.error.fields).toEqual({
    card_number: 'Enter text.',
    daily_card_limit: 'Enter a number.',
    weekly_product_balance: 'Use at most 2 decimals.',
    driver_name: 'This field is required.',
    surprise: 'This field is not supported here.',
  })
})

test('API-2 read-only fields sent back with a record are ignored', async () => {
  const made = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const answer = await ask(people.staff, cards.update, {
    params: { id: made.id },
    body: { ...made, id: 999, status: 'nonsense', created_at: 'x', trip_number: '5' },
  })
  expect(answer.body).toMatchObject({ id: made.id, status: 'ACTIVE', trip_number: '5', created_at: made.created_at })
})

test('API-2 an unexpected error reveals nothing but that it happened', async () => {
  const broken = await testApp()
  await broken.tokenOf(people.staff)
  await broken.owner.query('alter table cards rename to hidden_cards')
  const answer = await broken.ask(people.staff, cards.list)
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({
    error: {
      code: 'service.unexpected',
      message: 'Something went wrong on our side. The error was logged.',
      key: 'service.unexpected',
      params: {},
      requestId: expect.any(String),
    },
  })
})

test('API-2 C2 a database that does not answer is a 503 with Retry-After, and recovery needs no restart', async () => {
  const token = await tokenOf(people.staff)
  // The query waits for a lock that is never released, until the lock timeout ends it.
  const blocker = await owner.connect()
  try {
    await blocker.query('begin; lock table cards in access exclusive mode')
    const answer = await app.inject({ url: '/v2/fuel-card-management', headers: { authorization: token } })
    expect([answer.statusCode, answer.json().error.code, answer.headers['retry-after']]).toEqual([
      503,
      'service.unavailable',
      '3',
    ])
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  expect((await app.inject({ url: '/v2/fuel-card-management', headers: { authorization: token } })).statusCode).toBe(
    200,
  )
  // The pool replaces connections that the server drops.
  await owner
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'portal %'`,
    )
    .catch(() => {})
  await expect
    .poll(
      async () => (await app.inject({ url: '/v2/fuel-card-management', headers: { authorization: token } })).statusCode,
    )
    .toBe(200)
})

test('API-3 the same key gets the same reply, once', async () => {
  const body = cardBody()
  const headers = { 'idempotency-key': 'one-effect' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(people.staff, cards.create, { body, headers })))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  const { rows } = await owner.query('select count(*)::int as count from cards where card_number = $1', [
    body.card_number,
  ])
  expect(rows[0].count).toBe(1)
})

test('API-3 a key of another request or another user is not the same key', async () => {
  const headers = { 'idempotency-key': 'reused' }
  const body = cardBody()
  expect((await ask(people.staff, cards.create, { body, headers })).status).toBe(201)
  const other = await ask(people.staff, cards.create, { body: cardBody(), headers })
  expect([other.status, other.body.error.code]).toEqual([409, 'idempotency.mismatch'])
  expect(
    (await ask(people.staff, cards.create, { body, headers: { 'idempotency-key': 'x'.repeat(201) } })).status,
  ).toBe(400)
})

test('API-3 a rejected request leaves its key free', async () => {
  const headers = { 'idempotency-key': 'try-again' }
  const taken = (await ask(people.staff, cards.create, { body: cardBody() })).body
  expect(
    (await ask(people.staff, cards.create, { body: cardBody({ card_number: taken.card_number }), headers })).status,
  ).toBe(409)
  expect((await ask(people.staff, cards.create, { body: cardBody(), headers })).status).toBe(201)
})

test('API-4 H1 health, readiness and security headers are on every reply', async () => {
  expect((await app.inject('/healthz')).json()).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  for (const url of ['/healthz', '/v2/fuel-card-management', '/v2/nothing', '/v2/docs']) {
    const { headers } = await app.inject(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    })
    expect(headers['content-security-policy']).toContain("script-src 'self';")
  }
  const mangled = await app.inject('/%E0%A4%A')
  expect([mangled.statusCode, mangled.headers['x-content-type-options'], mangled.headers['cache-control']]).toEqual([
    400,
    'nosniff',
    'no-store',
  ])
  app.setReady(false)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  app.setReady(true)
})

test('API-1 the document lists every endpoint with the schemas that validate it', async () => {
  const document = (await app.inject('/v2/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  const create = document.paths['/v2/fuel-card-management'].post
  expect(create.requestBody.content['application/json'].schema.$ref).toBe('#/components/schemas/CardInput')
  expect(document.components.schemas.CardInput.required).toContain('card_number')
  expect(create.responses['201']).toBeTruthy()
  expect(document.paths['/v2/fuel-card-management'].get.parameters).toContainEqual({
    $ref: '#/components/parameters/sortParam',
  })
  expect(document.paths['/v2/fuel-card-management/{id}'].delete.responses['204']).toBeTruthy()
  const page = await app.inject('/v2/docs')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('/v2/fuel-card-management')
})

test('API-5 A1 a writing handler without an audit entry is rejected and rolled back', async () => {
  const forgetful = await testApp()
  const { implement } = await import('./implement.ts')
  const contract = {
    create: {
      ...cards.create,
      id: 'cards.forgetful',
      path: '/forgetful',
      ignores: [],
      body: cards.remove.params,
      reply: cards.get.reply,
    },
  }
  implement(
    forgetful.app,
    contract as never,
    {
      create: async (_input: unknown, { db }: { db: Db }) => {
        await db.updateTable('cards').set({ driver_name: 'Changed in silence' }).execute()
        return {}
      },
    } as never,
  )
  const reply = await forgetful.app.inject({
    method: 'POST',
    url: '/v2/forgetful',
    payload: { id: 1 },
    headers: { authorization: await forgetful.tokenOf(people.staff) },
  })
  expect(reply.statusCode).toBe(500)
  expect((await forgetful.owner.query(`select from cards where driver_name = 'Changed in silence'`)).rowCount).toBe(0)
})
