import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { toReview } from '../transactions/transaction-list.queries.ts'
import type {
  CardsChange,
  EndedImportChange,
  ExceptionChange,
  OverdueInvoice,
  PaymentChange,
  RegistrationChange,
  SentInvoiceChange,
} from './notices.rules.ts'

/** The part of the sealed audit log that one pass reads; nothing that happened before `since` is reported. */
export type LogPart = { after: number; through: number; since: Date }
export const sealedPart = ({ after, through, since }: LogPart) =>
  sql`(select * from sealed_changes(${after}, ${through - after}::int) where at > ${since.toISOString()}::timestamptz)`
const rowsOf = async <T>(db: Db, query: RawBuilder<T>): Promise<T[]> => (await query.execute(db)).rows

/** Issued by hand, or because it was mailed. */
export const isIssue = sql`(a.action = 'invoices.send' or a.action in ('invoices.email', 'invoices.emailMany') and a.before ->> 'status' = 'DRAFT')`
export const listSentInvoices = (db: Db, changes: LogPart): Promise<SentInvoiceChange[]> =>
  rowsOf(
    db,
    sql<SentInvoiceChange>`
      select 'invoice_sent' as kind, 'invoice ' || i.id as source, a.at, a.user_id as by, i.company_id, c.name as company_name, i.id,
        i.invoice_number as number, i.due_date as due, i.total_cents as cents, i.currency
      from ${sealedPart(changes)} a join invoices i on i.id = a.record_id join companies c on c.id = i.company_id
      where ${isIssue}`,
  )

export const received = sql`('payments.register', 'receipts.create')`
export const reversed = sql`('payments.reverse', 'receipts.reverse')`
/** A payment of one invoice is a receipt too. A mistaken one is nothing that the bank did. */
export const listPaymentChanges = (db: Db, changes: LogPart): Promise<PaymentChange[]> =>
  rowsOf(
    db,
    sql<PaymentChange>`
      select case when a.action in ${received} then 'payment_received' else 'payment_returned' end as kind, 'receipt ' || r.id as source,
        a.at, a.user_id as by, r.company_id, c.name as company_name, r.id, r.amount_cents as cents, r.currency
      from ${sealedPart(changes)} a
        left join settlements s on a.record_type = 'payment' and s.id = a.record_id
        left join settlements first on first.id = coalesce(s.reverses_id, s.id)
        left join receipts booked on a.record_type = 'receipt' and booked.id = a.record_id
        join receipts r on r.id = coalesce(first.receipt_id, booked.reverses_id, booked.id)
        join companies c on c.id = r.company_id
      where a.action in ${received} or a.action in ${reversed} and a.after ->> 'kind' = 'nsf'`,
  )

/** One for each change of a company's cards, however many they are. */
export const listCardChanges = (db: Db, changes: LogPart): Promise<CardsChange[]> =>
  rowsOf(
    db,
    sql<CardsChange>`
      with a as materialized (select * from ${sealedPart(changes)} a
        where action in ('cards.hold', 'cards.release', 'cards.update', 'accounts.hold', 'accounts.release')),
      by_hand as (
        select case a.after ->> 'card_status' when 'HOLD' then 'cards_held' else 'cards_released' end as kind, a.id as audit_id, a.xid, a.at,
          a.user_id, k.company_id, k.id, a.record_label
        from a join cards k on k.id = a.record_id
        where a.record_type = 'card' and (a.before ->> 'card_status', a.after ->> 'card_status') in (('RELEASE', 'HOLD'), ('HOLD', 'RELEASE'))
      )
      select h.kind, 'change ' || min(audit_id) as source, max(at) as at, min(user_id) as by, h.company_id, c.name as company_name, min(h.id) as id,
        count(*)::int as records, case when count(*) = 1 then min(record_label) end as card, null as rule
      from by_hand h join companies c on c.id = h.company_id group by xid, h.kind, h.company_id, c.name
      union all
      select case action when 'accounts.hold' then 'cards_held' else 'cards_released' end, 'change ' || a.id, a.at, null, c.id, c.name, c.id,
        (a.after ->> 'cards')::int, null, a.after ->> 'reason'
      from a join companies c on c.id = a.record_id where action like 'accounts.%' and (a.after ->> 'cards')::int > 0`,
  )

export const listImportChanges = (db: Db, changes: LogPart): Promise<EndedImportChange[]> =>
  rowsOf(
    db,
    sql<EndedImportChange>`
      select 'import_done' as kind, 'import ' || i.id as source, a.at, null::bigint as by, i.company_id, c.name as company_name, i.id,
        i.kind as import_kind, i.file_name as file, a.action = 'imports.failed' as has_failed, booked_count as booked,
        quarantined_count as quarantined, failed_count as failed,
        (select count(*)::int from transactions where transactions.import_id = i.id and ${toReview}) as review
      from ${sealedPart(changes)} a join imports i on i.id = a.record_id join companies c on c.id = i.company_id
      where a.action in ('imports.done', 'imports.failed')`,
  )

export const listRegistrations = (db: Db, changes: LogPart): Promise<RegistrationChange[]> =>
  rowsOf(
    db,
    sql<RegistrationChange>`
      select 'registration' as kind, 'company ' || c.id as source, a.at, null::bigint as by, c.id as company_id, c.name as company_name, c.id
      from ${sealedPart(changes)} a join companies c on c.id = a.record_id where a.action = 'registration.signUp' and a.record_type = 'company'`,
  )

/** By the transaction that found them, whatever it did: an import, an entry, a new price. What was judged meanwhile is left out. */
export const listFoundExceptions = (db: Db, changes: LogPart): Promise<ExceptionChange[]> =>
  rowsOf(
    db,
    sql<ExceptionChange>`
      select 'exception' as kind, 'found ' || a.id as source, a.at, null::bigint as by, e.company_id, c.name as company_name,
        min(e.transaction_id) as id, e.rule, count(*)::int as records
      from (select xid, min(id) as id, max(at) as at from ${sealedPart(changes)} a group by xid) a
        join exceptions e on e.found_in = a.xid join companies c on c.id = e.company_id
      where e.staff_verdict is null group by a.id, a.at, e.company_id, c.name, e.rule`,
  )

/** The invoices that became overdue after a day, through another one. */
export const listOverdue = (db: Db, after: string, through: string): Promise<OverdueInvoice[]> =>
  rowsOf(
    db,
    sql<OverdueInvoice>`
      select i.id, i.invoice_number as number, i.due_date as due, i.company_id, c.name as company_name, i.due_cents as cents, i.currency
      from invoices i join companies c on c.id = i.company_id
      where due_date > ${after}::date and due_date <= ${through}::date and i.status in ('SENT', 'PARTIALLY_PAID') and due_cents > 0 order by i.id`,
  )
