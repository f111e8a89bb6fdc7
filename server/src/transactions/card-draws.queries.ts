import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { type Balances, balanceNames, type DrawnCard, limitNames } from './card-draws.columns.ts'

/** The card with what it has left, held until the transaction ends. */
export const lockDrawnCard = (db: Db, id: number): Promise<DrawnCard> =>
  db
    .selectFrom('cards')
    .select(['id', 'card_number', 'card_status', 'uom', 'non_highway_fuel_limit_milli', ...limitNames, ...balanceNames])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Which balances have returned to their limits since a moment, as one number. */
export async function refreshedSince(db: Db, cardId: number, since: string): Promise<number> {
  const { kinds } = await db
    .selectFrom('card_refreshes')
    .select(sql<number>`coalesce(bit_or(kinds), 0)::int`.as('kinds'))
    .where('card_id', '=', cardId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return kinds
}

/** Only balances move; neither version nor time of change does, so that nobody's form goes stale. */
export async function updateBalances(db: Db, id: number, balances: Balances): Promise<void> {
  await db.updateTable('cards').set(balances).where('id', '=', id).execute()
}
