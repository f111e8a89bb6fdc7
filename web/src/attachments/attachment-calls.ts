import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { byId } from '@portal/contract/fields.ts'
import type { attachment, byIdAndFile } from '@portal/contract/files/attachments.ts'
import type { z } from 'zod'
import type { WritingId } from '../api/toasts.ts'

/** The three calls of a feature with files. All such features share this shape. */
export type AttachmentCalls = {
  list: Endpoint & { params: typeof byId; reply: z.ZodArray<typeof attachment> }
  add: Endpoint & { id: WritingId; params: typeof byId; upload: object; reply: typeof attachment }
  remove: Endpoint & { id: WritingId; params: typeof byIdAndFile; reply: z.ZodNull }
}
