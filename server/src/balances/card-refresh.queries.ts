import { productRefreshDays } from '@portal/contract/cards/cards.ts'
import { lastDueDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

export type RefreshRun = {
  company_id: number
  time_zone: string
  /** The current date in the provider's time zone. */
  today: string
  finished_day: string
  /**
   * The day in progress. Earlier stripes are done, and `stripe` is done up to `after_card`, with `cards` refreshed so
   * far.
   */
  day: string | null
  stripe: number
  after_card: number
  cards: number
}
/**
 * Neighbouring cards belong to different stripes, by id. Each part changes one or two cards per page, which have room
 * there. The old row versions are cleared before the next stripe. In plain id order every card would move to another
 * page and be added to every index again.
 */
export const stripes = 16
/** The days later than `after` up to `day`, for at most `size` cards of the stripe after `after_card`. */
export type RefreshPart = {
  time_zone: string
  after: string
  day: string
  stripe: number
  after_card: number
  size: number
}
export type RefreshedPart = { walked: number; last: number | null; cards: number }

const today = (now: Date) => sql<string>`(${now.toISOString()}::timestamptz at time zone companies.time_zone)::date`

/**
 * Whether the provider's day is not done yet, from one row. A finished day more than a week ahead comes from a wrong
 * clock.
 */
export async function isRefreshDue(db: Db, now: Date): Promise<boolean> {
  const due = await db
    .selectFrom('companies')
    .leftJoin('refresh_runs', 'refresh_runs.company_id', 'companies.id')
    .select('companies.id')
    .where('companies.kind', '=', 'provider')
    .where(sql<boolean>`coalesce(finished_day not between ${today(now)} and ${today(now)} + 7, true)`)
    .executeTakeFirst()
  return due !== undefined
}

/** Locks the refresh progress for this transaction. Null while another worker holds it. */
export async function claimRefreshRun(db: Db, now: Date): Promise<RefreshRun | null> {
  await sql`insert into refresh_runs (company_id, finished_day)
    select id, ${today(now)} - 8 from companies where kind = 'provider' on conflict (company_id) do nothing`.execute(db)
  const run = await db
    .selectFrom('refresh_runs')
    .innerJoin('companies', 'companies.id', 'refresh_runs.company_id')
    .select(['company_id', 'time_zone', 'finished_day', 'day', 'stripe', 'after_card', 'cards', today(now).as('today')])
    .forUpdate('refresh_runs')
    .skipLocked()
    .executeTakeFirst()
  return run ?? null
}

/**
 * Refreshes the next cards by id. Due refreshes are recorded first, and only newly recorded ones reset their balance.
 * Cards are locked in id order. `version` and `updated_at` stay the same, so that open forms do not become stale
 * (FORM-7). Closed cards stay as they are (CARD-9).
 */
export async function refreshCards(
  db: Db,
  { time_zone, after, day, stripe, after_card, size }: RefreshPart,
): Promise<RefreshedPart> {
  const due = sql`${lastDueDays(after, day)}::date[]`
  const weekday = sql`array_position(${[...productRefreshDays]}::text[], weekly_product_refresh)`
  const { rows } = await sql<RefreshedPart>`
    with batch as materialized (
      select id from cards where id > ${after_card} and id % ${stripes} = ${stripe} order by id limit ${size}
    ), due as materialized (
      select id, company_id, k.day, bit_or(k.kind) as kinds
      from (
        select cards.id, cards.company_id, d.* from batch join cards on cards.id = batch.id, lateral (
          select (refresh_days_since at time zone ${time_zone})::date as since,
            (${due})[cash_refresh_days + 1] as cash, (${due})[weekly_vehicle_quantity_refresh_day + 1] as fuel,
            case when non_highway_fuel_weekly_quantity_limit_milli is not null then (${due})[non_highway_fuel_weekly_refresh_day + 1] end as non_highway,
            case when ${weekday} <= 7 then (${due})[(1 << (${weekday} - 1)) + 1] end as product
        ) d
        where card_status <> 'CLOSED' and greatest(cash, fuel, non_highway, product) > since
        order by cards.id for no key update of cards
      ) locked, lateral (values (cash, 1), (fuel, 2), (non_highway, 4), (product, 8)) k (day, kind)
      where k.day > since group by 1, 2, 3
    ), noted as (
      insert into card_refreshes (card_id, company_id, day, kinds) select id, company_id, day, kinds from due
      on conflict (card_id, day) do nothing returning card_id, kinds
    ), fresh as (
      select card_id, bit_or(kinds) as kinds from noted group by 1
    ), refreshed as (
      update cards set
        refreshing_cash_balance_cents = case when kinds & 1 > 0 then refreshing_cash_limits_cents else refreshing_cash_balance_cents end,
        weekly_fuel_quantity_balance_milli = case when kinds & 2 > 0 then weekly_fuel_quantity_limit_milli else weekly_fuel_quantity_balance_milli end,
        non_highway_fuel_weekly_balance_milli =
          case when kinds & 4 > 0 then non_highway_fuel_weekly_quantity_limit_milli else non_highway_fuel_weekly_balance_milli end,
        weekly_product_balance_cents = case when kinds & 8 > 0 then weekly_product_refresh_money_amount_cents else weekly_product_balance_cents end
      from fresh
      where id = card_id and (
        kinds & 1 > 0 and refreshing_cash_balance_cents is distinct from refreshing_cash_limits_cents or
        kinds & 2 > 0 and weekly_fuel_quantity_balance_milli is distinct from weekly_fuel_quantity_limit_milli or
        kinds & 4 > 0 and non_highway_fuel_weekly_balance_milli is distinct from non_highway_fuel_weekly_quantity_limit_milli or
        kinds & 8 > 0 and weekly_product_balance_cents is distinct from weekly_product_refresh_money_amount_cents)
    )
    select (select count(*) from batch) as walked, (select max(id) from batch) as last, (select count(*) from fresh) as cards`.execute(
    db,
  )
  return rows[0] as RefreshedPart
}

export async function moveRefreshRun(
  db: Db,
  company_id: number,
  progress: { day: string; stripe: number; after_card: number; cards: number },
): Promise<void> {
  await db.updateTable('refresh_runs').set(progress).where('company_id', '=', company_id).execute()
}
/** Marks the day as done. The audit log gets one entry a day; `card_refreshes` has the details (A1). */
export async function finishRefreshRun(db: Db, company_id: number, day: string, cards: number): Promise<void> {
  await db
    .updateTable('refresh_runs')
    .set({ finished_day: day, day: null, stripe: 0, after_card: 0, cards: 0 })
    .where('company_id', '=', company_id)
    .execute()
  if (cards > 0)
    await db
      .insertInto('audit_log')
      .values({ action: 'cards.refresh', company_id, record_type: 'card', after: JSON.stringify({ day, cards }) })
      .execute()
}

/** Keeps thirteen months, so that a year can be compared with the one before. Returns the number of removed rows. */
export async function removeOldRefreshes(db: Db, day: string, size: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from card_refreshes where ctid = any(array(
    select ctid from card_refreshes where day < (${day}::date - interval '13 months')::date limit ${size}))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Folds the entries of each company and status. Every change of a card adds one (decision 12). */
export async function foldCardCounts(db: Db): Promise<void> {
  await sql`select fold_card_counts()`.execute(db)
}
