import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { type PricedTransaction, unbilledTransactions } from './repricing.queries.ts'

export type Following = { ids: number[]; staying: number }
/**
 * The transactions of these cards from then on, by the clock of their site, that belong to another company: those that
 * can follow, with their credits, and how many purchases stay. A purchase stays if it is invoiced, or if a credit of it
 * is, or was typed at its price.
 */
export async function findFollowing(
  db: Db,
  cardIds: readonly number[],
  from: string | null,
  companyId: number,
): Promise<Following> {
  const { rows } = await sql<{ id: number; stays: boolean }>`
    with moves as (
      select card.id as card_id, coalesce(${from}::timestamptz, (select max(a.from_at) from card_assignments a where a.card_id = card.id), now()) as from_at
      from unnest(${cardIds}::bigint[]) as card (id)
    )
    select t.id, t.invoice_id is not null or exists (
      select from transactions c where c.credited_id = t.id and (c.invoice_id is not null
        or exists (select from transaction_lines l where l.transaction_id = c.id and l.is_manual))
    ) as stays
    from moves m join transactions t on t.card_id = m.card_id
      -- Sites are at most half a day from UTC; this lets the query use the index.
      and t.txn_at >= (m.from_at at time zone 'UTC') - interval '1 day'
      left join sites s on s.id = t.site_id left join states p on p.code = t.province
    where t.company_id <> ${companyId} and t.credited_id is null and t.source <> 'fee'
      and t.txn_at at time zone coalesce(s.time_zone, p.time_zone, (select time_zone from companies where kind = 'provider')) >= m.from_at`.execute(
    db,
  )
  const following = rows.filter(({ stays }) => !stays).map(({ id }) => id)
  const credits = await db
    .selectFrom('transactions')
    .select('id')
    .where('credited_id', '=', sql<number>`any(${following}::bigint[])`)
    .execute()
  return { ids: [...following, ...credits.map(({ id }) => id)], staying: rows.length - following.length }
}

/** Locks in id order, as billing does. */
export async function lockFollowing(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select from transactions where id = any(${ids}::bigint[]) order by id for update`.execute(db)
}

export type FollowingTransaction = PricedTransaction & { company_name: string }
export const listFollowing = (db: Db, scope: Scope, ids: readonly number[]): Promise<FollowingTransaction[]> =>
  unbilledTransactions(db, scope)
    .innerJoin('companies', 'companies.id', 'transactions.company_id')
    .select('companies.name as company_name')
    .where('transactions.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('transactions.txn_at')
    .orderBy('transactions.id')
    .execute()

export async function isCapped(db: Db, companyId: number): Promise<boolean> {
  const found = await db
    .selectFrom('customers')
    .select('is_capped_at_retail')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return found?.is_capped_at_retail ?? false
}

/** Lines first, then heads, then attached files, as statements of their own: the sums follow each of them. */
export async function updateOwner(
  db: Db,
  ids: readonly number[],
  companyId: number,
  isCappedAtRetail: boolean,
): Promise<void> {
  await sql`
    update transaction_lines set company_id = ${companyId}, is_capped_at_retail = case when is_manual then is_capped_at_retail else ${isCappedAtRetail} end
    where transaction_id = any(${ids}::bigint[])`.execute(db)
  await sql`
    update transactions set company_id = ${companyId}, version = version + 1, updated_at = now() where id = any(${ids}::bigint[])`.execute(
    db,
  )
  await sql`
    update files set company_id = ${companyId} where owner_type = 'transaction' and owner_id = any(${ids}::bigint[])`.execute(
    db,
  )
}
