import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'

const version = 1
const [ivLength, tagLength] = [12, 16]
/** As PostgreSQL writes it: the oldest running transaction, the next one, and those that run. */
const snapshot = z.string().regex(/^\d+:\d+:[\d,]*$/)

/**
 * Where a program is in a list's changes. It is told in rounds: what had ended in the snapshot `to` and not yet in `from`.
 */
const changeCursor = z.object({
  /** The life of this database, which ends when it is restored in another cluster. */
  epoch: z.string(),
  /** The newest noted change when the cursor was made; a database without it was restored from before. */
  seen: z.object({ n: z.int(), at: z.string() }).nullable(),
  /** Everything that had ended by then has been told; null in the first round. */
  from: snapshot.nullable(),
  /** The end of the round; null between rounds. */
  to: snapshot.nullable(),
  /** The first round leaves out what changed before. */
  since: z.string().nullable(),
  /** The first round goes through the list in its order, after this row. Null once it is through. */
  walk: z.object({ after: z.object({ value: z.unknown(), id: z.int() }).nullable() }).nullable(),
  /** The walk had the rows of the first round; of the noted changes only deletions are left. */
  isWalked: z.boolean(),
  /** After this noted change. */
  at: z.object({ xid: z.string().regex(/^\d{1,20}$/), company: z.int(), id: z.int() }),
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
