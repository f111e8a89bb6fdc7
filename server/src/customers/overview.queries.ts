import { todoLimit } from '@portal/contract/todo/todo.ts'
import { sql } from 'kysely'
import { unbilledOf } from '../db/billed.ts'
import type { Db } from '../db/connect.ts'
import type { StoredOverview } from './overview.columns.ts'

const shownInvoices = 10
const shownDocuments = 5

const isOpen = (id: number) => sql`company_id = ${id} and status in ('SENT', 'PARTIALLY_PAID')`
/** Counted up to a limit, so that it is quick whatever there is. */
const upToLimit = (rows: ReturnType<typeof sql>) =>
  sql`(select count(*) from (select from ${rows} limit ${todoLimit}) counted)`

async function getCounts(db: Db, id: number): Promise<StoredOverview['counts']> {
  const { rows } = await sql<StoredOverview['counts']>`select
    (select count(*) from users where company_id = ${id} and is_active) as users,
    (select count(*) from markups where company_id = ${id} and status = 'ACTIVE'
       and (to_date is null or to_date >= provider_day(now()))) as markups,
    (select count(*) from invoices where ${isOpen(id)}) as open_count,
    ${upToLimit(sql`unbilled_transactions where company_id = ${id}`)} as unbilled,
    ${upToLimit(sql`${unbilledOf(id)} unbilled where flags <> '{}' and accepted_at is null`)} as to_review,
    ${upToLimit(sql`invoices where company_id = ${id} and status = 'DRAFT'`)} as drafts,
    ${upToLimit(sql`outbox where company_id = ${id} and status = 'failed'`)} as failed_mails`.execute(db)
  return rows[0] as StoredOverview['counts']
}

/** The newest of each kind, of which the newest of all are shown. */
const listDocuments = (db: Db, id: number) =>
  sql<StoredOverview['documents'][number]>`
  select * from (
    (select 'invoice' as kind, id, invoice_number as number, issued_date as date,
       coalesce(voided_cents, total_cents) as cents, currency, status, false as is_reversed
     from invoices where company_id = ${id} and status <> 'DRAFT'
     order by issued_date desc, id desc limit ${shownDocuments})
    union all
    (select 'receipt', id, reference, receipt_date, amount_cents, currency, null, reversed_on is not null
     from receipts where company_id = ${id} and reverses_id is null
     order by receipt_date desc, id desc limit ${shownDocuments})
    union all
    (select 'credit_note', id, credit_note_number, issued_date, total_cents, currency, null, false
     from credit_notes where company_id = ${id}
     order by issued_date desc, id desc limit ${shownDocuments})
  ) documents order by date desc, kind, id desc limit ${shownDocuments}`.execute(db)

/** The figures on a customer's page (CUST-5, UX-1). Each part uses the index on the company. */
export async function getOverview(db: Db, id: number): Promise<StoredOverview> {
  const cards = await sql<StoredOverview['cards'][number]>`
    select card_status as status, count(*) from cards where company_id = ${id} group by 1 order by 2 desc, 1`.execute(
    db,
  )
  const open = await sql<StoredOverview['open'][number]>`
    select id, invoice_number, issued_date, due_date, status, due_cents, currency, is_nsf, greatest(provider_day(now()) - due_date, 0) as overdue_days
    from invoices where ${isOpen(id)} order by due_date, id limit ${shownInvoices}`.execute(db)
  const documents = await listDocuments(db, id)
  return { cards: cards.rows, counts: await getCounts(db, id), open: open.rows, documents: documents.rows }
}
