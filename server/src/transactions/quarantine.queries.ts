import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type QuarantineRow, quarantineList } from '@portal/contract/transaction-imports.ts'
import type { Db, Scope } from '../db/connect.ts'
import { type Page, paginate } from '../platform/paginate.ts'
import { onlyCompany } from '../platform/scope.ts'
import { type StoredQuarantine, shownColumns, toQuarantineRow } from './quarantine.columns.ts'

/** Every read of what waits starts here. The customers' role has no grant on the table besides. */
const visibleQuarantine = (db: Db, scope: Scope) => {
  const only = onlyCompany(scope)
  const waiting = db.selectFrom('quarantine')
  return only === null ? waiting : waiting.where('quarantine.company_id', '=', only)
}
const withNames = (waiting: ReturnType<typeof visibleQuarantine>) =>
  waiting
    .innerJoin('imports', 'imports.id', 'quarantine.import_id')
    .innerJoin('fuel_providers', 'fuel_providers.id', 'quarantine.provider_id')
    .select(['imports.file_name', 'fuel_providers.name as provider'])
    .select(shownColumns.map((name) => `quarantine.${name}` as const))

export const listQuarantine = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'quarantine', QuarantineRow>> =>
  paginate(
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
    },
    { from: visibleQuarantine(db, scope).where('quarantine.released_at', 'is', null), show: withNames, row: toQuarantineRow },
  )

/** A stop that waits, held until the transaction ends, so that of two who release it one does. */
export const lockQuarantined = (db: Db, scope: Scope, id: number): Promise<StoredQuarantine> =>
  withNames(visibleQuarantine(db, scope))
    .select(['quarantine.lines', 'quarantine.released_at', 'quarantine.import_id'])
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
