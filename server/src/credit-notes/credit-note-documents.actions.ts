import type { FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import type { InvoiceMailState } from '@portal/contract/invoices/invoice-mail.ts'
import { getCreditPaperHead } from '../invoices/credited/credit-paper.queries.ts'
import { readIssuedCreditNote } from '../invoices/credited/stored-credit-notes.actions.ts'
import { demandMailAddress } from '../invoices/invoice-mail.actions.ts'
import { getMailAddress, listDocumentMails } from '../invoices/invoice-mail.queries.ts'
import { queueMail, retryMail } from '../outbox/outbox.actions.ts'
import { getMail } from '../outbox/outbox.queries.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { Context, OpenContext, Services } from '../platform/http/context.ts'
import { creditNoteLetter } from './credit-note-mail-text.ts'
import { getCreditNote, lockCreditNote } from './credit-notes.queries.ts'

const contentTypes = { PDF: 'application/pdf', CSV: 'text/csv; charset=utf-8' } as const
/** The stored document, by the first who needs it drawn and stored (RECV-4). */
export async function downloadCreditNote(
  context: OpenContext<Actor>,
  reference: string,
  type: DocumentType,
): Promise<FileReply> {
  const { id, credit_note_number } = await context.withScope(async ({ db, audit }) => {
    const found = await getCreditNote(db, context.actor.scope, reference)
    await audit({ record: { type: 'credit_note', id: found.id, label: found.credit_note_number } })
    return found
  })
  return {
    type: contentTypes[type],
    name: `${credit_note_number}.${type.toLowerCase()}`,
    body: await readIssuedCreditNote(context, id, type),
  }
}

/** Queues the mail; the worker reads the stored PDF when it sends it. */
export async function mailCreditNote(
  context: Context,
  { brands }: Pick<Services, 'brands'>,
  reference: string,
): Promise<{ mail: number; to_address: string }> {
  const { db, actor, audit } = context
  const { id, company_id, credit_note_number } = await lockCreditNote(db, actor.scope, reference)
  const head = await getCreditPaperHead(db, actor.scope, id)
  const to = await demandMailAddress(context, head)
  const mail = await queueMail(db, {
    company_id,
    kind: 'credit-note',
    brand: head.brand,
    to,
    ...creditNoteLetter(head, brands[head.brand].publicUrl),
    credit_note_id: id,
    attachments: [{ credit_note_id: id, name: `${credit_note_number}.pdf` }],
  })
  await audit({ record: { type: 'credit_note', id, label: credit_note_number }, after: { to, mail } })
  return { mail, to_address: to }
}

export async function readCreditNoteMails(
  { db, actor }: Context,
  reference: string,
): Promise<{ mails: InvoiceMailState[]; next_address: string | null }> {
  const { id, company_id } = await getCreditNote(db, actor.scope, reference)
  const next_address = actor.scope.role === 'portal_staff' ? await getMailAddress(db, company_id) : null
  return { mails: await listDocumentMails(db, actor.scope, 'credit_note_id', id), next_address }
}

export async function retryCreditNoteMail(
  context: Context,
  { clock }: Pick<Services, 'clock'>,
  reference: string,
  mailId: number,
): Promise<InvoiceMailState> {
  const { db, actor } = context
  const { id } = await lockCreditNote(db, actor.scope, reference)
  if ((await getMail(db, actor.scope, mailId)).credit_note_id !== id) throw new AppError('record.not-found')
  await retryMail(context, clock, mailId)
  const mail = (await listDocumentMails(db, actor.scope, 'credit_note_id', id)).find((one) => one.id === mailId)
  if (!mail) throw new AppError('record.not-found')
  return mail
}
