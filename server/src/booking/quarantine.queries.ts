import { type QuarantineRow, quarantineList } from '@portal/contract/booking/transaction-imports.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type ListQuery, parseFilter } from '@portal/contract/list.ts'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { quarantineColumns, type StoredQuarantine, toQuarantineRow } from './quarantine.columns.ts'

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
    .select('quarantine.lines')
    .where('quarantine.id', '=', id)
    .forUpdate('quarantine')
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

export async function markReleased(db: Db, id: number, by: number, transactionId: number): Promise<void> {
  await db
    .updateTable('quarantine')
    .set(({ fn }) => ({ released_at: fn('now'), released_by: by, transaction_id: transactionId }))
    .where('id', '=', id)
    .execute()
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
