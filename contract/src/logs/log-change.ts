import { z } from 'zod'
import { messageParts } from '../fields.ts'

/** Apart from the audit log's own list: histories of other features say their changes in the same way. */
export const logChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The key and parameters of `after` if it is a message. */
  message: messageParts.optional(),
})
export type LogChange = z.infer<typeof logChange>
