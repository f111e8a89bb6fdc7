import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { StartError } from '../platform/start-error.ts'
import { loadPlaces } from './seed/places.ts'
import { loadTaxRates } from './seed/tax-rates.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any number will do, as long as every process that migrates takes the same one. */
const migrationLock = 7083_0001

async function migrationFiles(): Promise<{ name: string; sql: string; checksum: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function applyMigrations(owner: pg.Client): Promise<string[]> {
  await owner.query(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await owner.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const fresh: string[] = []
  for (const { name, sql, checksum } of await migrationFiles()) {
    const known = applied.get(name)
    if (known && known !== checksum) throw new StartError(`The migration ${name} was edited after it had been applied. Add a new migration instead.`)
    if (known) continue
    await owner.query('begin')
    try {
      await owner.query(sql)
      await owner.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
      await owner.query('commit')
    } catch (error) {
      await owner.query('rollback')
      throw error
    }
    fresh.push(name)
  }
  return fresh
}

/** The queue keeps its own schema and its own migrations; only the owner runs them. Jobs are put in by anyone and worked by staff. */
async function migrateQueue(ownerUrl: string, owner: pg.Client): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: 'pgboss', max: 2, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
  await owner.query(`grant usage on schema pgboss to portal_staff;
    grant select, insert, update, delete, truncate on all tables in schema pgboss to portal_staff;
    grant usage on all sequences in schema pgboss to portal_staff;
    grant execute on all functions in schema pgboss to portal_staff`)
}

/** The role that the portal connects as may act as either application role, and is nothing by itself. */
async function admitApplication(owner: pg.Client, appUrl: string): Promise<void> {
  const login = decodeURIComponent(new URL(appUrl).username)
  const { rows } = await owner.query<{ missing: boolean }>(
    `select not (pg_has_role($1, 'portal_customer', 'set') and pg_has_role($1, 'portal_staff', 'set')) as missing`,
    [login],
  )
  if (rows[0]?.missing) await owner.query(`grant portal_customer, portal_staff to ${pg.escapeIdentifier(login)} with inherit false, set true`)
}

/** Brings the database up to date as its owner and answers the names of the migrations it applied. Safe to run from several processes. */
export async function migrate({ ownerUrl, appUrl }: { ownerUrl: string; appUrl: string }): Promise<string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'portal migrate' })
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    const fresh = await applyMigrations(owner)
    await loadPlaces(owner)
    await loadTaxRates(owner)
    await migrateQueue(ownerUrl, owner)
    await admitApplication(owner, appUrl)
    return fresh
  } finally {
    await owner.end()
  }
}
