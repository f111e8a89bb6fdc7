import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CompiledQuery,
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
import { nameOf, Sender, type SqlStatement, type StatementResult } from './packet.ts'
import { type DatabaseRole, type PoolRole, type RoleNames, roleNamesOf } from './role-names.ts'
import type { DB } from './schema.ts'

/** The connection of one open transaction with its scope set. Every query takes it. */
export type Db = Kysely<DB>

export type Scope = { role: DatabaseRole; company_id: number }
export type { SqlStatement }
// biome-ignore lint/suspicious/noExplicitAny: a row is whatever its statement selects.
export type LeadRows = Promise<any[]>
export type Database = {
  /**
   * Runs `work` in one transaction limited to `scope`. Deadlocks are retried, so `work` must only touch the database. A
   * `lead` statement shares the round trip of the work's first query and sets the scope itself. The work can await its
   * rows. With `readOnly`, statements asked for at once share a transaction; a setting does not outlast them.
   */
  transaction<T>(
    scope: Scope,
    work: (db: Db, lead: LeadRows) => Promise<T>,
    options?: { readOnly?: boolean; lead?: SqlStatement },
  ): Promise<T>
  /**
   * For large jobs: a dedicated connection whose statements may take minutes. `copy` streams lines in COPY's text
   * format to a statement.
   */
  longTransaction<T>(
    scope: Scope,
    work: (db: Db, copy: (statement: string, lines: Readable) => Promise<void>) => Promise<T>,
  ): Promise<T>
  /** One statement without a scope, as the weaker role: it sees what belongs to no company, such as places. */
  unscoped<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>
  /**
   * One statement as the role that opens sessions and reads hashes and secrets, by a login of its own. It can only call
   * functions. No text of a caller may become part of the statement (SEC-4).
   */
  gate<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>
  pools: Record<PoolRole, pg.Pool>
  roleNames: RoleNames
  /** Whether the gate has a login of its own. */
  hasOwnGate: boolean
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
 * Timestamps are ISO 8601 in UTC with six decimals, so that no precision is lost and text sorts like time. Sessions run
 * in UTC; PostgreSQL omits trailing zeros of a fraction.
 */
types.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  (text: string) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(6, '0')}Z`,
)
// A local time without a zone. A Date would assume this machine's zone.
types.setTypeParser(pg.types.builtins.TIMESTAMP, (text: string) => text.replace(' ', 'T'))

const named = (statement: SqlStatement): SqlStatement & { name?: string } => {
  const name = nameOf(statement.text)
  return name ? { ...statement, name } : statement
}

/** Errors after a transaction's first failure carry no cause of their own. */
const afterFailure = '25P02'
type Connection = DatabaseConnection & { failure: unknown }

type Send = (statement: SqlStatement) => Promise<StatementResult | pg.QueryResult>
function connectionOf(send: Send): Connection {
  return {
    failure: null,
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const result = await send({ text: sql, values: parameters as unknown[] }).catch((error) => {
        // With two queries in flight, report the first one's failure for both.
        if (!(error instanceof pg.DatabaseError && error.code === afterFailure)) this.failure ??= error
        throw this.failure ?? error
      })
      const writes = result.command === 'INSERT' || result.command === 'UPDATE' || result.command === 'DELETE'
      return { rows: result.rows as R[], ...(writes ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}) }
    },
    streamQuery() {
      throw new Error('Streaming is not supported. Read page by page, each in its own short transaction.')
    },
  }
}

/** A query builder bound to one connection. Only `transaction` below opens transactions. */
function builderOn(connection: Connection): Db {
  const refuse = async () => {
    throw new Error('Open transactions with Database.transaction, not with the query builder.')
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
type Bound = { connection: Connection; db: Db; sender: Sender }
const boundTo = new WeakMap<pg.PoolClient, Bound>()
function bind(client: pg.PoolClient): Bound {
  const known = boundTo.get(client)
  if (known) return known
  const sender = new Sender(client, types)
  const connection = connectionOf((statement) => sender.send(statement))
  const bound = { connection, db: builderOn(connection), sender }
  boundTo.set(client, bound)
  boundOf.set(bound.db, bound)
  return bound
}

const boundOf = new WeakMap<Db, Bound>()
/** Executes a statement that was compiled before. */
export async function executeOn(db: Db, text: string, values: unknown[]): Promise<unknown[]> {
  const compiled = CompiledQuery.raw(text, values)
  return (await (boundOf.get(db)?.connection ?? db).executeQuery(compiled)).rows
}
/**
 * Executes a statement whose outcome nothing waits for, along with the next one: the commit, at the latest. If it fails,
 * the transaction does.
 */
export async function executeWithNext(db: Db, { sql, parameters }: CompiledQuery): Promise<void> {
  const values = parameters as unknown[]
  const bound = boundOf.get(db)
  if (bound) bound.sender.sendWithNext({ text: sql, values })
  else await executeOn(db, sql, values)
}

/** Settings for the rest of a transaction, or of a read. */
export async function setForTheRest(db: Db, settings: Record<string, string>): Promise<void> {
  const names = Object.keys(settings)
  const text = `select ${names.map((name, index) => `set_config('${name}', $${index + 1}, true)`).join(', ')}`
  const values = Object.values(settings)
  const bound = boundOf.get(db)
  await (bound ? bound.sender.sendAndRepeat({ text, values }) : executeOn(db, text, values))
}

/** Sign-ins are few and short, and at most four passwords are hashed at once. */
const largestGatePool = 5

/** `poolSize` applies to each of the two roles of requests. */
export type ConnectOptions = {
  appUrl: string
  /** The gate's own login; null for one that shares the login of `appUrl`. */
  gateUrl?: string | null
  rolePrefix?: string
  poolSize?: number
  /** How long a caller waits for a connection. */
  patienceMs?: number
  onError?: (error: Error) => void
}
const settingsOf = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
/** UTC because replies read timestamps as UTC. The limits keep one request from blocking others. */
export const requestSettings = {
  TimeZone: 'UTC',
  statement_timeout: '4s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
}
export function openPool(
  role: string,
  { appUrl, poolSize = defaultPoolSize, patienceMs = connectPatienceMs, onError = () => {} }: ConnectOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: appUrl,
    max: poolSize,
    connectionTimeoutMillis: patienceMs,
    // If the server hangs and enforces no timeout, the caller still gets an answer within five seconds (C2).
    query_timeout: 4500,
    idleTimeoutMillis: 60_000,
    application_name: `portal ${role}`,
    options: settingsOf({ role, ...requestSettings }),
    types,
    // With pipelining, `begin` and the first query share one round trip.
    ...({ pipeline: true } as object),
  })
  pool.on('error', onError)
  // A broken connection fails the request's queries and also emits an event, which needs a listener or the process
  // ends.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

const deadlock = '40P01'
const isDeadlock = (error: unknown) => error instanceof pg.DatabaseError && error.code === deadlock

/** What a request's transaction asks of the gate, which answers on a connection of its own (SEC-4). */
const gates = new WeakMap<Db, Database['gate']>()
export function gateOf(db: Db): Database['gate'] {
  const gate = gates.get(db)
  if (!gate) throw new Error('This transaction has no gate.')
  return gate
}

type Attempt<T> = {
  gate: Database['gate']
  scope: Scope
  work: (db: Db, lead: LeadRows) => Promise<T>
  readOnly: boolean
  lead: SqlStatement | undefined
}

/** What a statement selects to limit the transaction to a company; `$next` is its id. A lead selects it, too. */
export const writeScope = `set_config('app.company', $next, true)`
export const readScope = `${writeScope}, set_config('transaction_read_only', 'on', true)`
const setScope = (selected: string, { company_id }: Scope): SqlStatement => ({
  text: `select ${selected.replace('$next', '$1')}`,
  values: [String(company_id)],
})
const plain = (text: string): SqlStatement => ({ text, values: [] })

type Work<T> = Pick<Attempt<T>, 'scope' | 'work' | 'lead'>

/**
 * Reads without begin and commit: each packet is a transaction of its own, limited to the scope by its first statement.
 * Read committed, a block would give each statement its own snapshot just the same.
 */
async function readOn<T>({ db, sender }: Bound, { scope, work, lead }: Work<T>): Promise<T> {
  const head = setScope(readScope, scope)
  sender.startOver([head])
  const leading = sender.send(lead ?? head).then(({ rows }) => rows)
  leading.catch(() => {})
  try {
    const result = await work(db, leading)
    await leading
    return result
  } finally {
    await sender.settled()
  }
}

async function writeOn<T>({ db, sender }: Bound, { scope, work, lead }: Work<T>): Promise<T> {
  sender.startOver([])
  const begun = sender.send(plain('begin'))
  const leading = sender.send(lead ?? setScope(writeScope, scope)).then(({ rows }) => rows)
  // Handled here and awaited later: a failure must not surface as an unhandled rejection while `work` runs.
  leading.catch(() => {})
  try {
    const result = await work(db, leading)
    await Promise.all([begun, leading])
    const { command } = await sender.send(plain('commit'))
    // After a failed query, 'commit' rolls back without an error.
    if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
    return result
  } catch (error) {
    // In a packet of its own: another statement that fails would keep it from being carried out.
    await sender.settled()
    await sender.send(plain('rollback')).catch((failure: Error) => {
      sender.broken ||= failure
    })
    throw error
  }
}

/** Runs `work` once in one transaction on a connection of the pool, or for reads in one for each packet. */
export async function attempt<T>(pool: pg.Pool, { gate, readOnly, ...work }: Attempt<T>): Promise<T> {
  const client = await pool.connect()
  const bound = bind(client)
  bound.connection.failure = null
  gates.set(bound.db, gate)
  try {
    return await (readOnly ? readOn(bound, work) : writeOn(bound, work))
  } finally {
    client.release(bound.sender.broken)
  }
}

/** A file of 100,000 rows takes about 80 MB while staged. It is read and written repeatedly, so keep it in memory. */
const memorySettings = { temp_buffers: '256MB', work_mem: '128MB' }
const longStatements = {
  statement_timeout: '10min',
  lock_timeout: '1min',
  idle_in_transaction_session_timeout: '5min',
  ...memorySettings,
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
    await client.query(setScope(writeScope, scope))
    const copy = (statement: string, lines: Readable) => pipeline(lines, client.query(copyFrom(statement)))
    // A connection used for COPY runs its statements one at a time.
    let last: Promise<unknown> = Promise.resolve()
    const inTurn: Send = (statement) => {
      const sent = last.then(() => client.query(named(statement)))
      last = sent.catch(() => {})
      return sent
    }
    const result = await work(builderOn(connectionOf(inTurn)), copy)
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
    return result as T
  } finally {
    // Closing the connection rolls back uncommitted work.
    await client.end().catch(onError)
  }
}

export function connect(options: ConnectOptions): Database {
  const roleNames = roleNamesOf(options.rolePrefix ?? defaultRolePrefix)
  const { appUrl, gateUrl, poolSize = defaultPoolSize } = options
  const gateOptions = { ...options, appUrl: gateUrl ?? appUrl, poolSize: Math.min(poolSize, largestGatePool) }
  const pools = {
    portal_customer: openPool(roleNames.portal_customer, options),
    portal_staff: openPool(roleNames.portal_staff, options),
    portal_gate: openPool(roleNames.portal_gate, gateOptions),
  }
  const gate: Database['gate'] = async (text, values) => (await pools.portal_gate.query(named({ text, values }))).rows
  return {
    pools,
    gate,
    roleNames,
    hasOwnGate: Boolean(gateUrl),
    async transaction(scope, work, { readOnly = false, lead } = {}) {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(pools[scope.role], { gate, scope, work, readOnly, lead })
        } catch (error) {
          if (!isDeadlock(error) || tries === 3) throw error
        }
      }
    },
    longTransaction: (scope, work) => runLong(options, scope, roleNames[scope.role], work),
    async unscoped(text, values) {
      return (await pools.portal_customer.query(named({ text, values }))).rows
    },
    async end() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}
