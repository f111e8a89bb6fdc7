import { AppError } from '@portal/contract/errors.ts'
import type { Selectable } from 'kysely'
import type { Database, Db, Scope } from '../db/connect.ts'
import type { Files } from '../db/schema.ts'
import type { Actor } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import type { Stored } from '../platform/storage/storage.ts'

export type OwnerType = 'user' | 'company' | 'card' | 'transaction' | 'service'
export type Owner = { type: OwnerType; id: number; company_id: number }
export type StoredFile = Pick<
  Selectable<Files>,
  'id' | 'company_id' | 'name' | 'content_type' | 'size_bytes' | 'storage_key'
> & {
  owner_type: OwnerType
}

const notFound = () => new AppError('record.not-found')

/** Every read of a file starts here. */
const visibleFiles = visible('files', 'company_id')
export async function getFile(db: Db, scope: Scope, id: number): Promise<StoredFile> {
  const found = await visibleFiles(db, scope)
    .where('id', '=', id)
    .select(['id', 'company_id', 'owner_type', 'name', 'content_type', 'size_bytes', 'storage_key'])
    .executeTakeFirst()
  if (!found) throw new AppError('record.not-found')
  return found as StoredFile
}

export type NewFile = { owner: Owner; name: string; content_type: string; stored: Stored }
export async function insertFile(
  db: Db,
  actor: Actor,
  { owner, name, content_type, stored }: NewFile,
): Promise<{ id: number; uploaded_at: string }> {
  return db
    .insertInto('files')
    .values({
      company_id: owner.company_id,
      owner_type: owner.type,
      owner_id: owner.id,
      name,
      content_type,
      ...stored,
      uploaded_by: actor.user_id,
    })
    .returning(['id', 'created_at as uploaded_at'])
    .executeTakeFirstOrThrow()
}

const ofOwner = ({ type, id }: Owner) => ({ owner_type: type, owner_id: id })
type AttachedFile = { id: number; name: string; size_bytes: number; uploaded_at: string; uploaded_by: string | null }
/** Oldest first. `uploaded_by` is null if the reader cannot see that user. */
export async function listFilesOf(db: Db, scope: Scope, owner: Owner): Promise<AttachedFile[]> {
  return visibleFiles(db, scope)
    .leftJoin('users', 'users.id', 'files.uploaded_by')
    .where((row) => row.and(ofOwner(owner)))
    .select(['files.id', 'files.name', 'files.size_bytes', 'files.created_at as uploaded_at'])
    .select(({ fn, ref, val }) =>
      fn<string | null>('nullif', [
        fn('concat_ws', [val(' '), ref('users.first_name'), ref('users.last_name')]),
        val(''),
      ]).as('uploaded_by'),
    )
    .orderBy('files.id')
    .execute()
}
export async function countFilesOf(db: Db, owner: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((row) => row.and(ofOwner(owner)))
    .executeTakeFirstOrThrow()
  return count
}
/** A file of another record is not found. */
export async function deleteFileOf(
  db: Db,
  scope: Scope,
  owner: Owner,
  id: number,
): Promise<{ name: string; storage_key: string }> {
  const own = visibleFiles(db, scope)
    .select('files.id')
    .where('files.id', '=', id)
    .where((row) => row.and(ofOwner(owner)))
  return db
    .deleteFrom('files')
    .where('id', 'in', own)
    .returning(['name', 'storage_key'])
    .executeTakeFirstOrThrow(notFound)
}
export async function deleteFilesOf(db: Db, owner: Owner): Promise<string[]> {
  const gone = await db
    .deleteFrom('files')
    .where((row) => row.and(ofOwner(owner)))
    .returning('storage_key')
    .execute()
  return gone.map(({ storage_key }) => storage_key)
}

/** Deletes the row and returns its content's key, to be removed after the commit. */
async function deleteFile(db: Db, id: number | null): Promise<string | null> {
  if (id === null) return null
  const gone = await db.deleteFrom('files').where('id', '=', id).returning('storage_key').executeTakeFirst()
  return gone?.storage_key ?? null
}

/**
 * Replaces or removes the picture and returns the old one's key. The row is locked: of two parallel changes, the second
 * replaces the first.
 */
export async function replacePicture(db: Db, actor: Actor, fileId: number | null): Promise<string | null> {
  const own = { id: actor.user_id, company_id: actor.company_id }
  const before = await db
    .selectFrom('users')
    .select('picture_file_id')
    .where((row) => row.and(own))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  await db
    .updateTable('users')
    .set({ picture_file_id: fileId })
    .where((row) => row.and(own))
    .execute()
  return deleteFile(db, before.picture_file_id)
}
export async function replaceLogo(db: Db, actor: Actor, fileId: number | null): Promise<string | null> {
  const before = await db
    .selectFrom('companies')
    .select('logo_file_id')
    .where('id', '=', actor.company_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  await db.updateTable('companies').set({ logo_file_id: fileId }).where('id', '=', actor.company_id).execute()
  return deleteFile(db, before.logo_file_id)
}

const secrets = new WeakMap<Database, Promise<Buffer>>()
/** Read once per process; a failure is not cached. */
export function getLinkSecret(database: Database): Promise<Buffer> {
  const known = secrets.get(database)
  if (known) return known
  const asking = database.gate<{ secret: Buffer }>('select file_link_secret() as secret', []).then(([row]) => {
    if (!row) throw new Error('The database has no secret for file links.')
    return row.secret
  })
  secrets.set(database, asking)
  asking.catch(() => secrets.delete(database))
  return asking
}
