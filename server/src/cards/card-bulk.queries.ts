import { bulkLimit, type ChosenCards, tooManyCards } from '@portal/contract/cards/card-bulk.ts'
import { type Card, type CardStatus, cardList } from '@portal/contract/cards/cards.ts'
import { AppError } from '@portal/contract/errors.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { filterRows } from '../platform/lists/paginate.ts'
import { type CardColumns, type StoredCard, toCard } from './cards.columns.ts'
import { cardColumns, heldByRule, visibleCards, wholeCards, withCompany } from './cards.queries.ts'

export type ChosenCard = {
  id: number
  card_number: string
  card_status: CardStatus
  company_id: number
  company_name: string
}

const seen = (db: Db, scope: Scope) =>
  withCompany(visibleCards(db, scope)).select([
    'cards.id',
    'cards.card_number',
    'cards.card_status',
    'cards.company_id',
    'companies.name as company_name',
  ])
/** Passes all ids as a single parameter. */
const among = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`

/** Rejects the whole list if one id is unknown or belongs to another company (T4, T8). */
function demandAll<Row>(rows: Row[], ids: readonly number[]): Row[] {
  if (rows.length !== ids.length) throw new AppError('record.not-found')
  return rows
}
/** Unordered, so that the filter uses the same indexes as the list. */
async function findMatching(db: Db, scope: Scope, filter: readonly string[]): Promise<ChosenCard[]> {
  const matching = (await filterRows(cardList, filter, cardColumns, seen(db, scope))
    .limit(bulkLimit + 1)
    .execute()) as ChosenCard[]
  if (matching.length > bulkLimit)
    throw new AppError('request.invalid', { filter: tooManyCards }, { message: tooManyCards })
  return matching
}

const byNumber = (one: ChosenCard, other: ChosenCard) => (one.card_number < other.card_number ? -1 : 1)
/** Reads the chosen cards in the list's order, by number, without locking them. */
export async function findChosen(db: Db, scope: Scope, { cardIds, filter }: ChosenCards): Promise<ChosenCard[]> {
  const ids = [...new Set(cardIds)]
  const cards = filter
    ? await findMatching(db, scope, filter)
    : demandAll((await seen(db, scope).where('cards.id', '=', among(ids)).execute()) as ChosenCard[], ids)
  return cards.sort(byNumber)
}

/**
 * Locks the chosen cards until the transaction ends. Locks in id order, so that concurrent calls wait instead of
 * deadlocking. Reads after locking, because another change may have moved a card out of the filter or to another
 * company. A lock that joins the companies would lose such a card.
 */
export async function lockChosenCards(db: Db, scope: Scope, { cardIds, filter }: ChosenCards): Promise<ChosenCard[]> {
  const ids = filter ? (await findMatching(db, scope, filter)).map(({ id }) => id) : [...new Set(cardIds)]
  await visibleCards(db, scope).select('id').where('id', '=', among(ids)).orderBy('id').forUpdate().execute()
  const cards = (await filterRows(
    cardList,
    filter ?? [],
    cardColumns,
    seen(db, scope).where('cards.id', '=', among(ids)),
  )
    .orderBy('cards.id')
    .execute()) as ChosenCard[]
  return filter ? cards : demandAll(cards, ids)
}

export const listWholeCards = (db: Db, scope: Scope, ids: readonly number[]): Promise<StoredCard[]> =>
  wholeCards(visibleCards(db, scope)).where('cards.id', '=', among(ids)).orderBy('cards.card_number').execute()

/** The cards after an id with every field, some at a time. */
export const listCardsAfter = async (db: Db, scope: Scope, id: number): Promise<Card[]> =>
  (await wholeCards(visibleCards(db, scope)).where('cards.id', '>', id).orderBy('cards.id').limit(250).execute()).map(
    toCard,
  )

/** The caller must have locked these ids in this transaction, which also proves that the actor can see them. */
export async function updateLockedCards(
  db: Db,
  ids: readonly number[],
  to: Partial<CardColumns> | { company_id: number },
): Promise<void> {
  await db
    .updateTable('cards')
    .set(({ eb, fn }) => ({ ...to, version: eb('version', '+', 1), updated_at: fn('now') }))
    .where('id', '=', among(ids))
    .execute()
    .catch(heldByRule)
}

/** Whether a rule holds any of these cards. */
export async function areHeldByRule(db: Db, ids: readonly number[]): Promise<boolean> {
  const held = db.selectFrom('automatic_holds').select('card_id').where('card_id', '=', among(ids))
  return (await held.limit(1).executeTakeFirst()) !== undefined
}

/** Turns holds by a rule into manual holds, so that the rule no longer releases these locked cards. */
export async function keepOnHold(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const kept = await db
    .updateTable('automatic_holds')
    .set({ former_status: 'HOLD' })
    .where('card_id', '=', among(ids))
    .where('former_status', '=', 'RELEASE')
    .returning('card_id')
    .execute()
  return new Set(kept.map(({ card_id }) => card_id))
}

/** How many of these cards came to their present holder at this time or later. */
export async function countHeldLater(db: Db, ids: readonly number[], at: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct card_id)::int as count from card_assignments where card_id = any(${ids}::bigint[]) and from_at >= ${at}::timestamptz`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
/** The time from which the next changes of holder count, or null for the moment of the change. */
export async function setEffectiveAt(db: Db, at: string | null): Promise<void> {
  await sql`select set_config('portal.effective_at', ${at ?? ''}, true)`.execute(db)
}
