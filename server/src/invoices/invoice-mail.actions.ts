import { AppError } from '@portal/contract/errors.ts'
import type { InvoiceMailState, QueuedMails } from '@portal/contract/invoices/invoice-mail.ts'
import type { InvoiceStatus } from '@portal/contract/invoices/invoice-status.rules.ts'
import { message } from '@portal/contract/message.ts'
import { queueMail, retryMail } from '../outbox/outbox.actions.ts'
import { getMail } from '../outbox/outbox.queries.ts'
import { staffScope } from '../platform/access/scope.ts'
import type { Context, Services } from '../platform/http/context.ts'
import { type DocumentAttachment, MailWithdrawn } from '../platform/mailer.ts'
import { readIssuedCreditNote } from './credited/stored-credit-notes.actions.ts'
import { getPaperHead } from './invoice-documents.queries.ts'
import { getMailAddress, listDocumentMails, reminderKind } from './invoice-mail.queries.ts'
import { invoiceLetter } from './invoice-mail-text.ts'
import type { DocumentHead } from './invoice-paper.rules.ts'
import { getInvoice, lockInvoice, type StoredInvoice } from './invoices.queries.ts'
import { issueInvoice } from './issued/issuing.actions.ts'
import { type Keeping, readIssuedInvoice } from './issued/stored-invoices.actions.ts'

type Sending = Pick<Services, 'brands' | 'clock'>

function refuseVoid({ status, invoice_number }: Pick<StoredInvoice, 'status' | 'invoice_number'>): void {
  if (status === 'VOID')
    throw new AppError('invoice.void', undefined, {
      message: message('invoice.mail-void', { number: invoice_number }),
    })
}
/** The recipient of a company's documents. Without one nothing is queued, and the error says where to enter it. */
export async function demandMailAddress(
  { db }: Pick<Context, 'db'>,
  { company_id, company_name }: Pick<DocumentHead, 'company_id' | 'company_name'>,
): Promise<string> {
  const address = await getMailAddress(db, company_id)
  if (address) return address
  const reason = message('invoice.mail-no-address', { company: company_name })
  throw new AppError('request.invalid', { email: reason }, { message: reason })
}

/** Queues the mail and sets a Draft to Sent in one transaction, so neither happens without the other. */
async function mailInvoice(context: Context, { brands, clock }: Sending, reference: string | number): Promise<number> {
  const { db, actor, audit } = context
  const stored = await lockInvoice(db, actor.scope, reference)
  refuseVoid(stored)
  if (stored.status === 'DRAFT') {
    await issueInvoice(db, stored, clock(), { isNamed: true })
  }
  const head = await getPaperHead(db, actor.scope, stored.id)
  const to = await demandMailAddress(context, head)
  const mail = await queueMail(db, {
    company_id: stored.company_id,
    kind: 'invoice',
    brand: head.brand,
    to,
    ...invoiceLetter(head, brands[head.brand].publicUrl),
    invoice_id: stored.id,
    attachments: [{ invoice_id: stored.id, name: `${stored.invoice_number}.pdf` }],
  })
  await audit({
    record: { type: 'invoice', id: stored.id, label: stored.invoice_number },
    before: { status: stored.status },
    after: { status: head.status satisfies InvoiceStatus, to, mail },
  })
  return mail
}

/** Mails all invoices or none (T4). Locks them in id order to avoid deadlocks. */
export async function mailInvoices(
  context: Context,
  sending: Sending,
  references: readonly (string | number)[],
): Promise<QueuedMails> {
  const mails: number[] = []
  const wanted = [...new Set(references)].sort((one, other) => Number(one) - Number(other))
  for (const reference of wanted) mails.push(await mailInvoice(context, sending, reference))
  return { invoices: wanted.length, mails }
}

export async function readInvoiceMails(
  { db, actor }: Context,
  reference: string,
): Promise<{ mails: InvoiceMailState[]; next_address: string | null }> {
  const { id, company_id } = await getInvoice(db, actor.scope, reference)
  const next_address = actor.scope.role === 'portal_staff' ? await getMailAddress(db, company_id) : null
  return { mails: await listDocumentMails(db, actor.scope, 'invoice_id', id), next_address }
}

export async function retryInvoiceMail(
  context: Context,
  { clock }: Sending,
  reference: string,
  mailId: number,
): Promise<InvoiceMailState> {
  const { db, actor } = context
  const invoice = await lockInvoice(db, actor.scope, reference)
  if ((await getMail(db, actor.scope, mailId)).invoice_id !== invoice.id) throw new AppError('record.not-found')
  refuseVoid(invoice)
  await retryMail(context, clock, mailId)
  const mail = (await listDocumentMails(db, actor.scope, 'invoice_id', invoice.id)).find(({ id }) => id === mailId)
  if (!mail) throw new AppError('record.not-found')
  return mail
}

type Reading = Keeping & Pick<Services, 'database'>
/**
 * An invoice voided in the meantime is not sent: its credit note has a mail of its own. Nor is the reminder of one on
 * which nothing is owing any more (RECV-9).
 */
async function withdrawIfSettled({ database }: Reading, invoiceId: number, kind: string): Promise<void> {
  const scope = staffScope(0)
  const { status } = await database.transaction(scope, (db) => getInvoice(db, scope, invoiceId), { readOnly: true })
  if (status === 'VOID') throw new MailWithdrawn('mail.invoice-void')
  if (kind === reminderKind && status === 'FULLY_PAID') throw new MailWithdrawn('mail.invoice-paid')
}
/** Reads the stored PDF when the mail is sent, complete before contacting the mail server. */
export async function attachDocument(
  keeping: Reading,
  { invoice_id, credit_note_id }: DocumentAttachment,
  kind: string,
): Promise<Buffer> {
  if (invoice_id === undefined) return readIssuedCreditNote(keeping, credit_note_id, 'PDF')
  await withdrawIfSettled(keeping, invoice_id, kind)
  return readIssuedInvoice(keeping, invoice_id, 'PDF')
}
