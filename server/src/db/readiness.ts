import pg from 'pg'
import { faultSentences } from '../process/say-fault.ts'
import { StartError } from '../process/start-error.ts'
import { type Database, requestSettings } from './connect.ts'
import { type AppliedFunctions, comparedFunctions, knownFunctions } from './functions.ts'
import { type AppliedMigration, comparedMigrations, knownMigrations } from './migrations.ts'
import {
  isPoolerRefusal,
  ownerFault,
  policyRolesFault,
  policyRolesQuery,
  poolerFault,
  superuserFault,
} from './preflight.ts'
import type { DatabaseRole } from './role-names.ts'
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
}
const sessionQuery = `${serverFactsQuery}, current_user as role, session_user as login, current_setting('TimeZone') as zone,
  current_setting('statement_timeout') as limit,
  exists (select from pg_roles where rolname in (session_user, current_user) and (rolsuper or rolbypassrls)) as is_superuser,
  exists (select from pg_class c join pg_roles o on o.oid = c.relowner
    where c.relnamespace = to_regnamespace('public') and c.relkind = 'r' and o.rolname in (session_user, current_user)) as owns`

/** Row-level security does not apply to owners and superusers, so a portal connected as one would protect nothing. */
function sessionFault(wanted: string, found: Session): DatabaseFault | null {
  const server = serverFault(found)
  if (server) return { reason: 'database-server', sentence: server }
  const isDropped =
    found.role !== wanted ||
    found.zone !== requestSettings.TimeZone ||
    found.limit !== requestSettings.statement_timeout
  const sentence =
    (found.owns && ownerFault(found.login)) ||
    (found.is_superuser && superuserFault(found.login)) ||
    (isDropped && poolerFault('DATABASE_URL'))
  return sentence ? { reason: 'database-role', sentence } : null
}

const notMigrated = 'The database is not migrated yet. Run `npm run migrate`, or start with DATABASE_OWNER_URL.'

/** Explains refused connections of PostgreSQL and PgBouncer that have a known fix. */
export function refusalFault(error: unknown, wanted: string): DatabaseFault {
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  if (isPoolerRefusal(error)) return { reason: 'database-role', sentence: poolerFault('DATABASE_URL') }
  if (code === '22023' && /role/.test(message)) return { reason: 'migrations', sentence: notMigrated }
  if (code === '42501' && /set role/.test(message))
    return {
      reason: 'database-role',
      sentence: `The user of DATABASE_URL cannot act as "${wanted}". Run \`npm run migrate\` with this DATABASE_URL and the portal's DATABASE_ROLE_PREFIX.`,
    }
  return { reason: 'database-away', sentence: faultSentences(error).join(' ') }
}

async function askSession(database: Database, role: DatabaseRole): Promise<DatabaseFault | null> {
  const wanted = database.roleNames[role]
  try {
    return sessionFault(wanted, (await database.pools[role].query<Session>(sessionQuery)).rows[0] as Session)
  } catch (error) {
    return refusalFault(error, wanted)
  }
}

const undefinedFunction = '42883'
async function askMigrations(database: Database): Promise<DatabaseFault | null> {
  try {
    const policies = policyRolesFault(database.roleNames, await database.gate<{ name: string }>(policyRolesQuery, []))
    if (policies) return { reason: 'database-role', sentence: policies }
    const applied = await database.gate<AppliedMigration>('select name, checksum from applied_migrations()', [])
    const different =
      comparedMigrations(await knownMigrations(), applied) ??
      comparedFunctions(
        await knownFunctions(),
        await database.gate<AppliedFunctions>('select name, checksum, version from applied_functions()', []),
      )
    return different && { reason: 'migrations', sentence: different.sentence }
  } catch (error) {
    const isOlder = error instanceof pg.DatabaseError && error.code === undefinedFunction
    return isOlder ? { reason: 'migrations', sentence: notMigrated } : refusalFault(error, '')
  }
}

/** Why the database keeps the portal from serving, as seen by each pool, or null (OPS-2). */
export async function databaseFault(database: Database): Promise<DatabaseFault | null> {
  const [customer, staff] = await Promise.all([
    askSession(database, 'portal_customer'),
    askSession(database, 'portal_staff'),
  ])
  return customer ?? staff ?? (await askMigrations(database))
}

export async function assertReady(database: Database): Promise<void> {
  const fault = await databaseFault(database)
  if (fault) throw new StartError(fault.sentence)
}
