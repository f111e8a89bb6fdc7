import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'

const version = 1
const [ivLength, tagLength] = [12, 16]
const xid = z.string().regex(/^\d{1,20}$/)

/**
 * Where a program is in a list's changes. `start` is the transaction number at which its reading began: everything below
 * had ended by then.
 */
const changeCursor = z.object({
  /** The life of this database, which ends when it is restored in another cluster. */
  epoch: z.string(),
  /** The newest noted change when the cursor was made; a database without it was restored from before. */
  seen: z.object({ n: z.int(), at: z.string() }).nullable(),
  start: xid,
  /** The first reading leaves out what changed before. */
  since: z.string().nullable(),
  /** The first reading goes through the list in its order, after this row. Null once it is through. */
  walk: z.object({ after: z.object({ value: z.unknown(), id: z.int() }).nullable() }).nullable(),
  /** After this change of the journal. */
  at: z.object({ xid, company: z.int(), id: z.int() }),
  /** The changes before `start` are read for deletions only, because the walk had the rows. */
  isOnlyGone: z.boolean(),
})
export type ChangeCursor = z.infer<typeof changeCursor>

/**
 * Encrypted, so that it says nothing of other companies and cannot be made up; and bound to its list and company: another
 * caller's cursor does not open.
 */
export function sealCursor(cursor: ChangeCursor, secret: Buffer, boundTo: string): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(`${version} ${boundTo}`))
  const sealed = [cipher.update(JSON.stringify(cursor), 'utf8'), cipher.final()]
  return Buffer.concat([Buffer.from([version]), iv, ...sealed, cipher.getAuthTag()]).toString('base64url')
}
/** Returns null for a cursor that was not made for this list and company. */
export function openCursor(text: string, secret: Buffer, boundTo: string): ChangeCursor | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes[0] !== version || bytes.length <= 1 + ivLength + tagLength) return null
  try {
    const cipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(1, 1 + ivLength))
      .setAAD(Buffer.from(`${version} ${boundTo}`))
      .setAuthTag(bytes.subarray(-tagLength))
    const text = cipher.update(bytes.subarray(1 + ivLength, -tagLength), undefined, 'utf8') + cipher.final('utf8')
    return changeCursor.parse(JSON.parse(text))
  } catch {
    return null
  }
}
