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
