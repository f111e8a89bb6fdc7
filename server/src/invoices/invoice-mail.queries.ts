import type { InvoiceMailState } from '@portal/contract/invoices/invoice-mail.ts'
import type { MailStatus } from '@portal/contract/outbox/outbox.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { onlyCompany } from '../platform/access/scope.ts'
import { sentenceOf, storedParts } from '../platform/stored-message.ts'

/** Where the papers of a company go: the address for documents, else the ordinary one (INV-14). */
export async function getMailAddress(db: Db, companyId: number): Promise<string | null> {
  const found = await db
    .selectFrom('customers')
    .select(['document_email', 'email'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return found?.document_email || found?.email || null
}

/** The mails of an invoice, newest first. When and why it is tried again is the provider's own business. */
export async function listInvoiceMails(db: Db, scope: Scope, invoiceId: number): Promise<InvoiceMailState[]> {
  const only = onlyCompany(scope)
  const isStaff = scope.role === 'portal_staff'
  const mails = db
    .selectFrom('outbox')
    .select(['id', 'to_address', 'status', 'attempts', 'created_at', 'sent_at'])
    .select(isStaff ? 'last_error' : sql<string | null>`null`.as('last_error'))
    .select(isStaff ? 'next_attempt_at' : sql<string | null>`null`.as('next_attempt_at'))
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .limit(50)
  const found = await (only === null ? mails : mails.where('company_id', '=', only)).execute()
  return found.map((mail) => ({
    ...mail,
    status: mail.status as MailStatus,
    last_error: sentenceOf(mail.last_error),
    last_error_message: storedParts(mail.last_error),
    can_retry: isStaff && (mail.status === 'failed' || mail.status === 'kept'),
    // It stands in the row whether or not there will be another try.
    next_attempt_at: mail.status === 'queued' ? mail.next_attempt_at : null,
  }))
}
