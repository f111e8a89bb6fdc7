import type { CardStatus } from '@portal/contract/cards.ts'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../platform/scope.ts'

export type CardEvent = {
  card_id: number
  /** The holder at this moment. */
  company_id: number
  kind: 'created' | 'status' | 'assigned' | 'dash-cash'
  from_status?: CardStatus
  to_status?: CardStatus
  amount_cents?: number
  note?: string | null
}

/** The card's own story, beside the trail: it is shown on the card's page, to its holder too (CARD-9, CARD-17). */
export async function insertCardEvents(db: Db, actor: Actor, events: readonly CardEvent[]): Promise<void> {
  if (events.length === 0) return
  const by = { user_id: actor.user_id, user_name: `${actor.first_name} ${actor.last_name}` }
  await db
    .insertInto('card_events')
    .values(events.map((event) => ({ from_status: null, to_status: null, amount_cents: null, note: null, ...event, ...by })))
    .execute()
}
