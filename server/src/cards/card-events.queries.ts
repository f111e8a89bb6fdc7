import type { CardStatus } from '@portal/contract/cards/cards.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'

export type CardEvent = {
  card_id: number
  /** The company that holds the card at this moment. */
  company_id: number
  kind: 'created' | 'status' | 'assigned' | 'dash-cash'
  from_status?: CardStatus
  to_status?: CardStatus
  amount_cents?: number
  note?: string | null
}

/** The card's history, separate from the audit log: the card's page shows it to the holder too (CARD-9, CARD-17). */
export async function insertCardEvents(db: Db, actor: Actor, events: readonly CardEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = JSON.stringify(events)
  // Passes all events as a single parameter, so that ten thousand of them are one statement.
  await sql`
    insert into card_events (card_id, company_id, kind, from_status, to_status, amount_cents, note, user_id, user_name)
    select card_id, company_id, kind, from_status, to_status, amount_cents, note, ${actor.user_id}::bigint, ${`${actor.first_name} ${actor.last_name}`}
    from jsonb_to_recordset(${rows}::jsonb)
      as event (card_id bigint, company_id bigint, kind text, from_status text, to_status text, amount_cents bigint, note text)`.execute(
    db,
  )
}

export async function findLastEvent(db: Db, cardIds: readonly number[]): Promise<number | undefined> {
  const { last } = await db
    .selectFrom('card_events')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('card_id', 'in', cardIds)
    .executeTakeFirstOrThrow()
  return last ?? undefined
}

export async function hasStatusChangedAfter(db: Db, cardIds: readonly number[], event: number): Promise<boolean> {
  const later = db
    .selectFrom('card_events')
    .select('id')
    .where('card_id', 'in', cardIds)
    .where('id', '>', event)
    .where('kind', '=', 'status')
  return (await later.limit(1).executeTakeFirst()) !== undefined
}

/** Why each card was last put on hold, up to an entry of the history. */
export async function findHoldNotes(
  db: Db,
  cardIds: readonly number[],
  event: number,
): Promise<Map<number, string | null>> {
  const found = await db
    .selectFrom('card_events')
    .distinctOn('card_id')
    .select(['card_id', 'note'])
    .where('card_id', 'in', cardIds)
    .where('id', '<=', event)
    .where('to_status', '=', 'HOLD')
    .orderBy('card_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(found.map(({ card_id, note }) => [card_id, note]))
}
