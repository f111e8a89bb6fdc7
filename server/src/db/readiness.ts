import pg from 'pg'
import { faultSentences } from '../process/say-fault.ts'
import { StartError } from '../process/start-error.ts'
import { type Database, requestSettings } from './connect.ts'
import { type AppliedFunctions, comparedFunctions, knownFunctions } from './functions.ts'
import { type AppliedMigration, comparedMigrations, knownMigrations } from './migrations.ts'
import {
  isPoolerRefusal,
  type LoginVariable,
  ownerFault,
  policyRolesFault,
  policyRolesQuery,
  poolerFault,
  superuserFault,
} from './preflight.ts'
import type { PoolRole, RoleNames } from './role-names.ts'
import { type ServerFacts, serverFactsQuery, serverFault } from './server-facts.ts'

/** Why the portal cannot serve: a key for monitoring and a sentence for the log and the terminal. */
export type DatabaseFault = {
  reason: 'database-away' | 'database-server' | 'database-role' | 'migrations'
  sentence: string
}

type Session = ServerFacts & {
  role: string
  login: string
  zone: string
  limit: string
  is_superuser: boolean
  owns: boolean
  /** The portal's roles that the login can take. */
  may_be: string[]
}
const sessionQuery = `${serverFactsQuery}, current_user as role, session_user as login, current_setting('TimeZone') as zone,
  current_setting('statement_timeout') as limit,
  exists (select from pg_roles where rolname in (session_user, current_user) and (rolsuper or rolbypassrls)) as is_superuser,
  exists (select from pg_class c join pg_roles o on o.oid = c.relowner
    where c.relnamespace = to_regnamespace('public') and c.relkind = 'r' and o.rolname in (session_user, current_user)) as owns,
  array(select rolname::text from pg_roles r where rolname = any($1) and pg_has_role(session_user, r.oid, 'set')) as may_be`

/** Row-level security does not apply to owners and superusers, so a portal connected as one would protect nothing. */
function sessionFault(wanted: string, found: Session, variable: LoginVariable): DatabaseFault | null {
  const server = serverFault(found)
  if (server) return { reason: 'database-server', sentence: server }
  const isDropped =
    found.role !== wanted ||
    found.zone !== requestSettings.TimeZone ||
    found.limit !== requestSettings.statement_timeout
  const sentence =
    (found.owns && ownerFault(found.login, variable)) ||
    (found.is_superuser && superuserFault(found.login, variable)) ||
    (isDropped && poolerFault(variable))
  return sentence ? { reason: 'database-role', sentence } : null
}

const notMigrated = 'The database is not migrated yet. Run `npm run migrate`, or start with DATABASE_OWNER_URL.'

/** Explains refused connections of PostgreSQL and PgBouncer that have a known fix. */
export function refusalFault(error: unknown, wanted: string, variable: LoginVariable = 'DATABASE_URL'): DatabaseFault {
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  if (isPoolerRefusal(error)) return { reason: 'database-role', sentence: poolerFault(variable) }
  if (code === '22023' && /role/.test(message)) return { reason: 'migrations', sentence: notMigrated }
  if (code === '42501' && /set role/.test(message))
    return {
      reason: 'database-role',
      sentence: `The user of ${variable} cannot act as "${wanted}". Run \`npm run migrate\` with this ${variable} and the portal's DATABASE_ROLE_PREFIX.`,
    }
  return { reason: 'database-away', sentence: faultSentences(error).join(' ') }
}

async function askSession(
  { pools, roleNames, hasOwnGate }: Database,
  role: PoolRole,
): Promise<{ fault: DatabaseFault } | { fault: null; session: Session }> {
  const wanted = roleNames[role]
  const variable = role === 'portal_gate' && hasOwnGate ? 'DATABASE_GATE_URL' : 'DATABASE_URL'
  try {
    const { rows } = await pools[role].query<Session>(sessionQuery, [Object.values(roleNames)])
    const session = rows[0] as Session
    const fault = sessionFault(wanted, session, variable)
    return fault ? { fault } : { fault, session }
  } catch (error) {
    return { fault: refusalFault(error, wanted, variable) }
  }
}

/** What a request sends must not reach the gate, and the gate needs no table (SEC-4). */
function separationFault({ portal_gate }: RoleNames, app: Session, gate: Session): DatabaseFault | null {
  if (app.login === gate.login) return null
  const both = app.may_be.includes(portal_gate) ? app : gate.may_be.length > 1 ? gate : null
  if (!both) return null
  const sentence = `The database user "${both.login}" can act as ${both.may_be.join(', ')}, but the login of requests and that of the gate must be apart. Run \`npm run migrate\` with DATABASE_URL and DATABASE_GATE_URL, or revoke the roles that are too many.`
  return { reason: 'database-role', sentence }
}

const undefinedFunction = '42883'
async function askMigrations(database: Database): Promise<DatabaseFault | null> {
  try {
    const policies = policyRolesFault(
      database.roleNames,
      await database.unscoped<{ name: string }>(policyRolesQuery, []),
    )
    if (policies) return { reason: 'database-role', sentence: policies }
    const applied = await database.unscoped<AppliedMigration>('select name, checksum from applied_migrations()', [])
    const different =
      comparedMigrations(await knownMigrations(), applied) ??
      comparedFunctions(
        await knownFunctions(),
        await database.unscoped<AppliedFunctions>('select name, checksum, version from applied_functions()', []),
      )
    return different && { reason: 'migrations', sentence: different.sentence }
  } catch (error) {
    const isOlder = error instanceof pg.DatabaseError && error.code === undefinedFunction
    return isOlder ? { reason: 'migrations', sentence: notMigrated } : refusalFault(error, '')
  }
}

/** Why the database keeps the portal from serving, as seen by each pool, or null (OPS-2). */
export async function databaseFault(database: Database): Promise<DatabaseFault | null> {
  const [customer, staff, gate] = await Promise.all([
    askSession(database, 'portal_customer'),
    askSession(database, 'portal_staff'),
    askSession(database, 'portal_gate'),
  ])
  for (const asked of [customer, staff, gate]) if (asked.fault) return asked.fault
  const different = await askMigrations(database)
  if (different || customer.fault || gate.fault) return different
  return separationFault(database.roleNames, customer.session, gate.session)
}

export async function assertReady(database: Database): Promise<void> {
  const fault = await databaseFault(database)
  if (fault) throw new StartError(fault.sentence)
}
