import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { litresOfGallon, roadFuelList } from '../db/rule-values.ts'
import {
  type Balances,
  balanceNames,
  type DrawNote,
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

/** Locks the cards until the transaction ends, in id order. */
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
/** Which balances were refreshed since the given time, as a bit mask. */
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
/** Stores draws only if they do not follow from the lines. */
export async function noteDraws(db: Db, id: number, draws: Draws | null): Promise<void> {
  await db.deleteFrom('card_draws').where('transaction_id', '=', id).execute()
  if (draws)
    await db
      .insertInto('card_draws')
      .values({ transaction_id: id, ...draws })
      .execute()
}

export type DrawnTransaction = { id: number; card_id: number | null; credited_id: number | null; drawn: Drawn }
/** Purchases and all their credits, with what each drew from its card. */
export async function listDrawn(db: Db, originals: readonly number[]): Promise<DrawnTransaction[]> {
  type Row = Noted & {
    id: number
    card_id: number | null
    credited_id: number | null
    uom: VolumeUnit | null
    refreshed: number
  }
  const { rows } = await sql<Row>`
    select t.id, t.card_id, t.credited_id, cards.uom, ${refreshedAfter(sql`t.card_id`, sql`t.created_at`)} as refreshed, ${sql.raw(drawNames.map((name) => `d.${name}`).join(', '))}
    from transactions t left join cards on cards.id = t.card_id left join card_draws d on d.transaction_id = t.id
    where t.id = any(${originals}::bigint[]) or t.credited_id = any(${originals}::bigint[])`.execute(db)
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
      credited_id: row.credited_id,
      drawn: drawnBy(asked, notedOf(row), row.credited_id !== null, row.refreshed),
    }
  })
}

const gallonsMilli = sql<number>`coalesce(sum(round(
  case l.unit when 'L' then l.quantity_milli / ${litresOfGallon} else l.quantity_milli end)), 0)::bigint`
/** The road fuel lines `l` of a card on a day, from its booked transactions `t`. */
const roadFuelOf = (card: RawBuilder<number>, day: RawBuilder<string>) => sql`
  transactions t join transaction_lines l on l.transaction_id = t.id and l.product in (${roadFuelList})
  where t.card_id = ${card} and t.txn_at >= ${day} and t.txn_at < ${day} + 1`
/** The card's other road fuel on the day of a transaction, in gallons. */
export async function getDayGallons(db: Db, one: { id: number; card_id: number; txn_at: string }): Promise<number> {
  const [card, day] = [sql<number>`${one.card_id}::bigint`, sql<string>`${one.txn_at}::date`]
  const { rows } = await sql<{ gallons_milli: number }>`
    select ${gallonsMilli} as gallons_milli from ${roadFuelOf(card, day)} and t.id <> ${one.id}`.execute(db)
  return rows[0]?.gallons_milli ?? 0
}

export type CardDay = { card_id: number; day: string }
/** The booked road fuel by card and day. */
export async function listDayGallons(
  db: Db,
  days: readonly CardDay[],
): Promise<(CardDay & { gallons_milli: number })[]> {
  const [cards, dates] = [days.map(({ card_id }) => card_id), days.map(({ day }) => day)]
  const { rows } = await sql<CardDay & { gallons_milli: number }>`
    select d.card_id, d.day::text as day, (select ${gallonsMilli} from ${roadFuelOf(sql`d.card_id`, sql`d.day`)}) as gallons_milli
    from unnest(${cards}::bigint[], ${dates}::date[]) as d (card_id, day)`.execute(db)
  return rows
}

/** Changes balances only. Version and update time stay the same, so that open forms do not become stale. */
export async function updateBalances(db: Db, id: number, balances: Balances): Promise<void> {
  await db.updateTable('cards').set(balances).where('id', '=', id).execute()
}

/**
 * Called before lines are repriced: moves the weekly product balances of their cards by the difference. Transactions
 * booked before the last refresh, and their credits, are skipped, because the refresh already reset the balance. All
 * lines are moved together, so that a purchase and its credit cancel out before the limit applies. A balance never
 * rises above its limit.
 */
export async function redrawProducts(db: Db, lines: readonly { id: number; amount_cents: number }[]): Promise<void> {
  const [ids, cents] = [lines.map(({ id }) => id), lines.map(({ amount_cents }) => amount_cents)]
  await sql`
    with drawn as materialized (
      select t.card_id, t.id as transaction_id, least(t.created_at, original.created_at) as created_at, n.cents - l.amount_cents as cents
      from unnest(${ids}::bigint[], ${cents}::bigint[]) as n (id, cents)
        join transaction_lines l on l.id = n.id and l.product in (${roadFuelList}) join transactions t on t.id = l.transaction_id
        left join transactions original on original.id = t.credited_id
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

/** As the parameters of `draw_balances`. */
const drawnNames = ['id', ...balanceNames] as const
/** As `updateBalances`, for many cards at once, which `lockDrawnCards` has locked. */
export async function updateAllBalances(db: Db, cards: readonly DrawnCard[]): Promise<void> {
  if (cards.length === 0) return
  const columns = drawnNames.map((name) => sql`${cards.map((card) => card[name])}::bigint[]`)
  await sql`select draw_balances(${sql.join(columns)})`.execute(db)
}
export async function insertNotes(db: Db, notes: readonly DrawNote[]): Promise<void> {
  if (notes.length === 0) return
  await sql`
    insert into card_draws (transaction_id, ${sql.raw(drawNames.join(', '))})
    select transaction_id, ${sql.raw(drawNames.join(', '))} from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
      as n (transaction_id bigint, ${sql.raw(drawNames.map((name) => `${name} bigint`).join(', '))})`.execute(db)
}
