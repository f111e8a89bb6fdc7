import { z } from 'zod'
import { pathOf } from '../endpoint.ts'
import { byId, id, instant } from '../fields.ts'
import type { Access } from '../permissions.ts'
import { attachmentEndings } from './attachment-types.data.ts'
import { files } from './files.ts'

/** The files of cards and transactions (CARD-15, TXN-11). */
export const attachmentUpload = { field: 'file', maxBytes: 20 * 1024 * 1024, endings: attachmentEndings } as const
export const maxAttachments = 50

export const attachment = z.object({
  id: z.int(),
  name: z.string(),
  /** Where to get the presigned URL (FILE-1). */
  url: z.string(),
  size_bytes: z.int(),
  uploaded_at: instant(),
  /** Null if the user was deleted or is not visible to the reader. */
  uploaded_by: z.string().nullable(),
})
export type Attachment = z.infer<typeof attachment>
export const byIdAndFile = z.object({ id: id(), fileId: id() })

type Carrier<Path, Read, Change> = { path: Path; record: string; read: Read; change: Change }
/** The three endpoints for the files of a kind of record, under the record's own permissions. */
export const attachmentEndpoints = <const Path extends string, const Read extends Access, const Change extends Access>({
  path,
  record,
  read,
  change,
}: Carrier<Path, Read, Change>) =>
  ({
    list: {
      method: 'GET',
      path: `${path}/:id/files`,
      summary: `The files attached to a ${record}`,
      can: read,
      params: byId,
      reply: z.array(attachment),
    },
    add: {
      method: 'POST',
      path: `${path}/:id/files`,
      summary: `Attach a file to a ${record}`,
      status: 201,
      can: change,
      transaction: 'none',
      params: byId,
      upload: attachmentUpload,
      reply: attachment,
    },
    remove: {
      method: 'DELETE',
      path: `${path}/:id/files/:fileId`,
      summary: `Delete a file of a ${record}`,
      can: change,
      params: byIdAndFile,
      reply: z.null(),
    },
  }) as const
export const presignedLookup = (fileId: number): string => pathOf(files.presigned, { id: fileId })
