import { AppError } from '@portal/contract/errors.ts'
import {
  type BatchDay,
  type JournalBatch,
  type JournalSettings,
  journalBatchList,
} from '@portal/contract/journal/journal.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { userNameOf } from '../platform/audit/history.queries.ts'
import { refuseOn } from '../platform/http/errors.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import type { Stored } from '../platform/storage/storage.ts'
import type { KeySum } from './account-sums.rules.ts'
import { type NewEntry, type StoredBatch, type StoredJournalEntry, toBatch } from './batches.columns.ts'

// Batches belong to no customer; the grants limit them to staff.
const allBatches = (db: Db) => db.selectFrom('journal_batches')
const shown = (batches: ReturnType<typeof allBatches>) =>
  batches
    .leftJoin('users as maker', 'maker.id', 'journal_batches.created_by')
    .leftJoin('users as withdrawer', 'withdrawer.id', 'journal_batches.withdrawn_by')
    .select(['journal_batches.id', 'from_date', 'to_date', 'journal_batches.currency', 'format', 'entries'])
    .select(['debit_cents', 'credit_cents', 'unbilled_cost_cents', 'uncosted_cents', 'sha256', 'withdrawn_at'])
    .select(['withdraw_reason', 'journal_batches.version', 'journal_batches.created_at'])
    .select(['created_by as user_id', userNameOf('maker').as('user_name'), userNameOf('withdrawer').as('withdrawn_by')])

const statusMeanings = {
  exported: sql<SqlBool>`withdrawn_at is null`,
  withdrawn: sql<SqlBool>`withdrawn_at is not null`,
}
export const listBatches = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'journal_batches', JournalBatch>> =>
  paginate(
    db,
    scope,
    journalBatchList,
    query,
    {
      id: 'journal_batches.id',
      created_at: 'journal_batches.created_at',
      to: 'journal_batches.to_date',
      format: 'journal_batches.format',
      currency: 'journal_batches.currency',
      status: { column: 'journal_batches.withdrawn_at', meanings: statusMeanings },
    },
    { from: allBatches(db), show: shown, row: (stored: StoredBatch) => toBatch(stored) },
  )
export const getBatch = async (db: Db, id: number): Promise<JournalBatch> =>
  toBatch(
    await shown(allBatches(db))
      .where('journal_batches.id', '=', id)
      .executeTakeFirstOrThrow(() => new AppError('record.not-found')),
  )
export async function lockBatch(db: Db, id: number): Promise<JournalBatch> {
  await allBatches(db).select('id').where('id', '=', id).forUpdate().execute()
  return getBatch(db, id)
}

export type BatchContent = {
  lines: number
  accounts: KeySum[]
  settings: JournalSettings
  storage_key: string | null
  sha256: Buffer | null
}
/** What a batch's file is made of, and where it is. */
export const getContent = (db: Db, id: number): Promise<BatchContent> =>
  allBatches(db)
    .select(['lines', 'storage_key', 'sha256'])
    .select([sql<KeySum[]>`accounts`.as('accounts'), sql<JournalSettings>`settings`.as('settings')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
export async function listDays(db: Db, id: number): Promise<BatchDay[]> {
  const { rows } = await sql<{ date: string; entries: number; cents: number }>`
    select entry_date as date, count(*)::int as entries, sum(total_cents)::bigint as cents from journal_entries
    where batch_id = ${id} group by 1 order by 1`.execute(db)
  return rows.map(({ date, entries, cents }) => {
    const amount = fromUnits(cents, 'money')
    return { date, entries, debit: amount, credit: amount }
  })
}
/** Entries in their order, after the first `from` ones. */
export async function listJournalEntries(
  db: Db,
  id: number,
  from: number,
  limit: number,
): Promise<StoredJournalEntry[]> {
  const { rows } = await sql<StoredJournalEntry>`
    select kind, company_id, currency, entry_date, number, customer, company_number, memo, uncosted_cents, lines from journal_entries
    where batch_id = ${id} and n >= ${from} order by n limit ${limit}`.execute(db)
  return rows
}

const lock = 7083_0062
/** One export at a time, so that two never take the same documents. */
export const isExporting = async (db: Db): Promise<boolean> =>
  (await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as is_mine`.execute(db)).rows[0]
    ?.is_mine !== true
/** The number of the next batch. Its entries come first, so that the batch is complete when it appears. */
export async function takeBatchId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('journal_batches_id_seq') as id`.execute(db)
  return rows[0]?.id as number
}
const takenAlready = refuseOn('journal_entries_once', new AppError('journal.busy'))
export async function insertEntries(db: Db, batchId: number, entries: readonly NewEntry[]): Promise<void> {
  const inserted = sql`
    insert into journal_entries (batch_id, n, kind, document_id, company_id, currency, entry_date, number, customer, company_number, memo, total_cents, uncosted_cents, lines)
    select ${batchId}, * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (n int, kind text, document_id bigint, company_id bigint, currency text,
      entry_date date, number text, customer text, company_number text, memo text, total_cents bigint, uncosted_cents bigint, lines jsonb)`
  await inserted.execute(db).catch(takenAlready)
}
export type NewBatch = {
  id: number
  from_date: string
  to_date: string
  currency: string
  format: string
  entries: number
  lines: number
  debit_cents: number
  credit_cents: number
  unbilled_cost_cents: number
  uncosted_cents: number
  accounts: KeySum[]
  settings: JournalSettings
  created_by: number
  created_at: string
}
export async function insertBatch(db: Db, { accounts, settings, ...batch }: NewBatch): Promise<void> {
  await db
    .insertInto('journal_batches')
    .values({ ...batch, accounts: JSON.stringify(accounts), settings: JSON.stringify(settings) })
    .execute()
}
/** False if the batch has a file: two readers can make it at once, and the first one stays. */
export async function setFile(db: Db, id: number, { storage_key, sha256, size_bytes }: Stored): Promise<boolean> {
  const updated = await db
    .updateTable('journal_batches')
    .set({ storage_key, sha256, size_bytes })
    .where('id', '=', id)
    .where('storage_key', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}
export async function setWithdrawn(
  db: Db,
  id: number,
  withdrawal: { withdrawn_by: number; withdrawn_at: string; withdraw_reason: string },
): Promise<void> {
  await db
    .updateTable('journal_batches')
    .set(({ eb }) => ({ ...withdrawal, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
