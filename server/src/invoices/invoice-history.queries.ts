import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { onlyCompany } from '../platform/access/scope.ts'
import { auditedChanges, userNameOf } from '../platform/audit/history.queries.ts'
import type { HistoryRow } from '../platform/audit/history.ts'
import type { StoredInvoice } from './invoices.queries.ts'

const nothing = sql<string | null>`null::text`
const none = sql<unknown>`'{}'::jsonb`

const creatorOf = (db: Db, id: number) =>
  db
    .selectFrom(auditedChanges(db, 'invoice', id).where('action', 'like', '%.create').as('creations'))
    .select('by')
    .orderBy('id')
    .limit(1)

/** When and by whom it was created: the user in the audit log, else the one who started the billing run. */
const madeOf = (db: Db, { id }: StoredInvoice) =>
  db
    .selectFrom('invoices')
    .leftJoin('billing_runs', 'billing_runs.id', 'invoices.billing_run_id')
    .leftJoin('users as runner', 'runner.id', 'billing_runs.created_by')
    .where('invoices.id', '=', id)
    .select([
      sql<string>`'invoice'`.as('source'),
      'invoices.id',
      'invoices.created_at as at',
      sql<string>`'created'`.as('kind'),
      nothing.as('action'),
      sql<string | null>`coalesce((${creatorOf(db, id)}), ${userNameOf('runner')})`.as('by'),
      nothing.as('note'),
      none.as('before'),
      sql<unknown>`jsonb_strip_nulls(jsonb_build_object('billing_run', invoices.billing_run_id))`.as('after'),
    ])

/** Customers cannot read the provider's audit log, so they see only when the invoice was sent. */
const sentOf = (db: Db, { id }: StoredInvoice) =>
  db
    .selectFrom('invoices')
    .where('id', '=', id)
    .where('sent_at', 'is not', null)
    .select([
      sql<string>`'sent'`.as('source'),
      'id',
      sql<string>`sent_at`.as('at'),
      sql<string>`'sent'`.as('kind'),
      nothing.as('action'),
      nothing.as('by'),
      nothing.as('note'),
      none.as('before'),
      none.as('after'),
    ])

/** Changes by users. Payments and mails come from their own tables unless they also changed the status. */
const changesOf = (db: Db, { id }: StoredInvoice) =>
  auditedChanges(db, 'invoice', id)
    .where('action', 'not like', '%.create')
    .where(sql<boolean>`(action like 'invoices.%' or coalesce(after ? 'status', false))`)
    .select(['before', 'after'])

const paymentsOf = (db: Db, { id }: StoredInvoice) =>
  db
    .selectFrom('settlements')
    .leftJoin('users', 'users.id', 'settlements.created_by')
    .where('invoice_id', '=', id)
    .where('kind', '=', 'payment')
    .select([
      sql<string>`'payment'`.as('source'),
      'settlements.id',
      'settlements.created_at as at',
      sql<string>`case when is_mistake then 'correction' when amount_cents < 0 then 'reversal' else 'payment' end`.as(
        'kind',
      ),
      nothing.as('action'),
      userNameOf('users').as('by'),
      'settlements.note',
      none.as('before'),
      sql<unknown>`jsonb_build_object('amount_cents', abs(amount_cents), 'payment_mode', payment_mode, 'reference_id', reference_id,
        'payment_date', payment_date)`.as('after'),
    ])

/** Credit notes issued for the invoice, applied to it or not (RECV-3). */
const creditNotesOf = (db: Db, { id }: StoredInvoice) =>
  db
    .selectFrom('credit_notes')
    .leftJoin('users', 'users.id', 'credit_notes.created_by')
    .where('invoice_id', '=', id)
    .select([
      sql<string>`'credit_note'`.as('source'),
      'credit_notes.id',
      'credit_notes.created_at as at',
      sql<string>`'credit_note'`.as('kind'),
      nothing.as('action'),
      userNameOf('users').as('by'),
      'credit_notes.reason as note',
      none.as('before'),
      sql<unknown>`jsonb_build_object('amount_cents', total_cents, 'credit_note_number', credit_note_number)`.as(
        'after',
      ),
    ])

/** Credits applied, write-offs, and both reversed (RECV-3, RECV-5). Why a balance was written off is for staff. */
const creditsOf = (db: Db, { id }: StoredInvoice, isStaff: boolean) =>
  db
    .selectFrom('settlements')
    .leftJoin('credit_notes', 'credit_notes.id', 'settlements.credit_note_id')
    .leftJoin('users', 'users.id', 'settlements.created_by')
    .where('settlements.invoice_id', '=', id)
    .where('settlements.kind', '<>', 'payment')
    .select([
      sql<string>`'settlement'`.as('source'),
      'settlements.id',
      'settlements.created_at as at',
      sql<string>`settlements.kind || case when amount_cents > 0 then '' when settlements.kind = 'credit' then '_undone'
        else '_reversed' end`.as('kind'),
      nothing.as('action'),
      userNameOf('users').as('by'),
      sql<string | null>`case when ${isStaff} or settlements.kind <> 'write_off' then settlements.note end`.as('note'),
      none.as('before'),
      sql<unknown>`jsonb_strip_nulls(jsonb_build_object('amount_cents', abs(amount_cents),
        'credit_note_number', credit_note_number))`.as('after'),
    ])

const mailsOf = (db: Db, { id }: StoredInvoice) =>
  db
    .selectFrom('outbox')
    .where('invoice_id', '=', id)
    .select([
      sql<string>`'mail'`.as('source'),
      'id',
      'created_at as at',
      sql<string>`'mail'`.as('kind'),
      nothing.as('action'),
      nothing.as('by'),
      sql<string | null>`case when status = 'failed' then last_error end`.as('note'),
      none.as('before'),
      sql<unknown>`jsonb_build_object('to_address', to_address, 'mail_status', status)`.as('after'),
    ])

/** Newest first. */
export function listInvoiceHistory(db: Db, scope: Scope, invoice: StoredInvoice, limit: number): Promise<HistoryRow[]> {
  const isStaff = onlyCompany(scope) === null
  const money = paymentsOf(db, invoice)
    .unionAll(creditNotesOf(db, invoice))
    .unionAll(creditsOf(db, invoice, isStaff))
    .unionAll(mailsOf(db, invoice))
  const all = isStaff
    ? money.unionAll(madeOf(db, invoice)).unionAll(changesOf(db, invoice))
    : money.unionAll(sentOf(db, invoice))
  return db
    .selectFrom(all.as('entries'))
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('source', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
