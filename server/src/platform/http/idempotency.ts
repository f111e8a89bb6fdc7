import { createHash } from 'node:crypto'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type Db, executeWithNext } from '../../db/connect.ts'
import type { Actor } from '../access/scope.ts'

export function readIdempotencyKey(header: unknown): string | null {
  if (header === undefined) return null
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw new AppError('request.invalid', { 'Idempotency-Key': 'idempotency.key' })
}

/** A service key and its maker never share a stored reply: a space is in no key that is sent. */
const storedKey = ({ service_key }: Actor, key: string): string => (service_key ? `${service_key.id} ${key}` : key)

/**
 * The same key runs the work once and returns the same reply (API-3). The key is inserted first, in the transaction of
 * the work: a second request waits for the first, and a crash removes key and work together.
 */
export async function once<T>(
  db: Db,
  actor: Actor,
  endpoint: Endpoint,
  key: string,
  input: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const stored = storedKey(actor, key)
  const mine = {
    user_id: actor.user_id,
    key: stored,
    company_id: actor.company_id,
    endpoint: endpoint.id,
    body_hash: bodyHash,
  }
  const inserted = await db
    .insertInto('idempotency_keys')
    .values(mine)
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  const mineOnly = { user_id: actor.user_id, key: stored }
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    const known = await db
      .selectFrom('idempotency_keys')
      .select(['endpoint', 'body_hash', 'company_id', 'reply'])
      .where((row) => row.and(mineOnly))
      .executeTakeFirst()
    if (
      !known ||
      known.endpoint !== endpoint.id ||
      known.body_hash !== bodyHash ||
      known.company_id !== actor.company_id
    )
      throw new AppError('idempotency.mismatch')
    return known.reply as T
  }
  const answer = await work()
  const keep = db
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(answer) })
    .where((row) => row.and(mineOnly))
  await executeWithNext(db, keep.compile())
  return answer
}
