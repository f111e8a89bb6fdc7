import type { InvoiceMailState } from '@portal/contract/invoices/invoice-mail.ts'
import type { MailStatus } from '@portal/contract/outbox/outbox.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { sentenceOf, storedParts } from '../platform/stored-message.ts'

/** The kind of a reminder's mail (RECV-9). */
export const reminderKind = 'reminder'
/** The recipient of a company's documents: the document address, else the ordinary one (INV-14). */
export async function getMailAddress(db: Db, companyId: number): Promise<string | null> {
  const found = await db
    .selectFrom('customers')
    .select(['document_email', 'email'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return found?.document_email || found?.email || null
}

const visibleMails = visible('outbox', 'company_id')
/** The mails of an invoice or a credit note, newest first. Only staff see retry times and errors. */
export async function listDocumentMails(
  db: Db,
  scope: Scope,
  column: 'invoice_id' | 'credit_note_id',
  id: number,
): Promise<InvoiceMailState[]> {
  const isStaff = scope.role === 'portal_staff'
  const found = await visibleMails(db, scope)
    .select(['id', 'kind', 'to_address', 'status', 'attempts', 'created_at', 'sent_at'])
    .select(isStaff ? 'last_error' : sql<string | null>`null`.as('last_error'))
    .select(isStaff ? 'next_attempt_at' : sql<string | null>`null`.as('next_attempt_at'))
    .where(column, '=', id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return found.map(({ kind, ...mail }) => ({
    ...mail,
    is_reminder: kind === reminderKind,
    status: mail.status as MailStatus,
    last_error: sentenceOf(mail.last_error),
    last_error_message: storedParts(mail.last_error),
    can_retry: isStaff && (mail.status === 'failed' || mail.status === 'kept'),
    // The column keeps its value after the last attempt.
    next_attempt_at: mail.status === 'queued' ? mail.next_attempt_at : null,
  }))
}
