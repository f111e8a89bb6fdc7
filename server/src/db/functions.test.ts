import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ask, freshDatabase } from '../testing/fresh-database.ts'
import { comparedFunctions, knownFunctions } from './functions.ts'
import { migrate } from './migrate.ts'
import { knownMigrations } from './migrations.ts'
import { asOwner } from './owner.ts'
import { roleNamesOf, withRoleNames } from './role-names.ts'
import { describeStructure } from './structure.ts'

const { prefix, ownerUrl, appUrl, gateUrl } = await freshDatabase()
const given = { ownerUrl, appUrl, gateUrl, rolePrefix: prefix }
await migrate(given)
const structure = () => asOwner(ownerUrl, 'test', describeStructure)
const before = await structure()
/** Simulates a different file text at the last apply. */
const outdate = (name: string) => ask(ownerUrl, `update schema_functions set checksum = 'x' where name = $1`, [name])
const bodyOf = async (name: string) =>
  (await ask<{ body: string }>(ownerUrl, 'select prosrc as body from pg_proc where proname = $1', [name]))[0]?.body

test('OPS-7 a changed text is applied once, and objects in no file are dropped', async () => {
  const body = await bodyOf('note_closing')
  await ask(
    ownerUrl,
    `create or replace function note_closing() returns trigger language plpgsql as 'begin return new; end';
     drop function returned_cents(bigint, bigint);
     create function returned_cents(p_other bigint) returns text language sql as 'select null::text';
     create trigger cards_stray before insert on cards for each row execute function note_closing();
     drop trigger cards_closing on cards;
     drop policy own on cards;
     create policy own on cards to ${prefix}_customer using (true)`,
  )
  expect(await structure()).not.toBe(before)
  // No checksum has changed, so nothing is applied.
  expect(await migrate(given)).toEqual([])
  await outdate('cards.sql')
  expect(await migrate(given)).toEqual(['functions/cards.sql'])
  expect(await structure()).toBe(before)
  expect(await bodyOf('note_closing')).toBe(body)
  expect(await migrate(given)).toEqual([])
})

test('OPS-7 the record of a removed file is deleted', async () => {
  await ask(ownerUrl, `insert into schema_functions (name, checksum, version) values ('former.sql', 'x', '0.1.0')`)
  expect(await migrate(given)).toEqual(['functions/former.sql'])
  expect(await ask(ownerUrl, `select from schema_functions where name = 'former.sql'`)).toEqual([])
})

test('OPS-7 a failed apply changes nothing', async () => {
  await ask(ownerUrl, 'create view acting as select acting_company() as id')
  await outdate('access.sql')
  await expect(migrate(given)).rejects.toThrow(/cannot drop .* because other objects depend on/)
  await ask(ownerUrl, 'drop view acting')
  expect(await structure()).toBe(before)
  expect(await migrate(given)).toEqual(['functions/access.sql'])
})

test('OPS-2 migrating does not wait for a working portal of the same version', async () => {
  const working = new pg.Client({ connectionString: ownerUrl })
  await working.connect()
  try {
    await working.query('begin; lock table cards, transactions in row exclusive mode')
    expect(await migrate(given)).toEqual([])
  } finally {
    await working.end()
  }
})

test('OPS-7 C2 while a long transaction keeps a table, an upgrade leaves requests their turn, and then succeeds', async () => {
  const working = new pg.Client({ connectionString: ownerUrl })
  await working.connect()
  try {
    await working.query('begin; lock table cards in row exclusive mode')
    await outdate('cards.sql')
    const migrating = migrate(given)
    const waits = `select from pg_locks where relation = 'cards'::regclass and not granted`
    await expect.poll(() => ask(ownerUrl, waits), { interval: 50 }).toHaveLength(1)
    // Every request reads this table first. The upgrade holds it, and gives it up again.
    await ask(ownerUrl, 'select count(*) from sessions')
    await working.query('commit')
    expect(await migrating).toEqual(['functions/cards.sql'])
    expect(await structure()).toBe(before)
  } finally {
    await working.end()
  }
})

test('OPS-7 functions of a newer version are distinguished from those of an older one', async () => {
  const own = await knownFunctions()
  const applied = (version: string, checksum?: string) =>
    own.map((file, index) => ({ ...file, version, ...(checksum && index === 0 ? { checksum } : {}) }))
  expect(comparedFunctions(own, applied('9.0.0'), '0.2.0')).toBeNull()
  const kinds = [
    ['0.10.0', '0.9.1'],
    ['0.9.1', '0.10.0'],
    ['0.2.0', '0.2.0'],
    ['1.0.0', '0.9.0'],
  ].map(([theirs, mine]) => comparedFunctions(own, applied(theirs ?? '', 'x'), mine)?.kind)
  expect(kinds).toEqual(['newer', 'missing', 'missing', 'newer'])
  expect(comparedFunctions(own, [], '0.2.0')?.kind).toBe('missing')
})

test('OPS-7 upgrading a database of the last release gives the structure of a new one', async () => {
  const older = await freshDatabase()
  await ask(
    older.ownerUrl,
    'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const released = readFileSync(new URL('./migrations/released.txt', import.meta.url), 'utf8')
  for (const { name, sql, checksum } of await knownMigrations()) {
    if (!released.includes(name)) continue
    await ask(older.ownerUrl, withRoleNames(sql, roleNamesOf(older.prefix)))
    await ask(older.ownerUrl, 'insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
  const applied = await migrate({ ...older, rolePrefix: older.prefix })
  expect(applied).toEqual(expect.arrayContaining(['0044_fuel_providers.sql', 'functions/policies.sql']))
  const upgraded = await asOwner(older.ownerUrl, 'test', describeStructure)
  expect(upgraded.replaceAll(older.prefix, prefix)).toBe(before)
})

const read = (folder: string) => {
  const url = new URL(`./${folder}/`, import.meta.url)
  const names = readdirSync(url).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => ({ name, text: readFileSync(new URL(name, url), 'utf8') }))
}

test('migrations after 0042 create and change tables only; a helper of one migration is temporary', () => {
  const later = read('migrations').filter(({ name }) => name > '0043')
  const made = /^\s*(create|alter|drop) (or replace )?(function (?!pg_temp)|trigger\b|policy\b).*/gim
  expect(later.flatMap(({ name, text }) => (text.match(made) ?? []).map((line) => `${name}: ${line}`))).toEqual([])
})

test('every function has a comment above it and is created in one file', () => {
  const files = read('functions')
  const bare = files.flatMap(({ name, text }) =>
    [...text.matchAll(/(.*)\ncreate function (\w+)/g)].flatMap(([, line, made]) =>
      line?.startsWith('-- ') ? [] : [`${name}: ${made}`],
    ),
  )
  expect(bare).toEqual([])
  const made = files.flatMap(({ text }) => [...text.matchAll(/^create function (\w+)/gm)].map(([, name]) => name))
  expect(made.length).toBeGreaterThan(70)
  expect(new Set(made).size).toBe(made.length)
})
