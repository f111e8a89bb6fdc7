import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartError } from '../process/start-error.ts'
import type { Manifest } from './manifest.data.ts'

const identifier = pg.escapeIdentifier

/** Refuses a database that has anything in it besides extensions. */
export async function refuseUsedDatabase(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e') order by pg_relation_size(oid) desc, relkind = 'r' desc, 1 limit 1`,
  )
  const [largest] = rows
  if (!largest) return
  const { name } = largest
  const { rowCount } = await owner.query(`select from ${identifier(name)} limit 1`)
  throw new StartError(
    `The database is not empty: it has ${rowCount ? `rows, such as in ${name}` : `tables, such as ${name}`}. Restore into an empty one, or into another DATA_DIR. Nothing was changed.`,
  )
}

type Rebuilt = { drop: string; build: string }
/**
 * Foreign keys, then primary keys and other constraints with an index, then indexes, each with its own definition. Rows
 * are loaded without them: that is faster, and needs no order of the tables.
 */
const definitions = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as build,
    case when contype = 'f' then 1 else 2 end as rank, conrelid::regclass::text as place, conname as name
  from pg_constraint where connamespace = 'public'::regnamespace and contype in ('f', 'p', 'u', 'x') and conparentid = 0
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 3, indrelid::regclass::text, indexrelid::regclass::text
  from pg_index join pg_class c on c.oid = indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by rank, place, name`

/** Drops all keys and indexes, and returns what builds them again. */
export async function dropKeys(owner: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await owner.query<Rebuilt>(definitions)
  for (const { drop } of rows) await owner.query(drop)
  return async () => {
    await owner.query(`set local maintenance_work_mem = '256MB'`)
    for (const { build } of rows.toReversed()) await owner.query(build)
  }
}

/** Removes the rows that migrations made; the archive has its own. Its tables must be those of the database. */
export async function emptyTables(owner: pg.ClientBase, { tables, left_out }: Manifest): Promise<void> {
  const names = [...tables.map(({ name }) => name), ...left_out]
  await owner.query(`truncate ${names.map(identifier).join(', ')}`)
}

/** Frozen rows need no later vacuum. It requires that the table was emptied in the same transaction. */
export async function copyIn(
  owner: pg.ClientBase,
  { name, columns, rows }: Pick<Manifest['tables'][number], 'name' | 'columns' | 'rows'>,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const into = owner.query(
    copyFrom(`copy ${identifier(name)} (${columns.map(identifier).join(', ')}) from stdin with (freeze)`),
  )
  await pipeline(content, into)
  if (into.rowCount !== rows) throw new Error(`${name}: ${into.rowCount} rows were loaded, but ${rows} archived.`)
}

export async function setSequences(owner: pg.ClientBase, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, value, is_called } of sequences)
    await owner.query('select setval($1::regclass, $2, $3)', [`public.${identifier(name)}`, value, is_called])
}

export async function recordFunctions(owner: pg.ClientBase, files: Manifest['functions']['files']): Promise<void> {
  for (const { name, checksum, version } of files)
    await owner.query('insert into schema_functions (name, checksum, version) values ($1, $2, $3)', [
      name,
      checksum,
      version,
    ])
}
