import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ImportMode } from '@portal/contract/imports/import-modes.ts'
import { type ImportKind, type ImportStatus, isImportOver } from '@portal/contract/imports/imports.ts'
import { type Message, message, severalOf } from '@portal/contract/message.ts'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { Context, OpenContext } from '../platform/http/context.ts'
import { type FormFields, storeUpload } from '../platform/http/uploads.ts'
import type { StoredImport } from '../platform/sheets/import-work.ts'
import { type SheetType, sheetTypeOf, typeFault } from '../platform/sheets/open-sheet.ts'
import { deleteImport, getImport, insertImport, lockImport, updateImport } from './imports.queries.ts'

export type Accepted = {
  kind: ImportKind
  mode: ImportMode
  types: readonly SheetType[]
  provider?: string
  options?: Record<string, unknown>
  /** Reads the provider and the mode from the fields sent with the file, or rejects them. */
  readFields?: (fields: FormFields) => { provider: string; mode: ImportMode }
  /** Checks the stored file before its import is accepted, and may reject it. */
  refuse?: (db: Db, sha256: Buffer) => Promise<void>
}

const refused = (reason: Message) => new AppError('import.refused', { file: reason }, { message: reason })
const recordOf = ({ id, file_name }: { id: number; file_name: string }) => ({ type: 'import', id, label: file_name })

/** Stores the file and queues its import. Rejects at once what its name and first bytes reveal. */
export async function acceptSheet(
  context: OpenContext<Actor>,
  upload: NonNullable<Endpoint['upload']>,
  accepted: Accepted,
): Promise<number> {
  const { actor, request, storage, withScope } = context
  const { types, readFields, refuse, ...others } = accepted
  const { name, stored, fields } = await storeUpload(request, upload, storage, (file, head) => {
    const type = sheetTypeOf(file)
    if (!type || !types.includes(type))
      throw refused(message('import.endings', { endings: severalOf(types.map((one) => `.${one}`)) }))
    const fault = typeFault(type, head)
    if (fault) throw refused(fault)
  })
  return withScope(async ({ db, audit }) => {
    await refuse?.(db, stored.sha256)
    const given = { ...others, ...readFields?.(fields) }
    const id = await insertImport(db, actor, { ...given, file_name: name, ...stored })
    await audit({ record: recordOf({ id, file_name: name }), after: { mode: given.mode, bytes: stored.size_bytes } })
    return id
  }).catch(async (error: unknown) => {
    await storage.remove(stored.storage_key).catch(() => {})
    throw error
  })
}

const pollMs = 60
/**
 * Most files are read within the wait, so the reply can already reject an unreadable one. A long import continues, and
 * its record shows the outcome (TXN-9).
 */
export async function awaitReading({ actor, withScope, patienceMs }: OpenContext<Actor>, id: number): Promise<void> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(pollMs)) {
    const { status, reason, read_count } = await withScope(({ db }) => getImport(db, actor, id))
    if (!isImportOver(status as ImportStatus)) continue
    if (status === 'failed' && read_count === 0) throw refused((reason as Message | null) ?? 'import.refused')
    return
  }
}

export async function applyImport(
  { db, actor, audit }: Context,
  id: number,
  mode: ImportMode,
): Promise<{ import_id: number }> {
  const stored = await lockImport(db, actor, id)
  if (mode === 'update' && stored.kind !== 'cards')
    throw new AppError('request.invalid', { mode: 'import.update-cards-only' })
  if (mode === 'replace' && stored.kind !== 'rates')
    throw new AppError('request.invalid', { mode: 'import.replace-rates-only' })
  if (stored.status !== 'ready') throw new AppError('import.not-ready')
  await updateImport(db, id, { mode, status: 'queued', attempts: 0, finished_at: null, progress_done: 0 })
  await audit({ record: recordOf(stored), after: { mode } })
  return { import_id: id }
}

/** Answers for what does not tie and stays as it is: control totals and rejected rows (TXN-17). Null removes it. */
export async function explainImport(
  { db, actor, audit }: Context,
  id: number,
  explanation: string | null,
): Promise<StoredImport> {
  const stored = await lockImport(db, actor, id)
  if (stored.tie_out === null || stored.status !== 'done') throw new AppError('import.nothing-to-explain')
  const explained = {
    explanation,
    explained_by: explanation === null ? null : `${actor.first_name} ${actor.last_name}`,
    explained_at: explanation === null ? null : new Date().toISOString(),
  }
  await updateImport(db, id, explained)
  await audit({ record: recordOf(stored), before: { explanation: stored.explanation }, after: { explanation } })
  return { ...stored, ...explained }
}

/** Only an import that wrote nothing can be deleted; the others stay on record. */
export async function removeImport(
  { db, actor, audit, afterCommit }: Context,
  id: number,
  remove: (key: string) => Promise<void>,
): Promise<null> {
  const stored = await lockImport(db, actor, id)
  if (stored.status === 'done' || stored.status === 'running') throw new AppError('import.not-removable')
  await deleteImport(db, id)
  await audit({ record: recordOf(stored), before: { status: stored.status } })
  const key = stored.storage_key
  if (key) afterCommit(() => remove(key).catch(() => {}))
  return null
}
