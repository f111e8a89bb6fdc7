import { type CreditedAmount, type CreditNoteRow, creditNoteList } from '@portal/contract/credit-notes/credit-notes.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { type SqlBool, sql } from 'kysely'
import { isOnInvoice } from '../db/billed.ts'
import type { Db, Scope } from '../db/connect.ts'
import type { MadeCreditNote } from '../invoices/crediting.queries.ts'
import { visible } from '../platform/access/visible.ts'
import { userNameOf } from '../platform/audit/history.queries.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import {
  type StoredApplication,
  type StoredCreditable,
  type StoredCreditLine,
  toCreditNoteRow,
  type WholeCreditNote,
} from './credit-notes.columns.ts'

/** Every read of a credit note starts here, so that no request reaches another company's. */
const visibleCreditNotes = visible('credit_notes', 'company_id')
const shown = (notes: ReturnType<typeof visibleCreditNotes>) =>
  notes
    .innerJoin('companies', 'companies.id', 'credit_notes.company_id')
    .leftJoin('invoices', 'invoices.id', 'credit_notes.invoice_id')
    .select([
      'credit_notes.id',
      'credit_notes.credit_note_number',
      'credit_notes.company_id',
      'companies.name as company_name',
      'credit_notes.kind',
      'credit_notes.invoice_id',
      'invoices.invoice_number',
      'credit_notes.issued_date',
      'credit_notes.currency',
      'credit_notes.total_cents',
      'credit_notes.applied_cents',
      'credit_notes.refunded_cents',
      sql<number>`credit_notes.open_cents`.as('open_cents'),
      'credit_notes.reason',
      'credit_notes.is_rebilled',
    ])

const hasMoney = { yes: sql<SqlBool>`credit_notes.open_cents > 0`, no: sql<SqlBool>`credit_notes.open_cents = 0` }
export const listCreditNotes = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'credit_notes', CreditNoteRow>> =>
  paginate(
    db,
    scope,
    creditNoteList,
    query,
    {
      id: 'credit_notes.id',
      credit_note_number: { column: 'credit_notes.credit_note_number', isUnique: true },
      issued_date: 'credit_notes.issued_date',
      company_name: 'companies.name',
      invoice_number: 'invoices.invoice_number',
      total_amount: 'credit_notes.total_cents',
      on_account: 'credit_notes.open_cents',
      currency: 'credit_notes.currency',
      kind: 'credit_notes.kind',
      has_money: { column: 'credit_notes.open_cents', meanings: hasMoney },
    },
    { from: visibleCreditNotes(db, scope), show: shown, row: toCreditNoteRow },
  )

const byReference = (reference: string) =>
  /^\d{1,15}$/.test(reference)
    ? sql<SqlBool>`credit_notes.id = ${Number(reference)}`
    : sql<SqlBool>`credit_notes.credit_note_number = ${reference}`

export const getCreditNote = (db: Db, scope: Scope, reference: string): Promise<WholeCreditNote> =>
  shown(visibleCreditNotes(db, scope))
    .leftJoin('users', 'users.id', 'credit_notes.created_by')
    .select(['credit_notes.created_at', userNameOf('users').as('created_by')])
    .where(byReference(reference))
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

export type LockedCreditNote = {
  id: number
  company_id: number
  currency: string
  credit_note_number: string
  issued_date: string
  open_cents: number
}
/** Locks a credit note before the invoices that it settles. */
export const lockCreditNote = (db: Db, scope: Scope, reference: string): Promise<LockedCreditNote> =>
  visibleCreditNotes(db, scope)
    .select(['id', 'company_id', 'currency', 'credit_note_number', 'issued_date'])
    .select(sql<number>`open_cents`.as('open_cents'))
    .where(byReference(reference))
    .forUpdate('credit_notes')
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

const shownLines = 1000
export async function listCreditLines(
  db: Db,
  creditNoteId: number,
): Promise<{ lines: StoredCreditLine[]; line_count: number }> {
  const of = db.selectFrom('credit_note_lines').where('credit_note_id', '=', creditNoteId)
  const lines = await of
    .select(['n', 'transaction_id', 'dtl_auth_id', 'txn_at', 'site_name', 'province', 'product', 'product_description'])
    .select(['quantity_milli', 'unit', 'pre_cents', 'gst_cents', 'hst_cents', 'pst_cents', 'qst_cents', 'amount_cents'])
    .orderBy('n')
    .limit(shownLines)
    .execute()
  const { count } = await of.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { lines, line_count: count }
}

export const listApplications = (db: Db, creditNoteId: number): Promise<StoredApplication[]> =>
  db
    .selectFrom('settlements')
    .innerJoin('invoices', 'invoices.id', 'settlements.invoice_id')
    .select(['settlements.id', 'settlements.invoice_id', 'invoices.invoice_number', 'settlements.amount_cents'])
    .select(['settlements.settled_on', 'settlements.reverses_id'])
    .select(
      sql<boolean>`exists (select from settlements later where later.reverses_id = settlements.id)`.as('is_reversed'),
    )
    .where('settlements.credit_note_id', '=', creditNoteId)
    .orderBy('settlements.id')
    .execute()

/** The lines of an issued invoice by card and time, as printed, and whether a credit note has each. */
export async function listCreditableLines(db: Db, invoiceId: number): Promise<StoredCreditable[]> {
  const { rows } = await sql<StoredCreditable>`
    select line.id as line_id, head.id as transaction_id, dtl_auth_id, head.txn_at, coalesce(sites.name, head.location) as site, head.province, product,
      quantity_milli, unit, pre_cents, line.amount_cents,
      exists (select from credit_note_lines credited where credited.invoice_id = head.invoice_id and credited.line_id = line.id) as is_credited
    from transactions head join transaction_lines line on line.transaction_id = head.id left join sites on sites.id = head.site_id
    where ${isOnInvoice('head', invoiceId)} order by head.card_number nulls last, head.txn_at, head.id, line.n limit 10000`.execute(
    db,
  )
  return rows
}

/** What the credit notes of an invoice come to. */
export async function sumCredited(db: Db, invoiceId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(total_cents), 0)::bigint as cents from credit_notes where invoice_id = ${invoiceId}`.execute(db)
  return rows[0]?.cents ?? 0
}

/** Inserts typed amounts as lines, below zero. */
export async function insertAmountLines(
  db: Db,
  { id }: MadeCreditNote,
  { company_id, invoice_id }: { company_id: number; invoice_id: number | null },
  amounts: readonly CreditedAmount[],
): Promise<void> {
  const minus = (amount: number): number => 0 - toUnits(amount, 'money')
  const lines = amounts.map(({ product, province, description, amount, gst, hst, pst, qst }, n) => ({
    credit_note_id: id,
    company_id,
    invoice_id,
    n,
    province: province ?? null,
    product,
    product_description: description,
    quantity_milli: -1000,
    price_e6: toUnits(amount, 'linePrice'),
    price_quantity_milli: -1000,
    pre_cents: minus(amount),
    gst_cents: minus(gst),
    hst_cents: minus(hst),
    pst_cents: minus(pst),
    qst_cents: minus(qst),
    amount_cents: minus(amount) + minus(gst) + minus(hst) + minus(pst) + minus(qst),
  }))
  await db.insertInto('credit_note_lines').values(lines).execute()
}
