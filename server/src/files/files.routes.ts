import type { FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { files } from '@portal/contract/files/files.ts'
import { type Access, can } from '@portal/contract/permissions.ts'
import type { FastifyInstance } from 'fastify'
import { type Actor, customerScope } from '../platform/access/scope.ts'
import type { OpenContext } from '../platform/http/context.ts'
import { implement } from '../platform/http/implement.ts'
import { ContentMissing } from '../platform/storage/storage.ts'
import { getCompanyProfile, getProfile } from '../profile/profile.queries.ts'
import { linkSeconds, linkTo, readLink } from './file-links.ts'
import { getFile, getLinkSecret, type OwnerType, type StoredFile } from './files.queries.ts'
import { removeLogo, removePicture, setLogo, setPicture } from './pictures.actions.ts'

/** A user who sees a record sees its files. */
const needs: Record<OwnerType, Access> = {
  user: 'signed-in',
  company: 'signed-in',
  card: 'cards.read',
  transaction: 'transactions.read',
  service: 'truckcare.read',
}
const pictureOwners: OwnerType[] = ['user', 'company']

/** Whatever a file contains, it runs no script, loads nothing and cannot be framed (U7). */
const sandbox = "sandbox; default-src 'none'; frame-ancestors 'none'"
async function sendFile(
  { reply, request, storage }: OpenContext<Actor | null>,
  file: StoredFile,
  isInline: boolean,
): Promise<FileReply> {
  const body = await storage.get(file.storage_key).catch((err: unknown) => {
    // The user learns that the file does not exist; the log says that it should (FILE-3).
    request.log.error({ err, file: file.id }, 'a file cannot be read')
    throw err instanceof ContentMissing ? new AppError('record.not-found') : err
  })
  reply.header('content-security-policy', sandbox).header('content-length', file.size_bytes)
  return { type: file.content_type, name: file.name, isInline, body }
}

const seen = ({ actor, withScope }: OpenContext<Actor>, id: number): Promise<StoredFile> =>
  withScope(async ({ db }) => {
    const file = await getFile(db, actor.scope, id)
    if (!can(actor.grants, needs[file.owner_type])) throw new AppError('record.not-found')
    return file
  })

export const fileRoutes = (app: FastifyInstance): void =>
  implement(app, files, {
    presigned: async ({ params }, context) => {
      const file = await seen(context, params.id)
      const { storage, database, clock } = context
      const shown = { name: file.name, type: file.content_type }
      return {
        url:
          (await storage.presign(file.storage_key, shown, linkSeconds)) ??
          linkTo(await getLinkSecret(database), file, clock()),
      }
    },
    content: async ({ params, query }, context) => {
      const { database, clock } = context
      const company = readLink(await getLinkSecret(database), params.id, query, clock())
      if (company === null) throw new AppError('record.not-found')
      const scope = customerScope(company)
      const file = await database.transaction(scope, (db) => getFile(db, scope, params.id), { readOnly: true })
      return sendFile(context, file, false)
    },
    picture: async ({ params }, context) => {
      const file = await seen(context, params.id)
      if (!pictureOwners.includes(file.owner_type)) throw new AppError('record.not-found')
      return sendFile(context, file, true)
    },
    removePicture: async (_input, context) => {
      await removePicture(context, { storage: app.services.storage, log: app.log })
      return getProfile(context.db, context.actor)
    },
    removeLogo: async (_input, context) => {
      await removeLogo(context, { storage: app.services.storage, log: app.log })
      return getCompanyProfile(context.db, context.actor)
    },
    setPicture: (_input, context) => setPicture(context, (db) => getProfile(db, context.actor)),
    setLogo: (_input, context) => setLogo(context, (db) => getCompanyProfile(db, context.actor)),
  })
