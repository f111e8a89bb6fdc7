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

/** What the person at the terminal reads. */
const refusal = (given: Parameters<typeof migrate>[0]): Promise<string> =>
  migrate(given).then(
    () => 'It went well.',
    (error) => faultSentences(error).join('\n'),
  )

test('OPS-2 a second portal with its own owner in one cluster is asked for names of its own, before anything is changed', async () => {
  const fresh = await freshDatabase()
  expect(await refusal(fresh)).toBe(
    `The role "portal_customer" is in this PostgreSQL cluster already and not for "${fresh.owner}" to give: another portal has made it. ` +
      'Set DATABASE_ROLE_PREFIX to a word of this portal’s own, here and wherever it is started.',
  )
  expect(await tablesIn(fresh.ownerUrl)).toEqual([])
})

const second = await freshDatabase()
const { prefix, ownerUrl, appUrl } = second
const given = { ownerUrl, appUrl, rolePrefix: prefix }

test('OPS-2 under names of its own a second portal is whole: tables, functions, queue and grants', async () => {
  await migrate(given)
  expect(await migrate(given)).toEqual([])
  const database = connect(given)
  try {
    await assertReady(database)
    await database.pools.portal_staff.query('select seal_audit()')
    expect(await database.gate('select current_user as role', [])).toEqual([{ role: `${prefix}_customer` }])
  } finally {
    await database.end()
  }
  // Nothing of this database, neither a grant nor a policy nor the text of a function, knows the roles of the first
  // portal.
  const strange = `select refobjid::regrole::text as name from pg_shdepend where dbid = (select oid from pg_database where datname = current_database())
      and refclassid = 'pg_authid'::regclass and refobjid::regrole::text in ('portal_customer', 'portal_staff')
    union all select proname from pg_proc where prosrc ~ 'portal_(customer|staff)'`
  expect(await ask(ownerUrl, strange)).toEqual([])
})

test('OPS-2 a database that was migrated under other names says which', async () => {
  expect(await refusal({ ownerUrl, appUrl })).toMatch(
    new RegExp(
      `^The tables of this database are for the role "${prefix}_(customer|staff)", and DATABASE_ROLE_PREFIX says "portal": set it to "${prefix}"\\.$`,
    ),
  )
})

test('OPS-2 DATABASE_URL that names the owner, or a user who does not exist, is refused before anything is changed', async () => {
  const fresh = await freshDatabase()
  expect(await refusal({ ...fresh, appUrl: fresh.ownerUrl, rolePrefix: fresh.prefix })).toMatch(
    new RegExp(`^The database user "${fresh.owner}" of DATABASE_URL owns the tables`),
  )
  const stranger = fresh.appUrl.replace('_app:', '_stranger:')
  expect(await refusal({ ...fresh, appUrl: stranger, rolePrefix: fresh.prefix })).toMatch(
    /^The database user "\w+_stranger" of DATABASE_URL does not exist: /,
  )
  expect(await tablesIn(fresh.ownerUrl)).toEqual([])
})

test('OPS-2 an owner who may not create roles or tables is told what is missing, before anything is changed', async () => {
  const weak = await freshDatabase({ rights: '' })
  expect(await refusal({ ...weak, rolePrefix: weak.prefix })).toBe(
    `The database user "${weak.owner}" may not create the roles ${weak.prefix}_customer and ${weak.prefix}_staff: give it CREATEROLE.`,
  )
  const other = await freshDatabase()
  const elsewhere = urlOfDatabase(weak.ownerUrl, other.prefix)
  expect(await refusal({ ownerUrl: elsewhere, appUrl: other.appUrl, rolePrefix: other.prefix })).toMatch(
    /may not create tables and extensions in this database/,
  )
  expect([...(await tablesIn(weak.ownerUrl)), ...(await tablesIn(other.ownerUrl))]).toEqual([])
})

test('OPS-2 two addresses that lead to different databases are refused before anything is changed', async () => {
  const [one, other] = [await freshDatabase(), await freshDatabase()]
  const mixed = { ownerUrl: one.ownerUrl, appUrl: urlOfDatabase(one.appUrl, other.prefix), rolePrefix: one.prefix }
  expect(await refusal(mixed)).toBe(
    `DATABASE_OWNER_URL leads to the database "${one.prefix}", and DATABASE_URL to "${other.prefix}": both must lead to the same one.`,
  )
  expect([...(await tablesIn(one.ownerUrl)), ...(await tablesIn(other.ownerUrl))]).toEqual([])
})

test('OPS-2 another encoding than UTF8 is refused before anything is changed', async () => {
  const fresh = await freshDatabase({ options: `encoding 'SQL_ASCII' locale_provider libc locale 'C'` })
  expect(await refusal({ ...fresh, rolePrefix: fresh.prefix })).toBe(
    `The database is encoded as SQL_ASCII, and the portal needs UTF8: create the database with ENCODING 'UTF8', as docs/operations.md shows.`,
  )
  expect(await tablesIn(fresh.ownerUrl)).toEqual([])
})

test('OPS-2 PostgreSQL 15 is refused by its number, 16 and newer are taken', () => {
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
test('OPS-2 an address that takes a connection and says nothing is told as one that does not answer', async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const url = `postgres://someone:Secret@127.0.0.1:${(silent.address() as AddressInfo).port}/portal`
  const database = connect({ appUrl: url })
  const told = await Promise.all([
    refusal({ ownerUrl: url, appUrl: url }),
    assertReady(database).catch((error) => error.message),
  ])
  await database.end()
  const sentence =
    /^The database does not answer \(.*\): check DATABASE_URL, DATABASE_OWNER_URL and what stands between\.$/
  expect(told).toEqual([expect.stringMatching(sentence), expect.stringMatching(sentence)])
})

test('OPS-7 a database of a newer version, of a build before the first version, or of another build is told apart and left alone', async () => {
  const before = await tablesIn(ownerUrl)
  const after = async (change: string) => {
    await ask(ownerUrl, change)
    return refusal(given)
  }
  expect(
    await after(`update schema_functions set checksum = 'x', version = '99.0.0' where name = 'cards.sql'`),
  ).toMatch(
    /^The functions in the database are those of version 99\.0\.0 of the portal, and this is version [\d.]+\. Start that version\.$/,
  )
  expect(
    await after(
      `insert into schema_migrations (name, checksum) values ('9998_ahead.sql', 'x'), ('9999_far_ahead.sql', 'x')`,
    ),
  ).toBe(
    'The database has migrations that this version does not know (9998_ahead.sql, 9999_far_ahead.sql): a newer version of the portal has made it. Start that version.',
  )
  expect(await after(`update schema_migrations set checksum = 'x' where name = '0003_cards.sql'`)).toMatch(
    /^The migration 0003_cards\.sql ran on this database with another content .*: the database was made by another build of the portal\./,
  )
  expect(await after(`update schema_migrations set checksum = 'x' where name = '0002_sessions.sql'`)).toMatch(
    /^The migration 0002_sessions\.sql ran .* development build before version 0\.1\.0, from which there is no upgrade\. Keep it with that build, or set up an empty database\.$/,
  )
  expect(await tablesIn(ownerUrl)).toEqual(before)
})
