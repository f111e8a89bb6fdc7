import pg from 'pg'
import { defaultRolePrefix } from '../process/config.ts'
import { applyFunctions } from './functions.ts'
import { knownMigrations, type Migration } from './migrations.ts'
import { backupLock, inPatientTransaction } from './owner.ts'
import { type Addresses, appliedMigrations, asOwnerOfServer, loginOf, refuseMigrating } from './preflight.ts'
import { type PoolRole, type RoleNames, roleNamesOf, withRoleNames } from './role-names.ts'
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

const memberQuery = `select name, pg_has_role($1, name, 'set') as is_member from unnest($2::text[]) name`
/** Lets a login act as these roles of the portal and as no other of them. It has no rights of its own. */
async function admit(owner: pg.Client, login: string, names: RoleNames, wanted: readonly PoolRole[]): Promise<void> {
  const roles = wanted.map((role) => names[role])
  const { rows } = await owner.query<{ name: string; is_member: boolean }>(memberQuery, [login, Object.values(names)])
  const changes = {
    grant: rows.filter(({ name, is_member }) => !is_member && roles.includes(name)),
    revoke: rows.filter(({ name, is_member }) => is_member && !roles.includes(name)),
  }
  const listed = (found: typeof rows) => found.map(({ name }) => name).join(', ')
  const escaped = pg.escapeIdentifier(login)
  if (changes.grant.length > 0)
    await owner.query(`grant ${listed(changes.grant)} to ${escaped} with inherit false, set true`)
  if (changes.revoke.length > 0) await owner.query(`revoke ${listed(changes.revoke)} from ${escaped}`)
}
/** The gate has a login of its own, so that nothing a request sends can act as the gate (SEC-4). */
async function admitApplication(owner: pg.Client, { appUrl, gateUrl }: Addresses, names: RoleNames): Promise<void> {
  const [app, gate] = [loginOf(appUrl), loginOf(gateUrl ?? appUrl)]
  await admit(owner, app, names, ['portal_customer', 'portal_staff', ...(app === gate ? ['portal_gate' as const] : [])])
  if (app !== gate) await admit(owner, gate, names, ['portal_gate'])
}

export type Migrating = Addresses & { ownerUrl: string; rolePrefix?: string }
/**
 * Brings the database up to date as its owner. Returns the names of the applied migrations and function files. Safe to
 * run from several processes: the second waits and finds nothing to do. Refuses before any change if it cannot succeed.
 */
export const migrate = ({
  ownerUrl,
  appUrl,
  gateUrl = null,
  rolePrefix = defaultRolePrefix,
}: Migrating): Promise<string[]> =>
  asOwnerOfServer(ownerUrl, 'portal migrate', async (owner) => {
    const names = roleNamesOf(rolePrefix)
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    await refuseMigrating(owner, { appUrl, gateUrl }, names)
    const fresh = await applyMigrations(owner, names)
    await loadFuelProviders(owner)
    await loadProductCodes(owner)
    await loadPlaces(owner)
    await loadTaxRates(owner)
    await admitApplication(owner, { appUrl, gateUrl }, names)
    return fresh
  })
