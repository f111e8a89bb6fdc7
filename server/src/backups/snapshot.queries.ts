import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '../process/start-error.ts'
import type { Manifest, RowContent, Snapshot } from './manifest.data.ts'

/** Kept by migrating, so the manifest lists them instead. */
const bookkeeping = ['schema_migrations', 'schema_functions']
/**
 * What ends with a restore: everyone signs in again, a password link used since must not work a second time, and
 * backups, processes and the outcomes of their jobs are about another place.
 */
const leftOut = [
  'backups',
  'factor_challenges',
  'job_outcomes',
  'password_resets',
  'prepared_credentials',
  'processes',
  'sessions',
  'throttles',
  'used_challenges',
]

const identifier = pg.escapeIdentifier
const allTables = `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1)
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e') order by 1`
const namesOf = async (owner: pg.ClientBase): Promise<string[]> =>
  (await owner.query<{ name: string }>(allTables, [bookkeeping])).rows.map(({ name }) => name)

const lockNotAvailable = '55P03'
const lockMs = 5000
/**
 * Begins the one transaction in which everything is read. All tables are locked against changes of their structure
 * before the first read: the lock alone takes no snapshot. Returns its time.
 */
export async function beginSnapshot(owner: pg.ClientBase): Promise<Date> {
  const names = await namesOf(owner)
  await owner.query('begin isolation level repeatable read read only')
  await owner.query(
    `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${lockMs}`,
  )
  await owner.query(`lock table ${names.map(identifier).join(', ')} in access share mode`).catch((error) => {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable)
      throw new StartError('The tables are being changed, such as by a migration. Make the backup when that has ended.')
    throw error
  })
  const later = (await namesOf(owner)).filter((name) => !names.includes(name))
  if (later.length > 0)
    throw new StartError('A migration ran while the backup began. Make the backup when that has ended.')
  return (await owner.query<{ now: Date }>('select now() as now')).rows[0]?.now ?? new Date()
}
export const endSnapshot = (owner: pg.ClientBase) => owner.query('commit')

/** The tables that the archive does not have. */
export const listLeftOut = async (owner: pg.ClientBase): Promise<string[]> =>
  (await namesOf(owner)).filter((name) => leftOut.includes(name))

type ArchivedTable = Pick<Manifest['tables'][number], 'name' | 'columns'>
/** The tables with their columns, without those that PostgreSQL generates. */
export async function listTables(owner: pg.ClientBase): Promise<ArchivedTable[]> {
  const { rows } = await owner.query<ArchivedTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where relnamespace = 'public'::regnamespace and c.relname = any($1) and attnum > 0 and not attisdropped and attgenerated = '' group by 1 order by 1`,
    [(await namesOf(owner)).filter((name) => !leftOut.includes(name))],
  )
  return rows
}

/** Text, because COPY's binary format may differ between versions of PostgreSQL. */
export const copyOut = (owner: pg.ClientBase, { name, columns }: ArchivedTable): Readable & { rowCount: number } =>
  owner.query(copyTo(`copy ${identifier(name)} (${columns.map(identifier).join(', ')}) to stdout`))

/** Sequences do not follow transactions: read last, they are not behind any row. */
export const listSequences = async (owner: pg.ClientBase): Promise<Manifest['sequences']> =>
  (
    await owner.query(
      `select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as is_called
       from pg_sequences where schemaname = 'public' order by 1`,
    )
  ).rows

/** Money by currency and the end of the audit log, for comparing the restored database with the archive. */
export async function readSnapshot(owner: pg.ClientBase): Promise<Snapshot> {
  const summed = [
    ['Transactions', 'transactions', 'amount_cents'],
    ['Invoices', 'invoices', 'total_cents'],
    ['Receipts', 'receipts', 'amount_cents'],
    ['Settlements', 'settlements', 'amount_cents'],
    ['Credit notes', 'credit_notes', 'total_cents'],
  ].map(
    ([what, table, cents]) =>
      `select '${what}' as what, currency, count(*)::text as rows, coalesce(sum(${cents}), 0)::text as cents from ${table} group by currency`,
  )
  const sums = await owner.query(`${summed.join(' union all ')} order by 1, 2`)
  const audit = await owner.query(
    `select (select count(*) from audit_log)::text as written, (select count(*) from audit_seals)::text as sealed,
       last.audit_id::text as last_id, coalesce(encode(last.hash, 'hex'), '') as last_hash
     from (select 1) one left join (select audit_id, hash from audit_seals order by seal_no desc limit 1) last on true`,
  )
  return { sums: sums.rows, audit: audit.rows[0] }
}

/** The tables whose rows have content in the file storage: those with a column `storage_key`. */
export const listContentTables = async (owner: pg.ClientBase): Promise<string[]> =>
  (
    await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'storage_key' and not attisdropped order by 1`,
    )
  ).rows.map(({ name }) => name)

export type ContentKeys = { table: string; keys: Buffer }[]
/** All keys, 16 bytes each: they are kept until the snapshot has ended, so that vacuum need not wait for the files. */
export async function readContentKeys(owner: pg.ClientBase): Promise<ContentKeys> {
  const found: ContentKeys = []
  for (const table of await listContentTables(owner)) {
    const pieces: Buffer[] = []
    const lines = owner.query(
      copyTo(`copy (select storage_key from ${identifier(table)} where storage_key is not null) to stdout`),
    )
    let rest = ''
    for await (const piece of lines as AsyncIterable<Buffer>) {
      const text = rest + piece.toString('latin1')
      const end = text.lastIndexOf('\n') + 1
      pieces.push(Buffer.from(text.slice(0, end).replaceAll('\n', ''), 'hex'))
      rest = text.slice(end)
    }
    found.push({ table, keys: Buffer.concat(pieces) })
  }
  return found
}

export function* eachKey(tables: ContentKeys): Generator<RowContent> {
  for (const { table, keys } of tables)
    for (let at = 0; at < keys.length; at += 16) yield { table, key: keys.toString('hex', at, at + 16) }
}

export const hasContentRow = async (owner: pg.ClientBase, { table, key }: RowContent): Promise<boolean> =>
  (await owner.query(`select from ${identifier(table)} where storage_key = $1`, [key])).rowCount === 1
