import pg from 'pg'
import { defaultRolePrefix } from '../process/config.ts'
import { applyFunctions } from './functions.ts'
import { knownMigrations, type Migration } from './migrations.ts'
import { backupLock, inPatientTransaction } from './owner.ts'
import { appliedMigrations, asOwnerOfServer, loginOf, refuseMigrating } from './preflight.ts'
import { type RoleNames, roleNamesOf, withRoleNames } from './role-names.ts'
import { loadFuelProviders, loadProductCodes } from './seed/fuel-providers.ts'
import { loadPlaces } from './seed/places.ts'
import { loadTaxRates } from './seed/tax-rates.ts'

/** An arbitrary number shared by every process that migrates. */
const migrationLock = 7083_0001

/** The last migration that created functions and triggers itself (decision 27). */
const lastWithFunctions = '0042_import_pauses.sql'

/** Records the applied migrations and functions. Only the owner can access these tables. */
const bookkeeping = `
  create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
  create table if not exists schema_functions (name text primary key, checksum text not null, version text not null, applied_at timestamptz not null default now())`

/**
 * Runs `work` with all triggers off. Their functions are replaced after the last migration, and until then may refer to
 * what an earlier one renamed. Must run in a transaction: others wait, and never write without triggers.
 */
async function withoutTriggers(owner: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const change = async (state: 'disable' | 'enable') => {
    const { rows } = await owner.query<{ change: string }>(
      `select distinct format('alter table %s ${state} trigger user', tgrelid::regclass) as change
       from pg_trigger join pg_class on pg_class.oid = tgrelid
       where not tgisinternal and relnamespace = 'public'::regnamespace and tgenabled = $1 order by 1`,
      [state === 'disable' ? 'O' : 'D'],
    )
    await owner.query(rows.map((row) => row.change).join('; '))
  }
  await change('disable')
  await work()
  // Triggers cannot be switched while a check of the same table waits for the commit.
  await owner.query('set constraints all immediate')
  await change('enable')
}

/** Must run in a transaction. */
async function applyMigration(
  owner: pg.ClientBase,
  { name, sql, checksum }: Migration,
  names: RoleNames,
): Promise<void> {
  await owner.query(withRoleNames(sql, names))
  await owner.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/**
 * Builds the tables of an earlier version in an empty database, for a restore (OPS-1). It needs a transaction, and keeps
 * other processes from migrating until the connection ends.
 */
export async function buildTables(owner: pg.ClientBase, names: RoleNames, wanted: ReadonlySet<string>): Promise<void> {
  await owner.query('select pg_advisory_lock($1)', [migrationLock])
  await owner.query(bookkeeping)
  for (const migration of await knownMigrations())
    if (wanted.has(migration.name)) await applyMigration(owner, migration, names)
}

/** Applies the tables first, then the functions, triggers and policies that depend on them. */
async function applyMigrations(owner: pg.Client, names: RoleNames): Promise<string[]> {
  await owner.query(bookkeeping)
  const applied = new Set((await appliedMigrations(owner)).map(({ name }) => name))
  const fresh: string[] = []
  const pending = (await knownMigrations()).filter(({ name }) => !applied.has(name))
  // A backup holds all tables: waiting here, and not for one of them, lets the portal go on.
  if (pending.length > 0) await owner.query('select pg_advisory_lock($1)', [backupLock])
  for (const migration of pending) {
    const apply = () => applyMigration(owner, migration, names)
    await inPatientTransaction(owner, () =>
      migration.name > lastWithFunctions ? withoutTriggers(owner, apply) : apply(),
    )
    fresh.push(migration.name)
  }
  const changed = await applyFunctions(owner, names, fresh.length > 0)
  return [...fresh, ...changed.map((name) => `functions/${name}`)]
}

/** Lets the portal's login act as either application role. It has no rights of its own. */
async function admitApplication(
  owner: pg.Client,
  login: string,
  { portal_customer, portal_staff }: RoleNames,
): Promise<void> {
  const { rows } = await owner.query<{ missing: boolean }>(
    `select not (pg_has_role($1, $2, 'set') and pg_has_role($1, $3, 'set')) as missing`,
    [login, portal_customer, portal_staff],
  )
  if (rows[0]?.missing)
    await owner.query(
      `grant ${portal_customer}, ${portal_staff} to ${pg.escapeIdentifier(login)} with inherit false, set true`,
    )
}

export type Migrating = { ownerUrl: string; appUrl: string; rolePrefix?: string }
/**
 * Brings the database up to date as its owner. Returns the names of the applied migrations and function files. Safe to
 * run from several processes: the second waits and finds nothing to do. Refuses before any change if it cannot succeed.
 */
export const migrate = ({ ownerUrl, appUrl, rolePrefix = defaultRolePrefix }: Migrating): Promise<string[]> =>
  asOwnerOfServer(ownerUrl, 'portal migrate', async (owner) => {
    const names = roleNamesOf(rolePrefix)
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    await refuseMigrating(owner, appUrl, names)
    const fresh = await applyMigrations(owner, names)
    await loadFuelProviders(owner)
    await loadProductCodes(owner)
    await loadPlaces(owner)
    await loadTaxRates(owner)
    await admitApplication(owner, loginOf(appUrl), names)
    return fresh
  })
