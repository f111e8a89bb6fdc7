import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

export async function hasWish(db: Db, user_id: number, company_id: number): Promise<boolean> {
  const found = db.selectFrom('price_list_wishes').select('user_id').where('user_id', '=', user_id)
  return (await found.where('company_id', '=', company_id).executeTakeFirst()) !== undefined
}
export async function insertWish(db: Db, user_id: number, company_id: number): Promise<void> {
  await db
    .insertInto('price_list_wishes')
    .values({ user_id, company_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
export async function deleteWish(db: Db, user_id: number, company_id: number): Promise<void> {
  await db.deleteFrom('price_list_wishes').where('user_id', '=', user_id).where('company_id', '=', company_id).execute()
}

/**
 * People who asked for the price list and were not mailed that of the day, in the order of their ids. Another process at
 * the same people waits for this one's transaction, and the outbox takes each person and day once.
 */
export async function listUnmailed(db: Db, day: string, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select w.user_id from price_list_wishes w join users u on u.id = w.user_id and u.company_id = w.company_id
    where w.user_id > ${after} and not exists (
      select from outbox o where o.price_list_user = w.user_id and o.company_id = w.company_id and o.price_list_day = ${day}::date)
    order by w.user_id limit ${limit}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** One process queues price lists at a time: the lock ends with the transaction. */
export async function claimPriceLists(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('price lists')) as is_mine`.execute(db)
  return rows[0]?.is_mine === true
}

/** The hour of the provider at a moment. */
export async function getProviderHour(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ hour: number }>`
    select extract(hour from ${now.toISOString()}::timestamptz at time zone time_zone)::int as hour from companies where kind = 'provider'`.execute(
    db,
  )
  return rows[0]?.hour ?? 0
}
