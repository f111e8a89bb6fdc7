import pg from 'pg'

/** The columns of a table that a copy takes as they are. */
export async function columnNames(client: pg.Client, table: string, without: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all($2)
     order by attnum`,
    [table, without],
  )
  return rows.map(({ name }) => name)
}

/** Indexes are built faster over a full table than row by row. */
export async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { made } of rows) await client.query(made)
}

/** Runs the work on one connection, past triggers and foreign keys, in one transaction. */
export async function pastTriggers(superuserUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set jit = off;
       set enable_nestloop = off`,
    )
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** A step of a long preparation, with its seconds. */
export async function timedStep(name: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  await work()
  console.log(`  ${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
}
