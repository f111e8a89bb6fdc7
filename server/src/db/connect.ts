import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { defaultPoolSize, defaultRolePrefix } from '../process/config.ts'
import { connectPatienceMs } from './owner.ts'
import { type DatabaseRole, type RoleNames, roleNamesOf } from './role-names.ts'
import type { DB } from './schema.ts'

/** What every query takes: the connection of one open transaction, with its scope set. */
export type Db = Kysely<DB>

export type Scope = { role: DatabaseRole; company_id: number }
export type SqlStatement = { text: string; values: unknown[] }
// biome-ignore lint/suspicious/noExplicitAny: a row is whatever its statement selects.
export type LeadRows = Promise<any[]>
export type Database = {
  /**
   * Runs `work` in one transaction that sees what `scope` may see. Deadlocks are tried again, so `work` must only touch
   * the database. A `lead` statement travels ahead of the work's first query, in the same flight, and sets the scope
   * itself; the work can wait for its rows.
   */
  transaction<T>(
    scope: Scope,
    work: (db: Db, lead: LeadRows) => Promise<T>,
    options?: { readOnly?: boolean; lead?: SqlStatement },
  ): Promise<T>
  /**
   * The same for a job's large work: a connection of its own, whose statements may take minutes. `copy` takes lines in
   * COPY's text format for the statement it is given, as fast as the database takes them.
   */
  longTransaction<T>(
    scope: Scope,
    work: (db: Db, copy: (statement: string, lines: Readable) => Promise<void>) => Promise<T>,
  ): Promise<T>
  /**
   * One statement outside any scope, as the weaker role: only the SECURITY DEFINER functions of sign-in and sessions
   * answer here, and the places.
   */
  gate<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>
  pools: Record<DatabaseRole, pg.Pool>
  roleNames: RoleNames
  end(): Promise<void>
}

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
})
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
/**
 * A moment is written in one way everywhere: ISO 8601 in UTC with six decimals, so that nothing is lost and text sorts
 * as time does. Sessions run in UTC; PostgreSQL leaves out the zeros of a fraction.
 */
types.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  (text: string) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(6, '0')}Z`,
)
// A time of day somewhere, without a zone: a Date would make it one of this machine's.
types.setTypeParser(pg.types.builtins.TIMESTAMP, (text: string) => text.replace(' ', 'T'))

/**
 * Named statements are parsed and planned once per connection, which halves the cost of a request. The cap keeps odd
 * filter mixes out.
 */
const statementNames = new Map<string, string>()
function named(statement: SqlStatement): SqlStatement & { name?: string } {
  let name = statementNames.get(statement.text)
  if (!name && statementNames.size < 1000) {
    name = createHash('sha1').update(statement.text).digest('base64url')
    statementNames.set(statement.text, name)
  }
  return name ? { ...statement, name } : statement
}

/** What comes after the first failure of a transaction says only that there was one. */
const afterFailure = '25P02'
type Connection = DatabaseConnection & { failure: unknown }

type Send = (statement: SqlStatement & { name?: string }) => Promise<pg.QueryResult>
function connectionOf(send: Send): Connection {
  return {
    failure: null,
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const result = await send(named({ text: sql, values: parameters as unknown[] })).catch((error) => {
        // Two queries in flight: whoever hears of the second one's failure is told the first one's reason.
        if (!(error instanceof pg.DatabaseError && error.code === afterFailure)) this.failure ??= error
        throw this.failure ?? error
      })
      const writes = result.command === 'INSERT' || result.command === 'UPDATE' || result.command === 'DELETE'
      return { rows: result.rows as R[], ...(writes ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}) }
    },
    streamQuery() {
      throw new Error('Long reads go page by page, each in its own short transaction.')
    },
  }
}

/** A query builder bound to one connection. Transactions are opened by `transaction` below, never by the builder. */
function builderOn(connection: Connection): Db {
  const refuse = async () => {
    throw new Error('The transaction is opened by the mechanism.')
  }
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        releaseConnection: async () => {},
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        destroy: async () => {},
      }),
    },
  })
}
const bound = new WeakMap<pg.PoolClient, { connection: Connection; db: Db }>()
function beginOn(client: pg.PoolClient): Db {
  let known = bound.get(client)
  if (!known) {
    const connection = connectionOf((statement) => client.query(statement))
    known = { connection, db: builderOn(connection) }
    bound.set(client, known)
  }
  known.connection.failure = null
  return known.db
}

/** `poolSize` is for each of the two roles. */
export type ConnectOptions = {
  appUrl: string
  rolePrefix?: string
  poolSize?: number
  onError?: (error: Error) => void
}
const settingsOf = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
/** The answers' timestamps are read as UTC, and the limits keep one request from holding up the others. */
export const requestSettings = {
  TimeZone: 'UTC',
  statement_timeout: '4s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
}
function openPool(role: string, { appUrl, poolSize = defaultPoolSize, onError = () => {} }: ConnectOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: appUrl,
    max: poolSize,
    connectionTimeoutMillis: connectPatienceMs,
    // For a server that hangs and so ends nothing itself: the caller has its answer within five seconds (C2).
    query_timeout: 4500,
    idleTimeoutMillis: 60_000,
    application_name: `portal ${role}`,
    options: settingsOf({ role, ...requestSettings }),
    types,
    // With pipelining, `begin` and the first query travel together.
    ...({ pipeline: true } as object),
  })
  pool.on('error', onError)
  // A connection that breaks while a request holds it tells the request by its queries, and the process by an event
  // that must have a listener.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

const deadlock = '40P01'
const isDeadlock = (error: unknown) => error instanceof pg.DatabaseError && error.code === deadlock

type Attempt<T> = {
  scope: Scope
  work: (db: Db, lead: LeadRows) => Promise<T>
  readOnly: boolean
  lead: SqlStatement | undefined
}

const setScope = (scope: Scope): SqlStatement => ({
  text: `select set_config('app.company', $1, true)`,
  values: [String(scope.company_id)],
})

/**
 * What is written within one turn of the event loop leaves in one packet: each write to a socket costs as much as a
 * small query.
 */
function inOneFlight(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

async function attempt<T>(pool: pg.Pool, { scope, work, readOnly, lead }: Attempt<T>): Promise<T> {
  const client = await pool.connect()
  let broken: boolean | Error = false
  try {
    inOneFlight(client)
    const begun = client.query(readOnly ? 'begin read only' : 'begin')
    const leading = client.query(named(lead ?? setScope(scope))).then(({ rows }) => rows)
    // Handled here and awaited later: a failure must not surface as an unhandled rejection while `work` runs.
    for (const sent of [begun, leading]) sent.catch(() => {})
    const result = await work(beginOn(client), leading)
    await Promise.all([begun, leading])
    const { command } = await client.query('commit')
    // Of a transaction that failed on the way, 'commit' makes a rollback without an error.
    if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * A file of 100,000 rows is some 80 MB while it is staged; what is read and written again and again should stay in
 * memory.
 */
const ample = { temp_buffers: '256MB', work_mem: '128MB' }
const longStatements = {
  statement_timeout: '10min',
  lock_timeout: '1min',
  idle_in_transaction_session_timeout: '5min',
  ...ample,
}
async function runLong<T>(
  { appUrl, onError = () => {} }: ConnectOptions,
  scope: Scope,
  role: string,
  work: Parameters<Database['longTransaction']>[1],
): Promise<T> {
  const client = new pg.Client({
    connectionString: appUrl,
    application_name: `portal ${role} job`,
    options: settingsOf({ role, TimeZone: 'UTC', ...longStatements }),
    connectionTimeoutMillis: connectPatienceMs,
    types,
  })
  client.on('error', onError)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(setScope(scope))
    const copy = (statement: string, lines: Readable) => pipeline(lines, client.query(copyFrom(statement)))
    // A connection that takes COPY takes one statement after the other.
    let last: Promise<unknown> = Promise.resolve()
    const inTurn: Send = (statement) => {
      const sent = last.then(() => client.query(statement))
      last = sent.catch(() => {})
      return sent
    }
    const result = await work(builderOn(connectionOf(inTurn)), copy)
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
    return result as T
  } finally {
    // What was not committed is rolled back with the connection.
    await client.end().catch(onError)
  }
}

export function connect(options: ConnectOptions): Database {
  const roleNames = roleNamesOf(options.rolePrefix ?? defaultRolePrefix)
  const pools = {
    portal_customer: openPool(roleNames.portal_customer, options),
    portal_staff: openPool(roleNames.portal_staff, options),
  }
  return {
    pools,
    roleNames,
    async transaction(scope, work, { readOnly = false, lead } = {}) {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(pools[scope.role], { scope, work, readOnly, lead })
        } catch (error) {
          if (!isDeadlock(error) || tries === 3) throw error
        }
      }
    },
    longTransaction: (scope, work) => runLong(options, scope, roleNames[scope.role], work),
    async gate(text, values) {
      return (await pools.portal_customer.query(named({ text, values }))).rows
    },
    async end() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}
