import { webhookEvents } from '@portal/contract/webhooks/webhook-events.ts'
import { webhooks } from '@portal/contract/webhooks/webhooks.ts'
import { beforeEach, expect, test } from 'vitest'
import { customerScope } from '../platform/access/scope.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

/** Names as this test's name server knows them. */
const names: Record<string, string[]> = {
  'hooks.test.com': ['93.184.216.34', '2606:4700::1111'],
  'inside.test.com': ['10.0.0.7'],
  'both.test.com': ['93.184.216.34', '127.0.0.1'],
  'mapped.test.com': ['::ffff:169.254.169.254'],
}
const resolve = async (host: string) => {
  const found = names[host.replace(/\.$/, '')]
  if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  return found
}
const { ask, owner, database, clock } = await testApp({ outbound: { allowsPrivate: false, resolve }, poolSize: 6 })
const address = 'https://hooks.test.com/in?key=1'
const events = ['invoice.sent', 'card.held']
const add = (who: string, body: object = { url: address, events }) => ask(who, webhooks.create, { body })
const made = async (who: string): Promise<{ id: number; version: number; secret: string }> => (await add(who)).body

beforeEach(async () => {
  await owner.query('delete from webhooks')
  clock.now = new Date()
})

test('INTEG-3 a webhook is added with its secret shown once, changed, paused, resumed and deleted', async () => {
  const { status, body } = await add(people.northline, {
    url: address,
    events: ['card.held', 'invoice.sent', 'card.held'],
  })
  expect([status, body]).toEqual([201, expect.objectContaining({ url: address, events, status: 'active' })])
  expect(body.secret).toMatch(/^whsec_[\w-]{43}$/)
  const params = { id: body.id }
  const read = await ask(people.northline, webhooks.get, { params })
  expect(read.text).not.toContain(body.secret)
  const paused = await ask(people.northline, webhooks.update, { params, body: { ...read.body, status: 'paused' } })
  expect(paused.body).toMatchObject({ status: 'paused', paused_because: 'person', version: 2 })
  const stale = await ask(people.northline, webhooks.update, { params, body: read.body })
  expect(stale.body.error.code).toBe('record.stale')
  const input = { url: 'https://hooks.test.com:8443/', events: ['import.done'] }
  const kept = await ask(people.northline, webhooks.update, { params, body: input })
  expect(kept.body).toMatchObject({ ...input, status: 'paused' })
  const resumed = await ask(people.northline, webhooks.update, { params, body: { ...input, status: 'active' } })
  expect(resumed.body).toMatchObject({ status: 'active', paused_because: null })
  expect((await ask(people.northline, webhooks.list)).body.webhooks).toEqual([resumed.body])
  expect((await ask(people.northline, webhooks.remove, { params })).status).toBe(204)
  expect((await ask(people.northline, webhooks.get, { params })).status).toBe(404)
  const { rows } = await owner.query(
    `select action, before::text || coalesce(after::text, '') as what from audit_log where record_type = 'webhook' order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual(
    ['create', 'update', 'update', 'update', 'remove'].map((one) => `webhooks.${one}`),
  )
  // An address often holds a key, and the secret is one.
  expect(JSON.stringify(rows)).not.toMatch(/key=1|whsec_/)
})

const refused = {
  'another scheme': ['http://hooks.test.com', 'ftp://hooks.test.com', 'javascript:alert(1)', 'hooks.test.com', '//x.y'],
  'a login in it': ['https://me:pw@hooks.test.com', 'https://me@hooks.test.com/'],
  'a port of another service': ['https://hooks.test.com:22', 'https://hooks.test.com:25/', 'https://hooks.test.com:80'],
  'an address of this machine': [
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]',
    'https://[::ffff:127.0.0.1]/',
    'https://0.0.0.0/',
    'https://①②⑦.⓪.⓪.①/',
  ],
  'the metadata of a cloud': [
    'https://169.254.169.254/latest',
    'https://[fd00:ec2::254]/',
    'https://metadata.google.internal/',
  ],
  'a private network': [
    'https://10.1.2.3',
    'https://192.168.0.1',
    'https://100.64.1.1',
    'https://[64:ff9b::a00:1]',
    'https://[fe80::1]',
  ],
  'a private name': [
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost',
    'https://intranet/',
    'https://db.internal',
    'https://nas.local',
  ],
  'a name for a private address': [
    'https://inside.test.com',
    'https://both.test.com',
    'https://mapped.test.com',
    'https://inside.test.com./',
  ],
}
test.each(Object.entries(refused))('INTEG-3 an address with %s is refused, also in a change', async (_, urls) => {
  const { id } = await made(people.northline)
  for (const url of urls) {
    const added = await add(people.northline, { url, events })
    expect([url, added.status, Object.keys(added.body.error?.fields ?? {})]).toEqual([url, 400, ['url']])
    const changed = await ask(people.northline, webhooks.update, { params: { id }, body: { url, events } })
    expect([url, changed.status]).toEqual([url, 400])
  }
})

test('INTEG-3 a name that is not known yet is taken: each delivery looks again', async () => {
  expect((await add(people.northline, { url: 'https://new.test.com/', events })).status).toBe(201)
})

test('INTEG-3 at least one known event is needed, and a company has at most 20 webhooks', async () => {
  for (const wrong of [[], ['invoice.drafted'], undefined])
    expect((await add(people.northline, { url: address, events: wrong })).status).toBe(400)
  const all = await Promise.all(
    Array.from({ length: 5 }, () => add(people.northline, { url: address, events: webhookEvents })),
  )
  expect(all.map(({ status }) => status)).toEqual(Array(5).fill(201))
  await owner.query(
    `insert into webhooks (company_id, url, events) select company_id, url, events from webhooks, generate_series(1, 3)`,
  )
  expect((await add(people.northline)).body.error.code).toBe('webhook.too-many')
})

test('INTEG-3 PERM-7 another company’s webhook does not exist, for the provider’s staff too, and only those who manage users have any', async () => {
  const { id } = await made(people.northline)
  const { rows } = await owner.query(
    `insert into webhook_deliveries (webhook_id, company_id, about_company_id, event, source, occurred_at, data, next_attempt_at, status)
     select id, company_id, company_id, 'card.held', 'card 1', now(), '{}', now(), 'failed' from webhooks returning id::int`,
  )
  const calls = [
    [webhooks.get, { params: { id } }],
    [webhooks.update, { params: { id }, body: { url: address, events } }],
    [webhooks.rotateSecret, { params: { id } }],
    [webhooks.test, { params: { id } }],
    [webhooks.deliveries, { params: { id } }],
    [webhooks.resend, { params: { id: rows[0].id } }],
    [webhooks.remove, { params: { id } }],
  ] as const
  for (const [endpoint, call] of calls) {
    for (const who of [people.prairie, people.staff])
      expect([endpoint.id, who, (await ask(who, endpoint, call)).status]).toEqual([endpoint.id, who, 404])
    expect([endpoint.id, (await ask(people.desk, endpoint, call)).status]).toEqual([endpoint.id, 403])
  }
  // A user who manages users has nothing sent that the user may not see.
  await owner.query(`update users set levels = '{"manage_users": 1, "view_fuel_cards": 3}' where email = $1`, [
    people.desk,
  ])
  expect((await ask(people.desk, webhooks.get, { params: { id } })).status).toBe(200)
  expect((await add(people.desk, { url: address, events: ['card.held'] })).status).toBe(201)
  for (const answer of [
    await add(people.desk),
    await ask(people.desk, webhooks.update, { params: { id }, body: { url: address, events } }),
  ])
    expect(answer.body.error.fields.events).toBe(
      'You cannot use the event “Invoice sent”, because you may not see what it reports.',
    )
  // Nor can the user read it in the log, lead it elsewhere or get the secret that signs it.
  await owner.query(`update webhook_deliveries set event = 'invoice.sent', status = 'delivered'`)
  expect((await ask(people.desk, webhooks.deliveries, { params: { id } })).body.webhook_deliveries).toEqual([])
  expect((await ask(people.northline, webhooks.deliveries, { params: { id } })).body.webhook_deliveries).toHaveLength(1)
  const led = { url: address, events: ['card.held'] }
  for (const answer of [
    await ask(people.desk, webhooks.update, { params: { id }, body: led }),
    await ask(people.desk, webhooks.rotateSecret, { params: { id } }),
    await ask(people.desk, webhooks.resend, { params: { id: rows[0].id } }),
  ])
    expect([answer.status, answer.body.error.message]).toEqual([
      403,
      'You cannot use the event “Invoice sent”, because you may not see what it reports.',
    ])
  expect((await ask(people.staff, webhooks.list)).body.webhooks).toEqual([])
})

test('INTEG-3 SEC-4 no role of requests can read a secret back, its own neither', async () => {
  const { id } = await made(people.northline)
  const { rows } = await owner.query('select company_id::int as id from webhooks where id = $1', [id])
  const asNorthline = customerScope(rows[0].id)
  const reads = [
    'select secret from webhook_secrets',
    'select * from webhook_secrets',
    'update webhook_secrets set expires_at = now() returning secret',
    `select * from webhook_secrets_of(${id}, now())`,
  ]
  for (const text of reads) {
    const client = await database.pools.portal_customer.connect()
    await client.query('begin')
    await client.query(`select set_config('app.company', $1, true)`, [String(asNorthline.company_id)])
    await expect(client.query(text)).rejects.toThrow('permission denied')
    await client.query('rollback')
    client.release()
  }
  for (const text of [reads[0], reads[3]])
    await expect(database.pools.portal_staff.query(text as string)).rejects.toThrow('permission denied')
})
