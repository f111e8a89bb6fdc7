import { AppError } from '@portal/contract/errors.ts'
import type { Selectable } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import type { Invoices } from '../db/schema.ts'
import { onlyCompany } from '../platform/scope.ts'

export type StoredInvoice = Selectable<Invoices>

/** Every read and write of an invoice starts here. A customer's Drafts are kept from it by the policy besides. */
export const visibleInvoices = (db: Db, scope: Scope) => {
  const only = onlyCompany(scope)
  const invoices = db.selectFrom('invoices')
  return only === null ? invoices : invoices.where('invoices.company_id', '=', only).where('invoices.status', '!=', 'DRAFT')
}

/** By id, or by number: `/invoices/7` and `/invoices/INV-2026-000007` are the same (INV-7). */
const invoiceBy = (db: Db, scope: Scope, reference: string | number) =>
  visibleInvoices(db, scope)
    .selectAll('invoices')
    .where((eb) =>
      /^\d{1,15}$/.test(String(reference)) ? eb('invoices.id', '=', Number(reference)) : eb('invoices.invoice_number', '=', String(reference)),
    )

export const getInvoice = (db: Db, scope: Scope, reference: string | number): Promise<StoredInvoice> =>
  invoiceBy(db, scope, reference).executeTakeFirstOrThrow(() => new AppError('record.not-found'))

/**
 * The invoice, held until the transaction ends. What is decided about its money is decided from what this answers and nothing read before: a lock that
 * is taken after the reading lets two people pay the same cents (reliability, fact 1).
 */
export const lockInvoice = (db: Db, scope: Scope, reference: string | number): Promise<StoredInvoice> =>
  invoiceBy(db, scope, reference)
    .forUpdate('invoices')
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

type Changeable = Partial<Pick<StoredInvoice, 'status' | 'issued_date' | 'due_date' | 'start_date' | 'end_date' | 'sent_at' | 'voided_cents'>>
export async function updateInvoice(db: Db, id: number, changed: Changeable): Promise<void> {
  await db
    .updateTable('invoices')
    .set(({ eb }) => ({ ...changed, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', id)
    .execute()
}
