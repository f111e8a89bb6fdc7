import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { type Balances, balanceNames, type DrawnCard, limitNames, refreshOf } from './card-draws.columns.ts'

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

/**
 * Before lines get other prices: what their cards have left of the weekly product money is moved by the difference, as if they had been booked so. A stop that
 * was booked before its card's last return to the limit is left alone, for whatever it had cost, the balance would be the same now. All lines at once, so that
 * a purchase and what takes it back come to nothing before the limit is looked at; a balance is never lifted above it.
 */
export async function redrawProducts(db: Db, lines: readonly { id: number; amount_cents: number }[]): Promise<void> {
  const [ids, cents] = [lines.map(({ id }) => id), lines.map(({ amount_cents }) => amount_cents)]
  await sql`
    with drawn as materialized (
      select t.card_id, t.created_at, n.cents - l.amount_cents as cents
      from unnest(${ids}::bigint[], ${cents}::bigint[]) as n (id, cents)
        join transaction_lines l on l.id = n.id and l.product in ('D1', 'D1W', 'GAS') join transactions t on t.id = l.transaction_id
      where t.card_id is not null and n.cents <> l.amount_cents
    ), refreshed as materialized (
      select card_id, max(at) as at from card_refreshes where card_id = any(array(select card_id from drawn)) and kinds & ${refreshOf.product} <> 0 group by 1
    ), moved as (
      select card_id, sum(cents)::bigint as cents from drawn left join refreshed using (card_id)
      where at is null or created_at >= at group by 1 having sum(cents) <> 0
    ), held as (
      select id, moved.cents, weekly_product_balance_cents - moved.cents as balance, weekly_product_refresh_money_amount_cents as most
      from cards join moved on card_id = id where weekly_product_balance_cents is not null order by id for update of cards
    )
    update cards set weekly_product_balance_cents = case when held.cents > 0 then balance else greatest(weekly_product_balance_cents, least(balance, coalesce(most, balance))) end
    from held where cards.id = held.id`.execute(db)
}
