import type { Context } from '../platform/http/context.ts'
import { repriceNew } from '../pricing/repricing.actions.ts'
import { insertRebilled } from './rebilling.queries.ts'

/** Bills credited lines again, at the rate, markup and taxes that are now in force for their day (RECV-3). */
export async function rebillLines(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  lineIds: readonly number[],
): Promise<number[]> {
  const ids = await insertRebilled(db, lineIds)
  await repriceNew(db, actor.scope, ids)
  return ids
}
