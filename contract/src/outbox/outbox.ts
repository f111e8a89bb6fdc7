import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, messageParts } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { mailStatusWords } from './outbox-words.data.ts'

export const mailStatuses = ['queued', 'sending', 'sent', 'kept', 'failed'] as const
export type MailStatus = (typeof mailStatuses)[number]

/** What an e-mail is about, by its stored kind. */
export const mailKindWords: Readonly<Record<string, string>> = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  reminder: 'Reminder',
  statement: 'Statement of account',
  registration: 'Registration',
  invitation: 'Invitation',
  'password-reset': 'Password reset',
  security: 'Account security',
  notification: 'Notification',
  webhook: 'Webhook',
}

const mailRow = z.object({
  id: z.int(),
  created_at: instant(),
  /** Empty once it was erased. */
  to_address: z.string(),
  subject: z.string(),
  company_id: z.int(),
  company_name: z.string(),
  kind: z.string(),
  status: z.enum(mailStatuses),
  attempts: z.int(),
  sent_at: instant().nullable(),
})
export type MailRow = z.infer<typeof mailRow>
const mail = mailRow.extend({
  brand: z.string(),
  text: z.string(),
  last_error: z.string().nullable(),
  last_error_message: messageParts.nullable(),
  next_attempt_at: instant(),
  /** When the address and the text were deleted, at the end of their retention (OPS-6). */
  erased_at: instant().nullable(),
  can_retry: z.boolean(),
  /** Its attachments; each document is read with its invoice or credit note, a statement with its company and days. */
  attachments: z.array(
    z.object({
      name: z.string(),
      invoice_id: z.int().optional(),
      credit_note_id: z.int().optional(),
      company_id: z.int().optional(),
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
    }),
  ),
})
export type Mail = z.infer<typeof mail>

export const outboxList = defineList({
  rows: 'outbox',
  columns: {
    created_at: ['Written', 'instant'],
    to_address: 'To',
    subject: 'Subject',
    company_name: 'Company',
    kind_words: 'Kind',
    status_words: 'Status',
    attempts: ['Attempts', 'number'],
    sent_at: ['Sent at', 'instant'],
  },
  sort: ['created_at', 'to_address', 'status'],
  filters: {
    to_address: { kind: 'text' },
    subject: { kind: 'text' },
    company_name: { kind: 'text' },
    status: { kind: 'choice', options: choices(mailStatuses, mailStatusWords) },
  },
  defaultSort: 'created_at,desc',
})

/**
 * Mail that the portal wrote (API-6). The specification has no screen for it, so it uses the permission of the
 * customers' screen. Only staff can have that one, and customers ask the staff who manage them about their mail.
 */
export const outbox = defineContract('outbox', {
  list: {
    method: 'GET',
    path: '/outbox',
    summary: 'List mail written by the portal, with its status',
    can: 'customers.read',
    query: outboxList.query,
    list: outboxList,
    reply: pageOf('outbox', mailRow),
  },
  get: {
    method: 'GET',
    path: '/outbox/:id',
    summary: 'Get a mail with its text',
    can: 'customers.read',
    // Showing a secret link adds an audit entry, which a read-only transaction could not.
    transaction: 'none',
    params: byId,
    reply: mail,
  },
  retry: {
    method: 'POST',
    path: '/outbox/:id/retry',
    summary: 'Send a failed or kept mail again',
    can: 'customers.update',
    params: byId,
    reply: mail,
  },
})
