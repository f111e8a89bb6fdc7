import { type QuarantineRow, quarantineList } from '@portal/contract/booking/transaction-imports.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type ListQuery, parseFilter } from '@portal/contract/list.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { quarantineColumns, type StoredQuarantine, toQuarantineRow } from './quarantine.columns.ts'
import { unmapped } from './staged-lines.columns.ts'

/** Every read of the quarantine starts here. The customer role also has no grant on the table. */
const visibleQuarantine = visible('quarantine', 'company_id')
const withNames = (query: ReturnType<typeof visibleQuarantine>) =>
  query
    .innerJoin('imports', 'imports.id', 'quarantine.import_id')
    .innerJoin('fuel_providers', 'fuel_providers.id', 'quarantine.provider_id')
    .select(['imports.file_name', 'fuel_providers.name as provider'])
    .select(quarantineColumns.map((name) => `quarantine.${name}` as const))

export function listQuarantine(db: Db, scope: Scope, query: ListQuery): Promise<Page<'quarantine', QuarantineRow>> {
  const hasStatus = query.filter.some((filter) => parseFilter(filter)?.field === 'status')
  const all = visibleQuarantine(db, scope)
  return paginate(
    db,
    scope,
    quarantineList,
    query,
    {
      id: 'quarantine.id',
      created_at: { column: 'quarantine.created_at', isInstant: true },
      card_number: 'quarantine.card_number',
      authentication_id: 'quarantine.authentication_id',
      file_name: 'imports.file_name',
      import_id: 'quarantine.import_id',
      reason: 'quarantine.reason',
      status: 'quarantine.status',
    },
    { from: hasStatus ? all : all.where('quarantine.status', '=', 'waiting'), show: withNames, row: toQuarantineRow },
  )
}

/**
 * Locks a quarantined transaction until the transaction ends, so that only one of two concurrent decisions succeeds.
 */
export const lockQuarantined = (db: Db, scope: Scope, id: number): Promise<StoredQuarantine> =>
  withNames(visibleQuarantine(db, scope))
    .where('quarantine.id', '=', id)
    .forUpdate('quarantine')
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

/** Locks the transactions that wait for this code and for no other (TXN-15). */
export const lockWaitingFor = (
  db: Db,
  scope: Scope,
  { provider_id, code }: { provider_id: number; code: string },
): Promise<{ id: number }[]> =>
  visibleQuarantine(db, scope)
    .select('quarantine.id')
    .where('quarantine.status', '=', 'waiting')
    .where('quarantine.provider_id', '=', provider_id)
    .where(sql<boolean>`quarantine.lines @> jsonb_build_array(jsonb_build_object('product', ${unmapped(code)}::text))`)
    .where(sql<boolean>`not exists (
      select from jsonb_to_recordset(quarantine.lines) as l (product text, code text)
        left join product_codes c on c.provider_id = quarantine.provider_id and c.code = l.code
      where l.product like '?%' and c.product is null)`)
    .orderBy('quarantine.id')
    .forUpdate('quarantine')
    .execute()

export type ReleasedStop = { id: number; authentication_id: string; reason: string; transactions: number }
const ofReleased = sql<boolean>`(r.authentication_id, r.day, r.card_number)`
/** Marks what was booked of the transactions being released. */
export async function markReleased(db: Db, by: number): Promise<ReleasedStop[]> {
  const { rows } = await sql<ReleasedStop>`
    with booked as (
      select r.id, min(s.transaction_id) as transaction_id, count(*)::int as transactions
      from import_released r join import_transactions s on (s.authentication_id, s.day, s.card_number) = ${ofReleased} group by 1
    )
    update quarantine q set released_at = now(), released_by = ${by}, transaction_id = booked.transaction_id
    from booked where q.id = booked.id returning q.id, q.authentication_id, q.reason, booked.transactions`.execute(db)
  return rows
}
/** The others wait for something else by now. */
export async function updateReasons(db: Db): Promise<void> {
  await sql`
    update quarantine q set reason = w.reason from (
      select r.id, min(l.waits_for) as reason from import_released r join import_lines l on (l.authentication_id, l.day, l.card_number) = ${ofReleased}
      where l.waits_for is not null group by 1
    ) w where q.id = w.id and q.released_at is null and q.reason <> w.reason`.execute(db)
}

/** With a reason: skipped. Without: returned to quarantine. */
export async function markSkipped(db: Db, id: number, by: number, reason: string | null): Promise<void> {
  await db
    .updateTable('quarantine')
    .set(({ fn }) => ({
      skipped_at: reason === null ? null : fn('now'),
      skipped_by: reason === null ? null : by,
      skip_reason: reason,
    }))
    .where('id', '=', id)
    .execute()
}
