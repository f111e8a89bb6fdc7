import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copyIn, dropKeys, recordFunctions, setSequences } from '../../backups/loading.queries.ts'
import { listSequences } from '../../backups/snapshot.queries.ts'
import { appliedFunctions, createFunctions } from '../../db/functions.ts'
import { buildTables } from '../../db/migrate.ts'
import { asOwner, inTransaction } from '../../db/owner.ts'
import { appliedMigrations } from '../../db/preflight.ts'
import { roleNamesOf } from '../../db/role-names.ts'
import type { Fresh } from '../fresh-database.ts'

/** The database of a released version, as its own code made it. `npm run release:data` writes it (OPS-7). */
export type ReleasedData = {
  version: string
  made_at: string
  migrations: string[]
  /** Up to 0.2.0 the migrations create the functions. */
  functions: { name: string; checksum: string; version: string; sql: string }[]
  /** The rows are in COPY's text format. */
  tables: { name: string; columns: string[]; rows: number; lines: string }[]
  sequences: { name: string; value: string; is_called: boolean }[]
}

/** Released versions, oldest first, each with the migrations that it was the first to ship. */
export const releases: { version: string; migrations: string[] }[] = [
  ...Map.groupBy(
    readFileSync(new URL('../../db/migrations/released.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/) as [version: string, checksum: string, name: string]),
    ([version]) => version,
  ),
].map(([version, lines]) => ({ version, migrations: lines.map(([, , name]) => name) }))

export const dataFileOf = (version: string): URL => new URL(`./${version}.json.gz`, import.meta.url)
export const readReleasedData = (version: string): ReleasedData =>
  JSON.parse(gunzipSync(readFileSync(dataFileOf(version))).toString('utf8')) as ReleasedData
export const packed = (data: ReleasedData): Buffer => gzipSync(JSON.stringify(data), { level: 9 })

/** Every table of the portal but its records of migrating. */
const tablesWithColumns = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('schema_migrations', 'schema_functions')
    and attnum > 0 and not attisdropped and attgenerated = '' group by 1 order by 1`

/** The 20,000 cities would be most of the data, no row refers to them by key, and migrating loads them. */
const leftOut: Record<string, string> = { cities: 'true', loaded_files: `(name = 'places')` }

/** Reads the whole database. `sqlOf` gives the text of a file of functions in that version. */
export async function takeData(
  owner: pg.ClientBase,
  version: string,
  sqlOf: (name: string) => string,
): Promise<ReleasedData> {
  const tables: ReleasedData['tables'] = []
  for (const table of (await owner.query<{ name: string; columns: string[] }>(tablesWithColumns)).rows) {
    const columns = table.columns.map(pg.escapeIdentifier).join(', ')
    const copying = owner.query(
      copyTo(`copy (select ${columns} from ${table.name} where not ${leftOut[table.name] ?? false}) to stdout`),
    )
    const lines = await text(copying)
    tables.push({ ...table, rows: copying.rowCount, lines })
  }
  return {
    version,
    made_at: new Date().toISOString(),
    migrations: (await appliedMigrations(owner)).map(({ name }) => name).sort(),
    functions: (await appliedFunctions(owner)).map((file) => ({ ...file, sql: sqlOf(file.name) })),
    tables,
    sequences: await listSequences(owner),
  }
}

async function* piecesOf(lines: string): AsyncGenerator<Buffer> {
  yield Buffer.from(lines)
}

/**
 * Builds the database of that version: its tables, then its rows, with its triggers off since the rows are already what
 * these made of them.
 */
export const loadData = ({ ownerUrl, prefix }: Fresh, data: ReleasedData): Promise<void> =>
  asOwner(ownerUrl, 'test', (owner) =>
    inTransaction(owner, async () => {
      const names = roleNamesOf(prefix)
      const each = (change: (table: string) => string) =>
        owner.query(data.tables.map(({ name }) => change(pg.escapeIdentifier(name))).join('; '))
      await buildTables(owner, names, new Set(data.migrations))
      await each((table) => `alter table ${table} disable trigger user`)
      const buildKeys = await dropKeys(owner)
      await each((table) => `truncate ${table}`)
      for (const table of data.tables) await copyIn(owner, table, piecesOf(table.lines))
      await buildKeys()
      await setSequences(owner, data.sequences)
      await each((table) => `alter table ${table} enable trigger user`)
      if (data.functions.length > 0) await createFunctions(owner, names, data.functions)
      await recordFunctions(owner, data.functions)
    }),
  )
