import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import {
  type Balances,
  balanceNames,
  type Drawn,
  type DrawnCard,
  type Draws,
  drawnBy,
  drawsOf,
  limitNames,
  noDraws,
  refreshOf,
  ruleNames,
} from './card-draws.rules.ts'

/** The cards with what they have left, held until the transaction ends, in the order of their ids. */
export const lockDrawnCards = (db: Db, ids: readonly number[]): Promise<DrawnCard[]> =>
  db
    .selectFrom('cards')
    .select([...ruleNames, ...limitNames, ...balanceNames])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

const refreshedAfter = (card: RawBuilder<number>, since: RawBuilder<string>) =>
  sql<number>`(select coalesce(bit_or(kinds), 0)::int from card_refreshes where card_id = ${card} and at > ${since})`
/** Which balances have returned to their limits since a moment, as one number. */
export async function refreshedSince(db: Db, cardId: number, since: string): Promise<number> {
  const { rows } = await sql<{
    kinds: number
  }>`select ${refreshedAfter(sql`${cardId}::bigint`, sql`${since}::timestamptz`)} as kinds`.execute(db)
  return rows[0]?.kinds ?? 0
}

const drawNames = Object.keys(noDraws) as (keyof Draws)[]
type Noted = { [Name in keyof Draws]: number | null }
const notedOf = (row: Noted): Draws | null =>
  row.fuel_milli === null ? null : (Object.fromEntries(drawNames.map((name) => [name, row[name]])) as Draws)
export async function findNoted(db: Db, id: number): Promise<Draws | null> {
  return (
    (await db.selectFrom('card_draws').select(drawNames).where('transaction_id', '=', id).executeTakeFirst()) ?? null
  )
}
/** Where the lines tell it there is no note. */
export async function noteDraws(db: Db, id: number, draws: Draws | null): Promise<void> {
  await db.deleteFrom('card_draws').where('transaction_id', '=', id).execute()
  if (draws)
    await db
      .insertInto('card_draws')
      .values({ transaction_id: id, ...draws })
      .execute()
}

export type DrawnStop = { id: number; card_id: number | null; reverses_id: number | null; drawn: Drawn }
/** Purchases and all that takes them back, with what each of them has drawn from its card. */
export async function listDrawn(db: Db, originals: readonly number[]): Promise<DrawnStop[]> {
  type Row = Noted & {
    id: number
    card_id: number | null
    reverses_id: number | null
    uom: VolumeUnit | null
    refreshed: number
  }
  const { rows } = await sql<Row>`
    select t.id, t.card_id, t.reverses_id, cards.uom, ${refreshedAfter(sql`t.card_id`, sql`t.created_at`)} as refreshed, ${sql.raw(drawNames.map((name) => `d.${name}`).join(', '))}
    from transactions t left join cards on cards.id = t.card_id left join card_draws d on d.transaction_id = t.id
    where t.id = any(${originals}::bigint[]) or t.reverses_id = any(${originals}::bigint[])`.execute(db)
  const ids = rows.map(({ id }) => id)
  const lines = await db
    .selectFrom('transaction_lines')
    .select(['transaction_id', 'product', 'unit', 'quantity_milli', 'amount_cents', 'dash_cash_cents'])
    .where('transaction_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  const linesOf = Map.groupBy(lines, ({ transaction_id }) => transaction_id)
  return rows.map((row) => {
    const asked = drawsOf(linesOf.get(row.id) ?? [], row.uom ?? 'L')
    return {
      id: row.id,
      card_id: row.card_id,
      reverses_id: row.reverses_id,
      drawn: drawnBy(asked, notedOf(row), row.reverses_id !== null, row.refreshed),
    }
  })
}

/**
 * What a card bought of fuel on a day besides a stop, in gallons, and whether it was at another site within five
 * minutes: as an import looks at it.
 */
export async function findCircumstances(
  db: Db,
  stop: { id: number; card_id: number; txn_at: string; site_id: number | null },
) {
  const { rows } = await sql<{ gallons_milli: number; is_elsewhere: boolean }>`
    select coalesce((
      select sum(round(case l.unit when 'L' then l.quantity_milli / 3.785411784 else l.quantity_milli end))
      from transactions t join transaction_lines l on l.transaction_id = t.id and l.product in ('D1', 'D1W', 'GAS')
      where t.card_id = ${stop.card_id} and t.id <> ${stop.id} and t.txn_at >= ${stop.txn_at}::date and t.txn_at < ${stop.txn_at}::date + 1
    ), 0)::bigint as gallons_milli, exists (
      select from transactions t where t.card_id = ${stop.card_id} and t.id <> ${stop.id} and t.reverses_id is null and t.site_id <> ${stop.site_id}::bigint
        and t.txn_at between ${stop.txn_at}::timestamp - interval '5 minutes' and ${stop.txn_at}::timestamp + interval '5 minutes'
    ) as is_elsewhere`.execute(db)
  return rows[0] as { gallons_milli: number; is_elsewhere: boolean }
}

/** Only balances move; neither version nor time of change does, so that nobody's form goes stale. */
export async function updateBalances(db: Db, id: number, balances: Balances): Promise<void> {
  await db.updateTable('cards').set(balances).where('id', '=', id).execute()
}

/**
 * Before lines get other prices: what their cards have left of the weekly product money is moved by the difference, as
 * if they had been booked so. A stop that was booked before its card's last return to the limit is left alone, for
 * whatever it had cost, the balance would be the same now; so is what takes it back. All lines at once, so that a
 * purchase and what takes it back come to nothing before the limit is looked at; a balance is never lifted above it.
 */
export async function redrawProducts(db: Db, lines: readonly { id: number; amount_cents: number }[]): Promise<void> {
  const [ids, cents] = [lines.map(({ id }) => id), lines.map(({ amount_cents }) => amount_cents)]
  await sql`
    with drawn as materialized (
      select t.card_id, t.id as transaction_id, least(t.created_at, original.created_at) as created_at, n.cents - l.amount_cents as cents
      from unnest(${ids}::bigint[], ${cents}::bigint[]) as n (id, cents)
        join transaction_lines l on l.id = n.id and l.product in ('D1', 'D1W', 'GAS') join transactions t on t.id = l.transaction_id
        left join transactions original on original.id = t.reverses_id
      where t.card_id is not null and n.cents <> l.amount_cents
    ), refreshed as materialized (
      select card_id, max(at) as at from card_refreshes where card_id = any(array(select card_id from drawn)) and kinds & ${refreshOf.product} <> 0 group by 1
    ), counted as materialized (
      select * from drawn left join refreshed using (card_id) where at is null or created_at >= at
    ), noted as (
      update card_draws d set product_cents = d.product_cents + c.cents
      from (select transaction_id, sum(cents)::bigint as cents from counted group by 1) c where c.transaction_id = d.transaction_id
    ), moved as (
      select card_id, sum(cents)::bigint as cents from counted group by 1 having sum(cents) <> 0
    ), held as (
      select id, moved.cents, weekly_product_balance_cents - moved.cents as balance, weekly_product_refresh_money_amount_cents as most
      from cards join moved on card_id = id where weekly_product_balance_cents is not null order by id for update of cards
    )
    update cards set weekly_product_balance_cents = case when held.cents > 0 then balance else greatest(weekly_product_balance_cents, least(balance, coalesce(most, balance))) end
    from held where cards.id = held.id`.execute(db)
}
