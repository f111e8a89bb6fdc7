import { AppError } from '@portal/contract/errors.ts'
import type { ImportMode } from '@portal/contract/imports/import-modes.ts'
import {
  type ImportError,
  type ImportKind,
  type ImportRow,
  type ImportStatus,
  importAccess,
  importKinds,
  importList,
  listedErrors,
} from '@portal/contract/imports/imports.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { can } from '@portal/contract/permissions.ts'
import { type SqlBool, sql, type Updateable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Imports } from '../db/schema.ts'
import type { Actor } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import { endClaim, type Queue } from '../platform/jobs/claims.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import type { StoredImport } from '../platform/sheets/import-work.ts'
import type { SheetFault } from '../platform/sheets/sheet.ts'
import { withSentence } from '../platform/stored-message.ts'
import { importColumns, toImportRow } from './imports.columns.ts'

/** Every read of an import starts here and returns only the kinds that this user can import. */
const visibleImports = (db: Db, { scope, grants }: Pick<Actor, 'scope' | 'grants'>) => {
  const kinds = importKinds.filter((kind) => can(grants, importAccess[kind]))
  return visible('imports', 'company_id')(db, scope).where('imports.kind', 'in', kinds.length > 0 ? kinds : ['none'])
}

export const listImports = (db: Db, actor: Actor, query: ListQuery): Promise<Page<'imports', ImportRow>> =>
  paginate(
    db,
    actor.scope,
    importList,
    query,
    {
      id: 'imports.id',
      created_at: { column: 'imports.created_at', isInstant: true },
      file_name: 'imports.file_name',
      kind: 'imports.kind',
      status: 'imports.status',
      user_name: 'imports.user_name',
      tie_out: { column: 'imports.id', meanings: { open: sql<SqlBool>`imports.id in (select untied_imports())` } },
    },
    {
      from: visibleImports(db, actor),
      show: (imports) => imports.select(importColumns.map((name) => `imports.${name}`)),
      row: toImportRow,
    },
  )

const notFound = () => new AppError('record.not-found')
export const getImport = (db: Db, actor: Actor, id: number): Promise<StoredImport> =>
  visibleImports(db, actor).selectAll().where('id', '=', id).executeTakeFirstOrThrow(notFound)
export const lockImport = (db: Db, actor: Actor, id: number): Promise<StoredImport> =>
  visibleImports(db, actor).selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound)
export const findImports = (db: Db, actor: Actor, ids: readonly number[]): Promise<StoredImport[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : visibleImports(db, actor)
        .selectAll()
        .where('id', 'in', ids as number[])
        .orderBy('id')
        .execute()
export const listImportErrors = (
  db: Db,
  importId: number,
  after = 0,
  limit = listedErrors,
): Promise<(ImportError & { n: number })[]> =>
  db
    .selectFrom('import_errors')
    .select(['n', 'row', 'column', 'value', 'reason'])
    .where('import_id', '=', importId)
    .where('n', '>', after)
    .orderBy('n')
    .limit(limit)
    .execute()
    .then((faults) => faults.map(withSentence))

/** The last import of the same bytes that left nothing to do. */
export const findFinishedImport = (
  db: Db,
  kind: ImportKind,
  provider: string,
  sha256: Buffer,
): Promise<StoredImport | undefined> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('sha256', '=', sha256)
    .where('kind', '=', kind)
    .where('provider', '=', provider)
    .where('status', '=', 'done')
    .where('failed_count', '=', 0)
    .where('removed_count', '=', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type NewImport = Pick<StoredImport, 'file_name' | 'size_bytes' | 'sha256' | 'storage_key'> & {
  kind: ImportKind
  mode: ImportMode
  provider?: string | null
  options?: Record<string, unknown>
}
export async function insertImport(db: Db, actor: Actor, { options = {}, ...given }: NewImport): Promise<number> {
  const by = {
    user_id: actor.user_id,
    user_email: actor.email,
    user_name: `${actor.first_name} ${actor.last_name}`,
    is_switched: actor.is_switched,
  }
  const { id } = await db
    .insertInto('imports')
    .values({ ...given, options: JSON.stringify(options), company_id: actor.company_id, ...by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export async function updateImport(db: Db, id: number, changed: Updateable<Imports>): Promise<void> {
  await db.updateTable('imports').set(changed).where('id', '=', id).execute()
}
export async function deleteImport(db: Db, id: number): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

/** Oldest first. A new attempt restarts the progress. */
export const importQueue: Queue<'imports'> = {
  table: 'imports',
  busy: 'running',
  first: 'oldest',
  onClaim: { progress_done: 0 },
}

export type ImportOutcome = Updateable<Imports> & { status: ImportStatus }
/**
 * Finishes a claimed import with its errors, in the transaction of its writes. Fails if the claim is lost, which rolls
 * everything back.
 */
export async function finishImport(
  db: Db,
  claimed: StoredImport,
  outcome: ImportOutcome,
  faults: readonly SheetFault[],
): Promise<void> {
  const ended = { ...outcome, finished_at: new Date().toISOString() }
  if (!(await endClaim(db, importQueue, claimed, ended)))
    throw new Error(`Import ${claimed.id} was taken over by another worker`)
  await db.deleteFrom('import_errors').where('import_id', '=', claimed.id).execute()
  const rows = faults.map((fault, at) => ({ import_id: claimed.id, n: at + 1, ...fault }))
  for (let at = 0; at < rows.length; at += 5000)
    await db
      .insertInto('import_errors')
      .values(rows.slice(at, at + 5000))
      .execute()
  await db
    .insertInto('audit_log')
    .values({
      user_id: claimed.user_id,
      user_email: claimed.user_email,
      company_id: claimed.company_id,
      is_switched: claimed.is_switched,
      action:
        outcome.status === 'failed'
          ? 'imports.failed'
          : outcome.status === 'ready'
            ? 'imports.previewed'
            : 'imports.done',
      record_type: 'import',
      record_id: claimed.id,
      record_label: claimed.file_name,
      after: JSON.stringify({
        kind: claimed.kind,
        read: outcome.read_count ?? 0,
        imported: outcome.status === 'done' ? (outcome.booked_count ?? 0) : 0,
        already_there: outcome.duplicate_count ?? 0,
        rejected: outcome.failed_count ?? 0,
        ...(outcome.reason ? { reason: outcome.reason } : {}),
      }),
    })
    .execute()
}
