import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id, instant, messageParts } from '../fields.ts'
import { message } from '../message.ts'
import { mailStatuses } from '../outbox/outbox.ts'
import { byInvoice } from './invoice-documents.ts'

/** The most invoices mailed by one call, so that it fits into one transaction. */
export const mailLimit = 200
export const tooManyMails = message('invoice.too-many', { max: mailLimit })
export const nothingToMail = 'invoice.none-to-mail'

/** The status of the mail of an invoice or a credit note. Only staff see why it failed. */
export const invoiceMailState = z.object({
  id: z.int(),
  to_address: z.string(),
  is_reminder: z.boolean(),
  status: z.enum(mailStatuses),
  attempts: z.int(),
  last_error: z.string().nullable(),
  last_error_message: messageParts.nullable(),
  next_attempt_at: instant().nullable(),
  created_at: instant(),
  sent_at: instant().nullable(),
  can_retry: z.boolean(),
})
export type InvoiceMailState = z.infer<typeof invoiceMailState>

/** Queued, not sent yet. The invoice's mails show the outcome (INV-14). */
const queued = z.object({ invoices: z.int(), mails: z.array(z.int()) })
export type QueuedMails = z.infer<typeof queued>

export const invoiceMail = defineContract('invoices', {
  email: {
    method: 'POST',
    path: '/email-invoice',
    summary: 'E-mail an invoice to its customer with the PDF attached; a Draft becomes Sent',
    can: 'invoices.update',
    query: z.object({ type: z.literal('spol/invoices', 'invoice.mail-type'), id: z.string().min(1).max(60) }),
    reply: queued,
  },
  emailMany: {
    method: 'POST',
    path: '/spol/invoices/email',
    summary: 'E-mail chosen invoices, all or none',
    can: 'invoices.update',
    body: z.strictObject({ ids: z.array(id()).min(1, nothingToMail).max(mailLimit, tooManyMails) }),
    arrayAs: 'ids',
    reply: queued,
  },
  mails: {
    method: 'GET',
    path: '/spol/invoices/:id/mails',
    summary: 'List the e-mails of an invoice with their status, newest first',
    can: 'invoices.read',
    params: byInvoice,
    /** The recipient of the next mail, for staff; null if the customer has no address. */
    reply: z.object({ mails: z.array(invoiceMailState), next_address: z.string().nullable() }),
  },
  retryMail: {
    method: 'POST',
    path: '/spol/invoices/:id/mails/:mailId/retry',
    summary: 'Retry an invoice’s e-mail that failed or was kept',
    can: 'invoices.update',
    params: byInvoice.extend({ mailId: id() }),
    reply: invoiceMailState,
  },
})
