import type { WebhookEvent } from '@portal/contract/webhooks/webhook-events.ts'
import type { Database, Db } from '../db/connect.ts'
import type { LogPart } from '../notifications/changes.queries.ts'
import { findThrough } from '../notifications/notifications.queries.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { jobScope } from '../platform/jobs/jobs.ts'
import {
  claimWebhookPosition,
  insertDeliveries,
  listFound,
  listHeld,
  listImported,
  listIssued,
  listPaid,
  listReceived,
  listReleased,
  listReversed,
  listWanted,
  type Piece,
  saveWebhookPosition,
} from './events.queries.ts'
import {
  type RaisedEvent,
  raiseCard,
  raiseException,
  raiseImport,
  raiseInvoice,
  raiseReceipt,
  raiseReversal,
} from './events.rules.ts'

/** So many entries of the audit log are read in one transaction, and so many events in one statement. */
const partSize = 2000
const pieceSize = 500
/** After an outage, or with data brought in from elsewhere, nothing older is sent. */
const lateMs = 3 * 24 * 3_600_000

type Read = (db: Db, part: LogPart, piece: Piece) => Promise<{ last: number; events: RaisedEvent[] }>
const reading =
  <Row extends { key: number }>(
    list: (db: Db, part: LogPart, piece: Piece) => Promise<Row[]>,
    raise: (row: Row) => RaisedEvent,
  ): Read =>
  async (db, part, piece) => {
    const rows = await list(db, part, piece)
    return { last: rows.at(-1)?.key ?? piece.after, events: rows.map(raise) }
  }
const readers: Record<WebhookEvent, Read> = {
  'invoice.sent': reading(listIssued, raiseInvoice('invoice.sent')),
  'invoice.paid': reading(listPaid, raiseInvoice('invoice.paid')),
  'payment.received': reading(listReceived, raiseReceipt),
  'payment.reversed': reading(listReversed, raiseReversal),
  'card.held': reading(listHeld, raiseCard('card.held')),
  'card.released': reading(listReleased, raiseCard('card.released')),
  'import.done': reading(listImported, raiseImport),
  'exception.raised': reading(listFound, raiseException),
}

async function raiseAll(db: Db, part: LogPart, now: Date): Promise<void> {
  const wanted = await listWanted(db)
  for (const [event, read] of Object.entries(readers)) {
    if (!wanted.has(event)) continue
    for (let after = 0; ; ) {
      const { last, events } = await read(db, part, { after, limit: pieceSize })
      if (events.length > 0) await insertDeliveries(db, events, now)
      if (events.length < pieceSize) break
      after = last
    }
  }
}

export type Raising = { database: Database; clock?: Clock }
/** The next part of the sealed audit log. The position is saved with what it led to, so nothing is sent twice or lost. */
const raiseNextPart = ({ database, clock = () => new Date() }: Raising): Promise<boolean> =>
  database.transaction(jobScope, async (db) => {
    const position = await claimWebhookPosition(db)
    const through = position && (await findThrough(db, position.seal_no, partSize))
    if (!position || !through) return false
    const now = clock()
    const since = new Date(now.getTime() - lateMs)
    await raiseAll(db, { after: position.seal_no, through, since }, now)
    await saveWebhookPosition(db, through)
    return true
  })

/** Writes the deliveries of what happened since the last pass (INTEG-3). Processes take turns by the position's row. */
export async function raiseEvents(raising: Raising, goOn: () => boolean = () => true): Promise<void> {
  while (goOn() && (await raiseNextPart(raising)));
}
