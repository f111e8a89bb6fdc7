import { AppError } from '@portal/contract/errors.ts'
import type { TaxRateChange } from '@portal/contract/rates/tax-changes.ts'
import type { TaxRateInput } from '@portal/contract/rates/tax-rates.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { TaxRateChanges } from '../../db/schema.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import { userNameOf } from '../../platform/audit/history.queries.ts'
import type { Claimed, Queue } from '../../platform/jobs/claims.ts'
import { shownTaxRate, type TaxChange } from '../../rates/tax-changes.rules.ts'
import { findTaxRate } from '../../rates/tax-rates.queries.ts'

export const changeQueue: Queue<'tax_rate_changes'> = { table: 'tax_rate_changes', busy: 'running', first: 'oldest' }
export type StoredChange = Claimed<'tax_rate_changes'>

export async function insertChange(db: Db, columns: Insertable<TaxRateChanges>): Promise<number> {
  const { id } = await db.insertInto('tax_rate_changes').values(columns).returning('id').executeTakeFirstOrThrow()
  return id
}
/** A stored change, as it was asked for. */
export function changeOf({ kind, tax_rate_id, input, is_continued }: StoredChange): TaxChange {
  if (kind === 'add') return { kind, input: input as TaxRateInput }
  const row = { id: tax_rate_id as number, isContinued: is_continued }
  return kind === 'correct' ? { kind, ...row, input: input as TaxRateInput } : { kind: 'withdraw', ...row }
}

const withUsers = (db: Db) =>
  db
    .selectFrom('tax_rate_changes')
    .leftJoin('users', 'users.id', 'tax_rate_changes.created_by')
    .selectAll('tax_rate_changes')
    .select(userNameOf('users').as('user_name'))
type Named = Awaited<ReturnType<ReturnType<typeof withUsers>['executeTakeFirstOrThrow']>>
async function shown(db: Db, stored: Named): Promise<TaxRateChange> {
  const rowOf = async (id: number | null) => {
    const row = id === null ? undefined : await findTaxRate(db, id)
    return row ? shownTaxRate(row) : null
  }
  return {
    id: stored.id,
    kind: stored.kind as TaxRateChange['kind'],
    status: stored.status as TaxRateChange['status'],
    reason: stored.reason,
    fault: stored.fault,
    user_name: stored.user_name,
    created_at: stored.created_at,
    finished_at: stored.finished_at,
    progress_done: stored.progress_done,
    progress_total: stored.progress_total,
    repriced_count: stored.repriced_count,
    repriced_totals: (stored.repriced_totals ?? []) as TaxRateChange['repriced_totals'],
    candidates: stored.candidates_count,
    former: await rowOf(stored.tax_rate_id),
    current: await rowOf(stored.new_tax_rate_id),
  }
}
export async function getChange(db: Db, id: number): Promise<TaxRateChange> {
  const found = await withUsers(db)
    .where('tax_rate_changes.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
  return shown(db, found)
}
/** The changes of these rows, newest first. */
export async function listTaxChanges(db: Db, rows: readonly number[]): Promise<TaxRateChange[]> {
  const found = await withUsers(db)
    .where(({ or, eb }) =>
      or([
        eb('tax_rate_id', '=', sql<number>`any(${rows}::bigint[])`),
        eb('new_tax_rate_id', '=', sql<number>`any(${rows}::bigint[])`),
      ]),
    )
    .orderBy('tax_rate_changes.id', 'desc')
    .limit(200)
    .execute()
  const changes: TaxRateChange[] = []
  for (const one of found) changes.push(await shown(db, one))
  return changes
}

/** An audit entry for the user who asked for the change. */
export async function insertChangeEntry(
  db: Db,
  { created_by, company_id, is_switched }: StoredChange,
  { action, record, before, after }: AuditEntry,
): Promise<void> {
  const inJson = (side: object | null | undefined) => (side ? JSON.stringify(side) : null)
  await sql`
    insert into audit_log (user_id, user_email, company_id, is_switched, action, record_type, record_id, record_label, before, after)
    select ${created_by}::bigint, (select email from users where id = ${created_by}::bigint), ${company_id}::bigint, ${is_switched}::boolean,
      ${action}, ${record?.type}, ${record?.id}::bigint, ${record?.label}, ${inJson(before)}::jsonb, ${inJson(after)}::jsonb`.execute(
    db,
  )
}
