import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { isIssue, type LogPart, received, reversed, sealedPart } from '../notifications/changes.queries.ts'
import { maskNumber } from '../platform/audit/audit.ts'
import { toLocalTime } from '../platform/local-time.ts'
import type {
  CardFact,
  ExceptionFact,
  ImportFact,
  InvoiceTold,
  RaisedEvent,
  ReceiptFact,
  ReversalFact,
} from './events.rules.ts'

/** So many rows after a key: an import can raise more than one statement should read. */
export type Piece = { after: number; limit: number }
const pieceOf = async <T>(db: Db, { after, limit }: Piece, changes: RawBuilder<T>): Promise<T[]> =>
  (await sql<T>`select * from (${changes}) changes where key > ${after} order by key limit ${limit}`.execute(db)).rows
/** The transactions of a part of the audit log, each with its last entry's time. */
const transactionsOf = (part: LogPart) => sql`(select xid, max(at) as at from ${sealedPart(part)} entries group by xid)`

const invoiceFields = sql`i.company_id, i.id, i.invoice_number, i.issued_date, i.due_date, i.total_cents as cents, i.currency`
export const listIssued = (db: Db, part: LogPart, piece: Piece): Promise<InvoiceTold[]> =>
  pieceOf(
    db,
    piece,
    sql<InvoiceTold>`select a.id as key, 'invoice ' || i.id as source, a.at, ${invoiceFields}
      from ${sealedPart(part)} a join invoices i on i.id = a.record_id where ${isIssue}`,
  )
/** Settled to the last cent by a transaction, whatever it did. */
export const listPaid = (db: Db, part: LogPart, piece: Piece): Promise<InvoiceTold[]> =>
  pieceOf(
    db,
    piece,
    sql<InvoiceTold>`select i.id as key, 'invoice ' || i.id || ' ' || i.paid_in as source, a.at, ${invoiceFields}
      from ${transactionsOf(part)} a join invoices i on i.paid_in = a.xid`,
  )

const allocationsOf = (which: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(json_build_object('invoice_id', i.id, 'invoice_number', i.invoice_number, 'cents', abs(p.amount_cents)) order by p.id)
    from settlements p join invoices i on i.id = p.invoice_id where ${which}), '[]')`
/** A payment of one invoice is a receipt too. What it paid at once has its own time. */
export const listReceived = (db: Db, part: LogPart, piece: Piece): Promise<ReceiptFact[]> =>
  pieceOf(
    db,
    piece,
    sql<ReceiptFact>`select a.id as key, 'receipt ' || r.id as source, a.at, r.company_id, r.id, r.receipt_date, r.payment_mode, r.reference,
        r.amount_cents as cents, r.currency,
        ${allocationsOf(sql`p.receipt_id = r.id and p.reverses_id is null and p.created_at = r.created_at`)} as allocations
      from ${sealedPart(part)} a
        left join settlements s on a.record_type = 'payment' and s.id = a.record_id
        join receipts r on r.id = case a.record_type when 'payment' then s.receipt_id when 'receipt' then a.record_id end
      where a.action in ${received}`,
  )
/** A whole receipt, or what it paid of one invoice: then there is no reversing receipt. */
export const listReversed = (db: Db, part: LogPart, piece: Piece): Promise<ReversalFact[]> =>
  pieceOf(
    db,
    piece,
    sql<ReversalFact>`select a.id as key, coalesce('receipt ' || undone.id, 'payment ' || s.id) as source, a.at, r.company_id, r.id,
        coalesce(undone.receipt_date, s.settled_on) as reversed_on,
        case when coalesce(undone.is_mistake, s.is_mistake) then 'mistake' else 'nsf' end as kind, undone.id is not null as is_whole,
        abs(coalesce(undone.amount_cents, s.amount_cents)) as cents, r.currency,
        case when undone.id is null then ${allocationsOf(sql`p.id = s.id`)}
          else ${allocationsOf(sql`p.receipt_id = r.id and p.reverses_id is not null and p.created_at = undone.created_at`)} end as allocations
      from ${sealedPart(part)} a
        left join settlements s on a.record_type = 'payment' and s.id = a.record_id
        left join receipts booked on a.record_type = 'receipt' and booked.id = a.record_id
        join receipts r on r.id = coalesce(s.receipt_id, booked.reverses_id)
        left join receipts undone on undone.reverses_id = r.id
      where a.action in ${reversed}`,
  )

type Statuses = { from: 'RELEASE' | 'HOLD'; to: 'RELEASE' | 'HOLD' }
const listCards = async (db: Db, part: LogPart, piece: Piece, { from, to }: Statuses): Promise<CardFact[]> => {
  const changed = await pieceOf(
    db,
    piece,
    sql<CardFact>`select e.id as key, 'card ' || e.id as source, a.at, e.company_id, k.id, k.card_number,
        case when e.user_name is not null then 'person' when e.note like 'card.%-credit%' then 'credit' else 'nsf' end as reason
      from ${transactionsOf(part)} a join card_events e on e.changed_in = a.xid join cards k on k.id = e.card_id
      where e.kind = 'status' and e.from_status = ${from} and e.to_status = ${to}`,
  )
  return changed.map((change) => ({ ...change, card_number: maskNumber(change.card_number) }))
}
export const listHeld = (db: Db, part: LogPart, piece: Piece): Promise<CardFact[]> =>
  listCards(db, part, piece, { from: 'RELEASE', to: 'HOLD' })
export const listReleased = (db: Db, part: LogPart, piece: Piece): Promise<CardFact[]> =>
  listCards(db, part, piece, { from: 'HOLD', to: 'RELEASE' })

export const listImported = (db: Db, part: LogPart, piece: Piece): Promise<ImportFact[]> =>
  pieceOf(
    db,
    piece,
    sql<ImportFact>`select a.id as key, 'import ' || i.id as source, a.at, i.company_id, i.id as import_id, i.kind, i.file_name,
        case a.action when 'imports.failed' then 'failed' else 'done' end as status, i.booked_count as booked, i.duplicate_count as duplicates,
        i.quarantined_count as quarantined, i.failed_count as failed
      from ${sealedPart(part)} a join imports i on i.id = a.record_id where a.action in ('imports.done', 'imports.failed')`,
  )

/** By the transaction that found them, whatever it did: an import, an entry, a new price. */
export const listFound = async (db: Db, part: LogPart, piece: Piece): Promise<ExceptionFact[]> => {
  const found = await pieceOf(
    db,
    piece,
    sql<ExceptionFact>`select e.id as key, 'exception ' || e.id as source, a.at, e.company_id, e.id, e.rule, e.severity, e.transaction_id,
        t.txn_at as transaction_at, t.card_id, t.card_number
      from ${transactionsOf(part)} a join exceptions e on e.found_in = a.xid join transactions t on t.id = e.transaction_id`,
  )
  return found.map(({ transaction_at, card_number, ...exception }) => ({
    ...exception,
    transaction_at: toLocalTime(transaction_at),
    card_number: card_number && maskNumber(card_number),
  }))
}

/** What at least one webhook wants to hear of. */
export async function listWanted(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ event: string }>`select distinct unnest(events) as event from webhooks`.execute(db)
  return new Set(rows.map(({ event }) => event))
}

/**
 * One delivery for each webhook that wants the event: those of the company, and the provider's. The key of webhook and
 * event refuses a second one. What happened before there was the webhook is not told.
 */
export async function insertDeliveries(db: Db, events: readonly RaisedEvent[], now: Date): Promise<void> {
  await sql`
    insert into webhook_deliveries (webhook_id, company_id, about_company_id, event, source, occurred_at, data, next_attempt_at)
    select w.id, w.company_id, e.company_id, e.event, e.source, e.at, e.data, ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(events)}::json)
        as e (event text, source text, company_id bigint, at timestamptz, is_for_staff boolean, data json)
      join webhooks w on e.event = any(w.events) and w.created_at <= e.at
      join companies c on c.id = w.company_id and c.status = 'active'
    where c.kind = 'provider' or w.company_id = e.company_id and not e.is_for_staff
    on conflict (webhook_id, event, source) do nothing`.execute(db)
}

/** The job's own row, locked until the end of its part; undefined while another process is at it. */
export const claimWebhookPosition = (db: Db): Promise<{ seal_no: number } | undefined> =>
  db.selectFrom('webhook_position').select('seal_no').forUpdate().skipLocked().executeTakeFirst()
export async function saveWebhookPosition(db: Db, seal_no: number): Promise<void> {
  await db.updateTable('webhook_position').set({ seal_no }).execute()
}
