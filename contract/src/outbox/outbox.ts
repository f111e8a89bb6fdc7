import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, messageParts } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'

export const mailStatuses = ['queued', 'sending', 'sent', 'kept', 'failed'] as const
export type MailStatus = (typeof mailStatuses)[number]
/** The word shown for a status. Kept: there is no mail server, and the mail is here to be read. */
export const mailStatusWords = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  kept: 'Kept',
  failed: 'Failed',
} as const satisfies Record<MailStatus, string>

const mailRow = z.object({
  id: z.int(),
  created_at: instant(),
  to_address: z.string(),
  subject: z.string(),
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
  can_retry: z.boolean(),
  /** What it carries; the paper itself is read where its invoice is. */
  attachments: z.array(z.object({ name: z.string(), invoice_id: z.int() })),
})
export type Mail = z.infer<typeof mail>

export const outboxList = defineList({
  rows: 'outbox',
  columns: {
    created_at: ['Written', 'instant'],
    to_address: 'To',
    subject: 'Subject',
    company_name: 'Company',
    kind: 'Kind',
    status: 'Status',
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
 * Mail that the portal wrote (API-6). No screen of the specification is about it, so it goes with the customers'
 * screen: only the provider's people can ever have that one, and whoever looks after customers is the one they ask
 * where their mail is.
 */
export const outbox = defineContract('outbox', {
  list: {
    method: 'GET',
    path: '/outbox',
    summary: 'Mail written by the portal and what became of it',
    can: 'customers.read',
    query: outboxList.query,
    list: outboxList,
    reply: pageOf('outbox', mailRow),
  },
  get: {
    method: 'GET',
    path: '/outbox/:id',
    summary: 'One mail with its text',
    can: 'customers.read',
    // Showing a secret link is noted in the trail, which a plain read could not do.
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
