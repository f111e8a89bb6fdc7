import { AppError } from '@portal/contract/errors.ts'
import { files } from '@portal/contract/files/files.ts'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { AuditEntry } from '../platform/audit/audit.ts'
import type { Context, OpenContext } from '../platform/http/context.ts'
import { readUpload } from '../platform/http/uploads.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { decodeInTurn, decoder, maxPixels, pictureTypeOf } from '../platform/whole/pictures.ts'
import { insertFile, type Owner, replaceLogo, replacePicture } from './files.queries.ts'

const side = 512

/** Redraws the picture, so that only the visible image is stored: no appended script, no location (U7). */
async function redrawPicture(content: Buffer): Promise<Buffer> {
  if (!pictureTypeOf(content)) throw new AppError('file.not-picture')
  const sharp = await decoder()
  const draw = () =>
    sharp(content, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'warning' })
      .timeout({ seconds: 10 })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer()
  return decodeInTurn(draw).catch(() => {
    throw new AppError('file.bad-picture')
  })
}

async function* whole(content: Buffer) {
  yield content
}

type Replace = (db: Db, actor: Actor, fileId: number | null) => Promise<string | null>
type Setting<T> = Image & { read: Read<T> }
/**
 * Stores the content first, then its row: a row never exists without its content, and content without a row is removed.
 */
async function setImage<T>(
  { actor, request, storage, withScope }: OpenContext<Actor>,
  { owner, replace, entry, read }: Setting<T>,
): Promise<T> {
  const { name, content } = await readUpload(request, files.setPicture.upload)
  const picture = await redrawPicture(content)
  const stored = await storage.put(whole(picture), picture.length)
  let replaced: string | null = null
  const shown = { name: `${name.replace(/\.[^.]*$/, '').slice(0, 190)}.webp`, content_type: 'image/webp' }
  const answer = await withScope(async ({ db, audit }) => {
    const { id } = await insertFile(db, actor, { owner, ...shown, stored })
    replaced = await replace(db, actor, id)
    await audit({ ...entry, after: { picture: shown.name } })
    return read(db)
  }).catch(async (error: unknown) => {
    await storage.remove(stored.storage_key).catch(() => {})
    throw error
  })
  // The change is already committed, so content that cannot be removed is only logged.
  if (replaced)
    await storage.remove(replaced).catch((err: unknown) => request.log.warn({ err }, 'an old picture was not removed'))
  return answer
}

type Image = { owner: Owner; replace: Replace; entry: AuditEntry }
function pictureOf({ is_switched, user_id, company_id, email }: Actor): Image {
  // A switched user is not one of the customer's users.
  if (is_switched) throw new AppError('profile.switched')
  return {
    owner: { type: 'user', id: user_id, company_id },
    replace: replacePicture,
    entry: { record: { type: 'user', id: user_id, label: email } },
  }
}
const logoOf = ({ company_id, company_name }: Actor): Image => ({
  owner: { type: 'company', id: company_id, company_id },
  replace: replaceLogo,
  entry: { record: { type: 'company', id: company_id, label: company_name } },
})

type Read<T> = (db: Db) => Promise<T>
export const setPicture = async <T>(context: OpenContext<Actor>, read: Read<T>): Promise<T> =>
  setImage(context, { ...pictureOf(context.actor), read })
export const setLogo = <T>(context: OpenContext<Actor>, read: Read<T>): Promise<T> =>
  setImage(context, { ...logoOf(context.actor), read })

/** Deletes the row first, and its content after the commit. Succeeds if there is no image. */
async function removeImage(
  { db, actor, audit, afterCommit }: Context,
  { storage, log }: Store,
  { replace, entry }: Image,
): Promise<void> {
  const removed = await replace(db, actor, null)
  await audit({ ...entry, after: { picture: null } })
  if (removed)
    afterCommit(() =>
      storage.remove(removed).catch((err: unknown) => log.warn({ err }, 'an old picture was not removed')),
    )
}
type Store = { storage: Storage; log: { warn: (details: object, text: string) => void } }
export const removePicture = async (context: Context, store: Store): Promise<void> =>
  removeImage(context, store, pictureOf(context.actor))
export const removeLogo = (context: Context, store: Store): Promise<void> =>
  removeImage(context, store, logoOf(context.actor))
