import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { faultSentences } from '../process/say-fault.ts'
import { ask, freshDatabase, tablesIn } from '../testing/fresh-database.ts'
import { connect } from './connect.ts'
import { urlOfDatabase } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { assertReady } from './readiness.ts'
import { serverFault } from './server-facts.ts'

/** The message at the terminal. */
const refusal = (given: Parameters<typeof migrate>[0]): Promise<string> =>
  migrate(given).then(
    () => 'Migrated.',
    (error) => faultSentences(error).join('\n'),
  )

test('OPS-2 a second portal with its own owner in the same cluster must set other role names, before anything changes', async () => {
  const fresh = await freshDatabase()
  expect(await refusal(fresh)).toBe(
    `The role "portal_customer" already exists in this PostgreSQL cluster and "${fresh.owner}" cannot grant it: it belongs to another portal. ` +
      'Set DATABASE_ROLE_PREFIX to a different word wherever this portal starts.',
  )
  expect(await tablesIn(fresh.ownerUrl)).toEqual([])
})

const second = await freshDatabase()
const { prefix, ownerUrl, appUrl, gateUrl } = second
const given = { ownerUrl, appUrl, gateUrl, rolePrefix: prefix }

test('OPS-2 with its own role names a second portal is complete: tables, functions, queue and grants', async () => {
  await migrate(given)
  expect(await migrate(given)).toEqual([])
  const database = connect(given)
  try {
    await assertReady(database)
    await database.pools.portal_staff.query('select seal_audit()')
    expect(await database.unscoped('select current_user as role', [])).toEqual([{ role: `${prefix}_customer` }])
  } finally {
    await database.end()
  }
  // No grant, policy or function text in this database uses the roles of the first portal.
  const usesOfOthers = `select refobjid::regrole::text as name from pg_shdepend where dbid = (select oid from pg_database where datname = current_database())
      and refclassid = 'pg_authid'::regclass and refobjid::regrole::text in ('portal_customer', 'portal_staff', 'portal_gate')
    union all select proname from pg_proc where prosrc ~ 'portal_(customer|staff|gate)'`
  expect(await ask(ownerUrl, usesOfOthers)).toEqual([])
})

test('OPS-2 a database migrated with other role names is refused with those names', async () => {
  expect(await refusal({ ownerUrl, appUrl })).toMatch(
    new RegExp(
      `^This database was migrated for the role "${prefix}_(customer|staff)", but DATABASE_ROLE_PREFIX is "portal"\\. Set it to "${prefix}"\\.$`,
    ),
  )
})

test('OPS-2 a DATABASE_URL with the owner or an unknown user is refused before anything changes', async () => {
  const fresh = await freshDatabase()
  expect(await refusal({ ...fresh, appUrl: fresh.ownerUrl, rolePrefix: fresh.prefix })).toMatch(
    new RegExp(`^The database user "${fresh.owner}" of DATABASE_URL owns the tables`),
  )
  const stranger = fresh.appUrl.replace('_app:', '_stranger:')
  expect(await refusal({ ...fresh, appUrl: stranger, rolePrefix: fresh.prefix })).toMatch(
    /^The database user "\w+_stranger" of DATABASE_URL does not exist\. /,
  )
  expect(await tablesIn(fresh.ownerUrl)).toEqual([])
})

test('OPS-2 an owner without the right to create roles or tables is refused with the reason, before anything changes', async () => {
  const weak = await freshDatabase({ rights: '' })
  expect(await refusal({ ...weak, rolePrefix: weak.prefix })).toBe(
    `The database user "${weak.owner}" cannot create these roles: ${weak.prefix}_customer, ${weak.prefix}_staff, ${weak.prefix}_gate. Grant it CREATEROLE, or create them as deploy/sql/roles-without-createrole.sql shows.`,
  )
  const other = await freshDatabase()
  const elsewhere = urlOfDatabase(weak.ownerUrl, other.prefix)
  expect(await refusal({ ownerUrl: elsewhere, appUrl: other.appUrl, rolePrefix: other.prefix })).toMatch(
    /cannot create tables and extensions in this database/,
  )
  expect([...(await tablesIn(weak.ownerUrl)), ...(await tablesIn(other.ownerUrl))]).toEqual([])
})

test('OPS-2 two addresses of different databases are refused before anything changes', async () => {
  const [one, other] = [await freshDatabase(), await freshDatabase()]
  const mixed = { ownerUrl: one.ownerUrl, appUrl: urlOfDatabase(one.appUrl, other.prefix), rolePrefix: one.prefix }
  expect(await refusal(mixed)).toBe(
    `DATABASE_OWNER_URL leads to the database "${one.prefix}" and DATABASE_URL to "${other.prefix}". Both must lead to the same database.`,
  )
  expect([...(await tablesIn(one.ownerUrl)), ...(await tablesIn(other.ownerUrl))]).toEqual([])
})

test('OPS-2 an encoding other than UTF8 is refused before anything changes', async () => {
  const fresh = await freshDatabase({ options: `encoding 'SQL_ASCII' locale_provider libc locale 'C'` })
  expect(await refusal({ ...fresh, rolePrefix: fresh.prefix })).toBe(
    `The portal needs a UTF8 database, and this one is SQL_ASCII. Create it with ENCODING 'UTF8', as docs/operations.md shows.`,
  )
  expect(await tablesIn(fresh.ownerUrl)).toEqual([])
})

test('OPS-2 PostgreSQL 15 is refused with its version, 16 and newer are accepted', () => {
  const facts = { version: '15.19 (Debian 15.19-0+deb12u1)', encoding: 'UTF8' }
  expect(serverFault({ ...facts, version_num: 150019 })).toBe(
    'The portal needs PostgreSQL 16 or newer, and this server is 15.19.',
  )
  for (const version_num of [160000, 170002, 180001, 190000]) expect(serverFault({ ...facts, version_num })).toBeNull()
})

const open = new Set<Socket>()
const silent = createServer((socket) => open.add(socket))
afterAll(() => {
  for (const socket of open) socket.destroy()
  silent.close()
})
test('OPS-2 an address that accepts a connection but stays silent is reported as not answering', async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const url = `postgres://someone:Secret@127.0.0.1:${(silent.address() as AddressInfo).port}/portal`
  const database = connect({ appUrl: url })
  const sentences = await Promise.all([
    refusal({ ownerUrl: url, appUrl: url }),
    assertReady(database).catch((error) => error.message),
  ])
  await database.end()
  const sentence =
    /^The database does not answer \(.*\): check DATABASE_URL, DATABASE_OWNER_URL and what stands between\.$/
  expect(sentences).toEqual([expect.stringMatching(sentence), expect.stringMatching(sentence)])
})

test('OPS-7 databases of a newer version, a build before 0.1.0 and another build are each refused with their own reason, unchanged', async () => {
  const before = await tablesIn(ownerUrl)
  const after = async (change: string) => {
    await ask(ownerUrl, change)
    return refusal(given)
  }
  expect(
    await after(`update schema_functions set checksum = 'x', version = '99.0.0' where name = 'cards.sql'`),
  ).toMatch(
    /^The functions in the database are from version 99\.0\.0 of the portal, and this is version [\d.]+\. Start version 99\.0\.0\.$/,
  )
  expect(
    await after(
      `insert into schema_migrations (name, checksum) values ('9998_ahead.sql', 'x'), ('9999_far_ahead.sql', 'x')`,
    ),
  ).toBe(
    'The database has migrations that this version does not know (9998_ahead.sql, 9999_far_ahead.sql). Start the newer version of the portal that applied them.',
  )
  expect(await after(`update schema_migrations set checksum = 'x' where name = '0003_cards.sql'`)).toMatch(
    /^The migration 0003_cards\.sql that ran on this database differs .*: the database was created by another build of the portal\./,
  )
  expect(await after(`update schema_migrations set checksum = 'x' where name = '0002_sessions.sql'`)).toMatch(
    /^The migration 0002_sessions\.sql that ran .* development build before version 0\.1\.0, which has no upgrade\. Keep it with that build, or set up an empty database\.$/,
  )
  expect(await tablesIn(ownerUrl)).toEqual(before)
})
