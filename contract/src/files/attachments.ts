import { z } from 'zod'
import { pathOf } from '../endpoint.ts'
import { id, instant } from '../fields.ts'
import { files } from './files.ts'

/** What cards and transactions carry with them (CARD-15, TXN-11). */
export const attachmentUpload = { field: 'file', maxBytes: 20 * 1024 * 1024 } as const
export const maxAttachments = 50

export const attachment = z.object({
  id: z.int(),
  name: z.string(),
  /** Where the presigned address is looked up (FILE-1). */
  url: z.string(),
  size_bytes: z.int(),
  uploaded_at: instant(),
  /** Null where the person is gone, or is not among the reader's own people. */
  uploaded_by: z.string().nullable(),
})
export type Attachment = z.infer<typeof attachment>
export const byIdAndFile = z.object({ id: id(), fileId: id() })
export const presignedLookup = (fileId: number): string => pathOf(files.presigned, { id: fileId })
