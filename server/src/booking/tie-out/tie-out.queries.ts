import type { ImportStatus } from '@portal/contract/imports/imports.ts'
import type { TieOut } from '@portal/contract/imports/tie-out.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { StoredImport } from '../../platform/sheets/import-work.ts'
import { toProviderStatement } from './statements.columns.ts'
import { listStatementsOf } from './statements.queries.ts'
import { type QuarantinedNow, type StoredTieOut, toTieOut } from './tie-out.rules.ts'

/** What the import quarantined and is not released. A later file may have added its own lines to the same transaction. */
async function listQuarantinedNow(db: Db, importId: number): Promise<QuarantinedNow[]> {
  const { rows } = await sql<QuarantinedNow>`
    select status, currency, unit, count(*) as rows, sum(quantity_milli)::bigint as quantity_milli, sum(amount_cents)::bigint as amount_cents from (
      select q.id, q.status, min(l.currency) as currency, max(l.unit) as unit,
        coalesce(sum(l.quantity_milli) filter (where l.unit is not null), sum(l.quantity_milli)) as quantity_milli, sum(l.file_amount_cents) as amount_cents
      from quarantine q cross join jsonb_to_recordset(q.lines)
        as l (row_no int, import_id bigint, currency text, unit text, quantity_milli bigint, file_amount_cents bigint)
      where q.status in ('waiting', 'skipped')
        and (q.import_id = ${importId} or q.lines @> jsonb_build_array(jsonb_build_object('import_id', ${importId}::bigint)))
        and coalesce(l.import_id, q.import_id) = ${importId}
      group by q.id, q.status, l.row_no
    ) row_sums group by status, currency, unit`.execute(db)
  return rows
}

/** The tie-out of an import of transactions as of now (TXN-17). */
export async function getTieOut(db: Db, stored: StoredImport): Promise<TieOut | null> {
  if (stored.tie_out === null) return null
  const tie_out = stored.tie_out as unknown as StoredTieOut
  const statements = (await listStatementsOf(db, stored.id)).map(toProviderStatement)
  return toTieOut(tie_out, {
    status: stored.status as ImportStatus,
    now: stored.quarantined_count > 0 ? await listQuarantinedNow(db, stored.id) : [],
    statements: statements.map(({ id, number, currency, total, difference, status }) => ({
      id,
      number,
      currency,
      total,
      difference,
      status,
    })),
    explained: {
      explanation: stored.explanation,
      explained_by: stored.explained_by,
      explained_at: stored.explained_at as unknown as string | null,
    },
    deleted_count: stored.removed_count,
  })
}
