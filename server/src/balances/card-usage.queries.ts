import type { holdRules } from '@portal/contract/cards/card-usage.ts'
import { sql } from 'kysely'
import { unitIdOf, visibleCards } from '../cards/cards.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'

const visibleEvents = visible('card_events', 'company_id')
const visibleHolds = visible('automatic_holds', 'company_id')
const visibleTransactions = visible('transactions', 'company_id')

/** The current date where a company is. */
export async function getCompanyDay(db: Db, companyId: number, now: Date): Promise<string> {
  const { day } = await db
    .selectFrom('companies')
    .select(sql<string>`(${now.toISOString()}::timestamptz at time zone time_zone)::date::text`.as('day'))
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return day
}

type DaySum = { currency: string; amount_cents: number; cash_cents: number }
/** What a card bought on a day, credits deducted, with its cash advances apart, by currency. */
export const listDaySums = (db: Db, scope: Scope, cardId: number, day: string): Promise<DaySum[]> =>
  visibleTransactions(db, scope)
    .where('card_id', '=', cardId)
    .where(sql<boolean>`txn_at >= ${day}::date and txn_at < ${day}::date + 1`)
    .select([
      'currency',
      sql<number>`sum(amount_cents)::bigint`.as('amount_cents'),
      sql<number>`coalesce(sum((select sum(l.amount_cents) from transaction_lines l
        where l.transaction_id = transactions.id and l.product = 'CSH')), 0)::bigint`.as('cash_cents'),
    ])
    .groupBy('currency')
    .orderBy('currency')
    .execute()

type StatusEvent = { at: string; user_name: string | null; note: string | null }
/** The event that gave a card its present status. A holder sees those from the time it held the card. */
export const findStatusEvent = (
  db: Db,
  scope: Scope,
  card: { id: number; card_status: string },
): Promise<StatusEvent | undefined> =>
  visibleEvents(db, scope)
    .where('card_id', '=', card.id)
    .where('kind', 'in', ['created', 'status'])
    .where('to_status', '=', card.card_status)
    .select(['at', 'user_name', 'note'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function findCardUnit(db: Db, scope: Scope, cardId: number): Promise<number | null> {
  const found = await visibleCards(db, scope)
    .where('cards.id', '=', cardId)
    .select(unitIdOf('cards', 'vehicle_assigned_to_card').as('unit_id'))
    .executeTakeFirst()
  return found?.unit_id ?? null
}

export async function listHoldRules(db: Db, scope: Scope, cardId: number): Promise<(typeof holdRules)[number][]> {
  const holds = await visibleHolds(db, scope).where('card_id', '=', cardId).select('reason').orderBy('reason').execute()
  return holds.map(({ reason }) => reason as (typeof holdRules)[number])
}
