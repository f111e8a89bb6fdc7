import pg from 'pg'
import { defaultRolePrefix } from '../process/config.ts'
import { knownMigrations } from './migrations.ts'
import { appliedMigrations, asOwnerOfServer, loginOf, refuseMigrating } from './preflight.ts'
import { type RoleNames, roleNamesOf, withRoleNames } from './role-names.ts'
import { loadPlaces } from './seed/places.ts'
import { loadTaxRates } from './seed/tax-rates.ts'

/** Any number will do, as long as every process that migrates takes the same one. */
const migrationLock = 7083_0001

/**
 * What was applied is asked by the portal itself too, at its start and for its readiness; the table is the owner's
 * alone.
 */
const bookkeeping = `
  create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
  create or replace function applied_migrations() returns table (name text, checksum text) language sql stable security definer set search_path = public, pg_temp
    as 'select name, checksum from schema_migrations';
  revoke execute on function applied_migrations() from public`

async function applyMigrations(owner: pg.Client, names: RoleNames): Promise<string[]> {
  await owner.query(bookkeeping)
  const applied = new Set((await appliedMigrations(owner)).map(({ name }) => name))
  const fresh: string[] = []
  for (const { name, sql, checksum } of (await knownMigrations()).filter((migration) => !applied.has(migration.name))) {
    await owner.query('begin')
    try {
      await owner.query(withRoleNames(sql, names))
      await owner.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
      await owner.query('commit')
    } catch (error) {
      await owner.query('rollback')
      throw error
    }
    fresh.push(name)
  }
  const { portal_customer, portal_staff } = names
  await owner.query(`grant execute on function applied_migrations() to ${portal_customer}, ${portal_staff}`)
  return fresh
}

/** The role that the portal connects as may act as either application role, and is nothing by itself. */
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
 * Brings the database up to date as its owner and answers the names of the migrations it applied. Safe to run from
 * several processes. What cannot go well is refused before anything is changed.
 */
export const migrate = ({ ownerUrl, appUrl, rolePrefix = defaultRolePrefix }: Migrating): Promise<string[]> =>
  asOwnerOfServer(ownerUrl, 'portal migrate', async (owner) => {
    const names = roleNamesOf(rolePrefix)
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    await refuseMigrating(owner, appUrl, names)
    const fresh = await applyMigrations(owner, names)
    await loadPlaces(owner)
    await loadTaxRates(owner)
    await admitApplication(owner, loginOf(appUrl), names)
    return fresh
  })
