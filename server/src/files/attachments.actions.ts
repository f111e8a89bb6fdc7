import type { Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { attachmentTypes } from '@portal/contract/files/attachment-types.data.ts'
import {
  type Attachment,
  attachmentUpload,
  maxAttachments,
  presignedLookup,
} from '@portal/contract/files/attachments.ts'
import type { Db, Scope } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { AuditEntry } from '../platform/audit/audit.ts'
import type { Context, OpenContext } from '../platform/http/context.ts'
import { once, readIdempotencyKey } from '../platform/http/idempotency.ts'
import { takeUpload } from '../platform/http/uploads.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { demandAttachment, demandAttachmentName } from './attachment-check.ts'
import { countFilesOf, deleteFileOf, deleteFilesOf, insertFile, listFilesOf, type Owner } from './files.queries.ts'

/** The record that files belong to, as the audit log names it. Its own feature finds it and so decides who sees it. */
export type Attached = { owner: Owner; record: NonNullable<AuditEntry['record']> }
type Find = (db: Db) => Promise<Attached>

/** A customer sees only files from its own time as holder: the next holder cannot read those of a former one. */
async function listAttachments(db: Db, scope: Scope, { owner }: Attached): Promise<Attachment[]> {
  const found = await listFilesOf(db, scope, owner)
  return found.map((file) => ({ ...file, url: presignedLookup(file.id) }))
}

async function demandRoom(db: Db, owner: Owner): Promise<void> {
  if ((await countFilesOf(db, owner)) >= maxAttachments) throw new AppError('file.too-many')
}

/**
 * Stores the content first, then its row: a row never exists without its content, and content without a row is removed.
 * `find` locks the record, so that parallel uploads cannot exceed the limit or outlive a deleted record.
 */
async function addAttachment(context: OpenContext<Actor>, endpoint: Endpoint, find: Find): Promise<Attachment> {
  const { actor, request, storage, withScope } = context
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  // Reject a missing permission or a full record before the upload.
  await withScope(async ({ db }) => {
    const { owner } = await find(db)
    // A repeated request under this key gets the stored reply, even if the record is full now.
    if (!key) await demandRoom(db, owner)
  })
  return takeUpload(request, attachmentUpload, async ({ name, content }) => {
    const ending = demandAttachmentName(name)
    const content_type = attachmentTypes[ending]
    const stored = await storage.put(content, attachmentUpload.maxBytes, (path) => demandAttachment(path, ending))
    let isKept = false
    try {
      return await withScope(async ({ db, audit }) => {
        isKept = false
        const { owner, record } = await find(db)
        const work = async (): Promise<Attachment> => {
          await demandRoom(db, owner)
          const { id, uploaded_at } = await insertFile(db, actor, { owner, name, content_type, stored })
          await audit({ record, after: { file: name } })
          isKept = true
          const uploaded_by = actor.is_switched ? null : `${actor.first_name} ${actor.last_name}`
          return { id, name, url: presignedLookup(id), size_bytes: stored.size_bytes, uploaded_at, uploaded_by }
        }
        const sent = { record: record.id, name, sha256: stored.sha256.toString('hex') }
        return key ? once(db, actor, endpoint, key, sent, work) : work()
      })
    } catch (error) {
      isKept = false
      throw error
    } finally {
      // This includes a repeated upload under one key: the first file stays.
      if (!isKept) await removeContent(storage, [stored.storage_key], request.log)
    }
  })
}

/** Where content is stored, and where failed removals are logged. */
export type Store = { storage: Storage; log: Log }
type Log = { warn: (details: object, text: string) => void }
/** The change is already committed, so content that cannot be removed is only logged. */
async function removeContent(storage: Storage, keys: readonly string[], log: Log): Promise<void> {
  for (const key of keys)
    await storage.remove(key).catch((err: unknown) => log.warn({ err }, 'the content of a file was not removed'))
}

/** Deletes the row first, and its content after the commit. */
async function removeAttachment(context: Context, store: Store, find: Find, fileId: number): Promise<null> {
  const { db, actor, audit, afterCommit } = context
  const { owner, record } = await find(db)
  const { name, storage_key } = await deleteFileOf(db, actor.scope, owner, fileId)
  await audit({ record, before: { file: name } })
  afterCommit(() => removeContent(store.storage, [storage_key], store.log))
  return null
}

type Carrier<Stored> = {
  get: (db: Db, scope: Scope, id: number) => Promise<Stored>
  lock: (db: Db, scope: Scope, id: number) => Promise<Stored>
  attached: (stored: Stored) => Attached
}
/** The handlers of a record's files. The record's own feature finds it and so decides who sees it. */
export function attachmentHandlers<Stored>(
  add: Endpoint,
  { get, lock, attached }: Carrier<Stored>,
  storeOf: () => Store,
) {
  const locked = (scope: Scope, id: number) => async (db: Db) => attached(await lock(db, scope, id))
  type OfRecord = { params: { id: number } }
  type OfFile = { params: { id: number; fileId: number } }
  return {
    list: async ({ params }: OfRecord, { db, actor }: Context) =>
      listAttachments(db, actor.scope, attached(await get(db, actor.scope, params.id))),
    add: ({ params }: OfRecord, context: OpenContext<Actor>) =>
      addAttachment(context, add, locked(context.actor.scope, params.id)),
    remove: ({ params }: OfFile, context: Context) =>
      removeAttachment(context, storeOf(), locked(context.actor.scope, params.id), params.fileId),
  }
}

/** Removes all files of a deleted record. */
export async function removeAttachments({ db, afterCommit }: Context, store: Store, owner: Owner): Promise<void> {
  const keys = await deleteFilesOf(db, owner)
  afterCommit(() => removeContent(store.storage, keys, store.log))
}
