import pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { appliedFunctions, comparedFunctions, knownFunctions } from './functions.ts'
import { type AppliedMigration, comparedMigrations, knownMigrations } from './migrations.ts'
import { asOwner, directSetting } from './owner.ts'
import type { RoleNames } from './role-names.ts'
import { askServerFacts, serverFault } from './server-facts.ts'

/** The user of an address, resolved like the driver does: from the address or the environment. */
export const loginOf = (url: string): string => new pg.Client({ connectionString: url }).user ?? ''

/** Where requests and the gate connect. Without an address of its own, the gate shares the login of requests. */
export type Addresses = { appUrl: string; gateUrl?: string | null }
export type LoginVariable = 'DATABASE_URL' | 'DATABASE_GATE_URL'

/** Shared by the pools and the owner's connections. */
export const poolerFault = (variable: LoginVariable | 'DATABASE_OWNER_URL'): string =>
  `${variable} leads through a pooler that drops connection settings, as PgBouncer does. Connect directly to PostgreSQL and set DATABASE_POOL_SIZE instead.`
export const isPoolerRefusal = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/.test(error.message)

/** Refuses a server that cannot be used whatever its database contains. */
async function refuseServer(owner: pg.ClientBase): Promise<void> {
  const fault = serverFault(await askServerFacts(owner))
  if (fault) throw new StartError(fault)
  const { rows } = await owner.query<{ direct: string | null }>('select current_setting($1, true) as direct', [
    directSetting,
  ])
  if (rows[0]?.direct !== 'on') throw new StartError(poolerFault('DATABASE_OWNER_URL'))
}

/** Runs `work` as the owner on a server that the portal can use. Refuses any other server first. */
export const asOwnerOfServer = <T>(
  ownerUrl: string,
  applicationName: string,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> =>
  asOwner(ownerUrl, applicationName, async (owner) => {
    await refuseServer(owner)
    return work(owner)
  }).catch((error) => {
    throw isPoolerRefusal(error) ? new StartError(poolerFault('DATABASE_OWNER_URL')) : error
  })

/** The applied migrations as the owner reads them; none in an empty database. */
export async function appliedMigrations(owner: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await owner.query<{ is_there: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as is_there`,
  )
  return rows[0]?.is_there
    ? (await owner.query<AppliedMigration>('select name, checksum from public.schema_migrations')).rows
    : []
}

/** Why this version cannot work with the database. Migrating fixes `missing`. */
const versionDifference = async (owner: pg.ClientBase) =>
  comparedMigrations(await knownMigrations(), await appliedMigrations(owner)) ??
  comparedFunctions(await knownFunctions(), await appliedFunctions(owner))

type Rights = { owner: string; may_extend: boolean; may_create: boolean; may_make_roles: boolean; lacking: string[] }
const rightsQuery = `select current_user as owner, has_database_privilege(current_database(), 'create') as may_extend,
  coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as may_create,
  (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_make_roles,
  array(select name from unnest(array['pg_trgm', 'btree_gist']) name where not exists (select from pg_available_extensions e where e.name = name)) as lacking`

function rightsFault({ owner, may_extend, may_create, lacking }: Rights): string | null {
  if (!may_extend || !may_create)
    return `The database user "${owner}" cannot create tables and extensions in this database. DATABASE_OWNER_URL must name the database owner.`
  return lacking.length > 0
    ? `The server lacks the extension ${lacking.join(' and ')}. Install PostgreSQL’s contrib modules.`
    : null
}

type Login = { is_superuser: boolean; is_owner: boolean }
const loginQuery = `select rolsuper or rolbypassrls as is_superuser,
  rolname = current_user or exists (select from pg_database where datname = current_database() and datdba = r.oid)
    or exists (select from pg_class where relnamespace = to_regnamespace('public') and relkind = 'r' and relowner = r.oid) as is_owner
  from pg_roles r where rolname = $1`

async function loginFault(owner: pg.ClientBase, url: string, variable: LoginVariable): Promise<string | null> {
  const login = loginOf(url)
  const found = (await owner.query<Login>(loginQuery, [login])).rows[0]
  if (!found)
    return `The database user "${login}" of ${variable} does not exist. Create it first, as docs/operations.md shows.`
  if (found.is_owner) return ownerFault(login, variable)
  return found.is_superuser ? superuserFault(login, variable) : null
}
export const ownerFault = (login: string, variable: LoginVariable): string =>
  `The database user "${login}" of ${variable} owns the tables of the portal, and policies do not apply to owners. ${variable} must name a user that owns nothing.`
export const superuserFault = (login: string, variable: LoginVariable): string =>
  `The database user "${login}" of ${variable} is a superuser or bypasses row-level security. ${variable} must name an ordinary user.`

type KnownRole = { name: string; may_grant: boolean; is_granted: boolean }
const rolesQuery = `select rolname as name, pg_has_role(current_user, oid, 'member with admin option') as may_grant, pg_has_role(case when rolname = $3 then $4 else $2 end, oid, 'set') as is_granted
  from pg_roles where rolname = any($1)`
const askRoles = async (owner: pg.ClientBase, names: RoleNames, { appUrl, gateUrl }: Addresses) => {
  const values = [Object.values(names), loginOf(appUrl), names.portal_gate, loginOf(gateUrl ?? appUrl)]
  return (await owner.query<KnownRole>(rolesQuery, values)).rows
}

function rolesFault(names: RoleNames, { owner, may_make_roles }: Rights, known: KnownRole[]): string | null {
  const taken = known.filter(({ may_grant, is_granted }) => !may_grant && !is_granted)
  if (taken.length > 0)
    return (
      `The role "${taken[0]?.name}" already exists in this PostgreSQL cluster and "${owner}" cannot grant it: it belongs to another portal. ` +
      'Set DATABASE_ROLE_PREFIX to a different word wherever this portal starts.'
    )
  const missing = Object.values(names).filter((name) => !known.some((role) => role.name === name))
  if (missing.length > 0 && !may_make_roles)
    return `The database user "${owner}" cannot create these roles: ${missing.join(', ')}. Grant it CREATEROLE, or create them as deploy/sql/roles-without-createrole.sql shows.`
  return null
}

const prefixOf = (name: string): string => name.replace(/_(customer|staff|gate)$/, '')
/** The roles in an existing database's policies are those it was migrated with. */
export const policyRolesQuery = `select distinct r.rolname as name from pg_policy p join pg_class c on c.oid = p.polrelid join pg_roles r on r.oid = any(p.polroles)
  where c.relnamespace = to_regnamespace('public') order by 1`
export function policyRolesFault(names: RoleNames, found: { name: string }[]): string | null {
  const other = found.find(({ name }) => !Object.values(names).includes(name))
  if (!other) return null
  return `This database was migrated for the role "${other.name}", but DATABASE_ROLE_PREFIX is "${prefixOf(names.portal_staff)}". Set it to "${prefixOf(other.name)}".`
}

type Place = { name: string; started: string }
const placeOf = async (client: pg.ClientBase): Promise<Place> =>
  (await client.query<Place>('select current_database() as name, pg_postmaster_start_time()::text as started'))
    .rows[0] as Place
/**
 * Both addresses must lead to the same database. If the portal's user cannot connect from here, its own start reports
 * it.
 */
async function otherDatabaseFault(owner: pg.ClientBase, url: string, variable: LoginVariable): Promise<string | null> {
  const there = await asOwner(url, 'portal migrate', placeOf).catch(() => null)
  const here = await placeOf(owner)
  if (!there || (there.name === here.name && there.started === here.started)) return null
  const where = there.started === here.started ? '' : ' on another server'
  return `DATABASE_OWNER_URL leads to the database "${here.name}" and ${variable} to "${there.name}"${where}. Both must lead to the same database.`
}

/**
 * Checks everything that would make a migration fail halfway or leave a portal that cannot serve, before any change
 * (OPS-2).
 */
export async function refuseMigrating(owner: pg.ClientBase, given: Addresses, names: RoleNames): Promise<void> {
  const { appUrl, gateUrl } = given
  const addresses: [string, LoginVariable][] = [[appUrl, 'DATABASE_URL']]
  if (gateUrl) addresses.push([gateUrl, 'DATABASE_GATE_URL'])
  for (const [url, variable] of addresses) {
    const fault = (await loginFault(owner, url, variable)) ?? (await otherDatabaseFault(owner, url, variable))
    if (fault) throw new StartError(fault)
  }
  const rights = (await owner.query<Rights>(rightsQuery)).rows[0] as Rights
  const policies = (await owner.query<{ name: string }>(policyRolesQuery)).rows
  const different = await versionDifference(owner)
  const fault =
    rightsFault(rights) ??
    (different && different.kind !== 'missing' ? different.sentence : null) ??
    policyRolesFault(names, policies) ??
    rolesFault(names, rights, await askRoles(owner, names, given))
  if (fault) throw new StartError(fault)
}

/**
 * For commands that read the whole database as its owner. Refuses a database of another version instead of failing in a
 * query.
 */
export const asOwnerOfMigrated = <T>(
  ownerUrl: string,
  applicationName: string,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> =>
  asOwnerOfServer(ownerUrl, applicationName, async (owner) => {
    const different = await versionDifference(owner)
    if (different) throw new StartError(different.sentence)
    return work(owner)
  })
