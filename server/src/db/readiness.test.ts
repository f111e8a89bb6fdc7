import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../process/config.ts'
import { ask, freshDatabase } from '../testing/fresh-database.ts'
import { testApp } from '../testing/test-app.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { assertReady, refusalFault } from './readiness.ts'

const { app, owner, urls } = await testApp()
/** The answer an orchestrator gets, polled within the promised 20 seconds. */
const readiness = async () => {
  const reply = await app.inject('/readyz')
  return reply.statusCode === 200 ? 'ready' : (reply.json().error.message as string)
}
const polling = { timeout: 60_000, interval: 100 }
const notOurs = 'The database has a different version. See the log for details.'

const startFault = async (options: ConnectOptions): Promise<string> => {
  const database = connect(options)
  try {
    return await assertReady(database).then(
      () => 'It can start.',
      (error) => error.message as string,
    )
  } finally {
    await database.end()
  }
}

test('OPS-2 C12 /readyz fails while migrations or functions are missing, newer or different, then recovers; a start names them', async () => {
  expect(await readiness()).toBe('ready')
  const changes: [string, string, RegExp][] = [
    [
      `delete from schema_migrations where name = '0033_card_draws.sql' returning name, checksum`,
      'insert into schema_migrations (name, checksum) values ($1, $2)',
      /^The database lacks migrations of this version \(0033_card_draws\.sql\)\. Run `npm run migrate`, or start with DATABASE_OWNER_URL\.$/,
    ],
    [
      `insert into schema_migrations (name, checksum) values ('9999_ahead.sql', 'x') returning name`,
      'delete from schema_migrations where name = $1',
      /^The database has migrations that this version does not know \(9999_ahead\.sql\)\. Start the newer version of the portal that applied them\.$/,
    ],
    [
      `with former as (select name, checksum from schema_migrations where name = '0002_sessions.sql'), changed as
         (update schema_migrations set checksum = 'x' where name = '0002_sessions.sql') select name, checksum from former`,
      'update schema_migrations set checksum = $2 where name = $1',
      /^The migration 0002_sessions\.sql that ran on this database differs/,
    ],
    [
      `with former as (select name, checksum from schema_functions where name = 'cards.sql'), changed as
         (update schema_functions set checksum = 'x' where name = 'cards.sql') select name, checksum from former`,
      'update schema_functions set checksum = $2 where name = $1',
      /^The functions in the database do not match this version \(cards\.sql\)\. Run `npm run migrate`/,
    ],
  ]
  for (const [change, undo, sentence] of changes) {
    const { rows } = await owner.query(change)
    expect(await startFault(urls)).toMatch(sentence)
    // Each change also shows from outside.
    await expect.poll(readiness, polling).toBe(notOurs)
    await owner.query(undo, Object.values(rows[0]))
  }
  await expect.poll(readiness, polling).toBe('ready')
  expect(await startFault(urls)).toBe('It can start.')
})

/** Acts like PgBouncer with ignore_startup_parameters = options: connections work, but their settings are dropped. */
async function openPooler(target: URL): Promise<{ server: Server; url: string }> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    client.once('data', (first) => {
      const length = first.readInt32BE(0)
      const words = first
        .subarray(8, length - 1)
        .toString()
        .split('\0')
      const kept = words.flatMap((word, index) =>
        index % 2 === 0 && word && word !== 'options' ? [word, words[index + 1]] : [],
      )
      const body = Buffer.from(`${kept.join('\0')}\0\0`)
      const head = Buffer.alloc(8)
      head.writeInt32BE(body.length + 8, 0)
      first.copy(head, 4, 4, 8)
      const upstream = dial(Number(target.port), target.hostname)
      for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
      upstream.write(Buffer.concat([head, body, first.subarray(length)]))
      client.pipe(upstream).pipe(client)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  server.on('close', () => [...sockets].map((socket) => socket.destroy()))
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return { server, url: url.href }
}

test('OPS-2 C12 behind a pooler that drops the role the portal does not start, and /readyz returns 503', async () => {
  const pooler = await openPooler(new URL(urls.appUrl))
  afterAll(() => pooler.server.close())
  const sentence =
    'DATABASE_URL leads through a pooler that drops connection settings, as PgBouncer does. Connect directly to PostgreSQL and set DATABASE_POOL_SIZE instead.'
  expect(await startFault({ appUrl: pooler.url })).toBe(sentence)
  const ownerUrl = new URL(urls.ownerUrl)
  ownerUrl.port = new URL(pooler.url).port
  await expect(migrate({ ...urls, ownerUrl: ownerUrl.href })).rejects.toThrow(
    sentence.replace('DATABASE_URL', 'DATABASE_OWNER_URL'),
  )
  const database = connect({ appUrl: pooler.url })
  const behind = await buildApp({
    database,
    config: { ...readConfig({}), logLevel: 'silent' },
    storage: app.services.storage,
    webRoot: '/nowhere',
  })
  try {
    const reply = await behind.inject('/readyz')
    expect([reply.statusCode, reply.json().error.message]).toEqual([
      503,
      'The database connection does not have the required role. See the log for details.',
    ])
  } finally {
    await behind.close()
    await database.end()
  }
  // PgBouncer without that setting refuses the connection itself.
  for (const words of ['unsupported startup parameter: options', 'unsupported startup parameter in options: role'])
    expect(
      refusalFault(Object.assign(new pg.DatabaseError(words, 0, 'error'), { code: '08P01' }), 'portal_staff').sentence,
    ).toBe(sentence)
})

test('OPS-2 an empty database, a user without the roles, and roles of another portal are reported differently', async () => {
  const { prefix, appUrl } = await freshDatabase()
  const notMigrated = 'The database is not migrated yet. Run `npm run migrate`, or start with DATABASE_OWNER_URL.'
  expect(await startFault({ appUrl, rolePrefix: prefix })).toBe(notMigrated)
  expect(await startFault({ appUrl })).toMatch(
    /^The user of DATABASE_URL cannot act as "portal_customer"\. Run `npm run migrate` with this DATABASE_URL/,
  )
  await ask(urls.ownerUrl, `grant portal_customer, portal_staff, portal_gate to ${prefix}_app`)
  expect(await startFault({ appUrl })).toBe(notMigrated)
  await ask(
    urls.ownerUrl,
    `create role ${prefix}_customer; create role ${prefix}_staff; create role ${prefix}_gate;
     grant ${prefix}_customer, ${prefix}_staff, ${prefix}_gate to portal_app`,
  )
  expect(await startFault({ appUrl: urls.appUrl, rolePrefix: prefix })).toBe(
    `This database was migrated for the role "portal_customer", but DATABASE_ROLE_PREFIX is "${prefix}". Set it to "portal".`,
  )
})

test('OPS-2 /readyz reveals no user, host or password', async () => {
  const url = new URL(urls.appUrl)
  url.password = 'Guessed'
  expect(await startFault({ appUrl: url.href })).toMatch(
    /^The database refuses the connection \(.*\): check DATABASE_URL and DATABASE_OWNER_URL\.$/,
  )
  const database = connect({ appUrl: url.href })
  const wrong = await buildApp({
    database,
    config: { ...readConfig({}), logLevel: 'silent' },
    storage: app.services.storage,
    webRoot: '/nowhere',
  })
  const reply = await wrong.inject('/readyz')
  expect([reply.statusCode, reply.json().error.message]).toEqual([503, 'The database is not responding.'])
  expect(reply.body).not.toMatch(/Guessed|portal_app|127\.0\.0\.1/)
  await wrong.close()
  await database.end()
})
