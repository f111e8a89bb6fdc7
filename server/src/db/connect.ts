import { createHash } from 'node:crypto'
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
import type { DB } from './schema.ts'

/** What every query takes: the connection of one open transaction, with its scope set. */
export type Db = Kysely<DB>

/** The two application roles. Row-level security tells them apart; neither owns a table. */
export type Role = 'portal_customer' | 'portal_staff'
export type Scope = { role: Role; company_id: number }
export type Database = {
  /** Runs `work` in one transaction that sees what `scope` may see. Deadlocks are tried again, so `work` must only touch the database. */
  transaction<T>(scope: Scope, work: (db: Db) => Promise<T>, options?: { readOnly?: boolean }): Promise<T>
  /** One statement outside any scope, as the weaker role: only the SECURITY DEFINER functions of sign-in and sessions answer here. */
  gate<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>
  pools: Record<Role, pg.Pool>
  end(): Promise<void>
}

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
})
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
// Sessions run in UTC, so the text only needs the separators of ISO 8601.
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text: string) => text.replace(' ', 'T').replace(/\+00$/, 'Z'))

/** Named statements are parsed and planned once per connection, which halves the cost of a request. The cap keeps odd filter mixes out. */
const statementNames = new Map<string, string>()
function statementName(text: string): string | undefined {
  let name = statementNames.get(text)
  if (!name && statementNames.size < 1000) {
    name = createHash('sha1').update(text).digest('base64url')
    statementNames.set(text, name)
  }
  return name
}

function connectionOf(client: pg.PoolClient): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const name = statementName(sql)
      const result = await client.query({ ...(name ? { name } : {}), text: sql, values: parameters as unknown[] })
      const writes = result.command === 'INSERT' || result.command === 'UPDATE' || result.command === 'DELETE'
      return { rows: result.rows as R[], ...(writes ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}) }
    },
    streamQuery() {
      throw new Error('Long reads go page by page, each in its own short transaction.')
    },
  }
}

/** A query builder bound to one connection. Transactions are opened by `transaction` below, never by the builder. */
function builderOn(client: pg.PoolClient): Db {
  const connection = connectionOf(client)
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
const builders = new WeakMap<pg.PoolClient, Db>()
function dbOf(client: pg.PoolClient): Db {
  const known = builders.get(client)
  if (known) return known
  const built = builderOn(client)
  builders.set(client, built)
  return built
}

export type ConnectOptions = { appUrl: string; poolSize?: number; onError?: (error: Error) => void }
function openPool(role: Role, { appUrl, poolSize = 10, onError = () => {} }: ConnectOptions): pg.Pool {
  const settings = { role, TimeZone: 'UTC', statement_timeout: '30s', lock_timeout: '5s', idle_in_transaction_session_timeout: '30s' }
  const pool = new pg.Pool({
    connectionString: appUrl,
    max: poolSize,
    connectionTimeoutMillis: 4000,
    idleTimeoutMillis: 60_000,
    application_name: `portal ${role}`,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types,
    // With pipelining, `begin` and the first query travel together.
    ...({ pipeline: true } as object),
  })
  pool.on('error', onError)
  return pool
}

const deadlock = '40P01'
const isDeadlock = (error: unknown) => error instanceof pg.DatabaseError && error.code === deadlock

async function attempt<T>(pool: pg.Pool, scope: Scope, work: (db: Db) => Promise<T>, readOnly: boolean): Promise<T> {
  const client = await pool.connect()
  let broken: boolean | Error = false
  try {
    const begun = client.query(`begin${readOnly ? ' read only' : ''}; select set_config('app.company', '${Number(scope.company_id)}', true)`)
    // Handled here and awaited below: a failed begin must not surface as an unhandled rejection while `work` runs.
    begun.catch(() => {})
    const result = await work(dbOf(client))
    await begun
    await client.query('commit')
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

export function connect(options: ConnectOptions): Database {
  const pools = { portal_customer: openPool('portal_customer', options), portal_staff: openPool('portal_staff', options) }
  return {
    pools,
    async transaction(scope, work, { readOnly = false } = {}) {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(pools[scope.role], scope, work, readOnly)
        } catch (error) {
          if (!isDeadlock(error) || tries === 3) throw error
        }
      }
    },
    async gate(text, values) {
      const name = statementName(text)
      return (await pools.portal_customer.query({ ...(name ? { name } : {}), text, values })).rows
    },
    async end() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}
