import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { KeyPlace } from '../db/audit/audit-keys.ts'
import { urlOfDatabase } from '../db/embedded/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { knownMigrations } from '../db/migrations.ts'
import { roleNamesOf, withRoleNames } from '../db/role-names.ts'

/** An address in the tests’ cluster. */
export const urlOf = (login: string, database: string): string => {
  const url = new URL(urlOfDatabase(inject('ownerUrl'), database))
  url.username = login
  url.password = 'secret'
  return url.href
}

export const ask = async <Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

export type Fresh = { prefix: string; owner: string; app: string; ownerUrl: string; appUrl: string; gateUrl: string }
/**
 * Creates an empty database in the tests' cluster with its own owner and users, as an operator would for a second
 * portal.
 */
export async function freshDatabase({ options = '', rights = 'createrole' } = {}): Promise<Fresh> {
  const prefix = `p${randomBytes(5).toString('hex')}`
  const [owner, app, gate] = [`${prefix}_owner`, `${prefix}_app`, `${prefix}_gate_login`]
  const admin = urlOfDatabase(inject('ownerUrl'), 'postgres')
  await ask(admin, `create role ${owner} login createdb ${rights} password 'secret'`)
  for (const login of [app, gate]) await ask(admin, `create role ${login} login password 'secret'`)
  await ask(urlOf(owner, 'postgres'), `create database ${prefix} template template0 ${options}`)
  const [ownerUrl, appUrl, gateUrl] = [urlOf(owner, prefix), urlOf(app, prefix), urlOf(gate, prefix)]
  return { prefix, owner, app, ownerUrl, appUrl, gateUrl }
}

/** The tables in a database: none, if every refusal came before the first change. */
export const tablesIn = async (ownerUrl: string): Promise<string[]> =>
  (
    await ask<{ name: string }>(
      ownerUrl,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace order by 1`,
    )
  ).map(({ name }) => name)

/** Migrates a fresh database as far as the version before a migration left it. */
async function migratedBefore({ ownerUrl, prefix }: Fresh, first: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(
    'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  for (const { name, sql, checksum } of (await knownMigrations()).filter((one) => one.name < first)) {
    await owner.query(withRoleNames(sql, roleNamesOf(prefix)))
    await owner.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
  await owner.end()
}

/**
 * A database as the version before a migration left it. `triggers` switches those of the transactions and invoices off
 * while rows are written, because their functions are current only after the upgrade.
 */
export async function freshBefore(first: string) {
  const fresh = await freshDatabase()
  await migratedBefore(fresh, first)
  const { prefix, ownerUrl, appUrl, gateUrl } = fresh
  const guarded = ['transactions', 'transaction_lines', 'invoices']
  return {
    ...fresh,
    triggers: (state: 'disable' | 'enable') =>
      ask(ownerUrl, guarded.map((table) => `alter table ${table} ${state} trigger user`).join('; ')),
    upgrade: () => migrate({ ownerUrl, appUrl, gateUrl, rolePrefix: prefix }),
  }
}

/** Entries are sealed once no older transaction is open, on the whole server: also those of other tests. */
export const sealPatience = { timeout: 100_000 }

/** The owner of the tables can switch the audit log's guards off, as who tampers with it would. */
export const withoutGuards = ['audit_log', 'audit_seals', 'audit_signatures', 'audit_anchors']
  .map((table) => `alter table ${table} disable trigger user; `)
  .join('')

/** A data folder with the audit log's key and anchors; without `keys`, a key is made in it. */
export const auditPlaceIn = (dataDir: string, keys: Buffer[] = []): KeyPlace => ({
  dataDir,
  audit: { keys, anchorFile: `${dataDir}/audit-anchors.jsonl`, anchorUrl: null },
})
