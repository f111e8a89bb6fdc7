import type { Mail, MailRow, MailStatus } from '@portal/contract/outbox/outbox.ts'
import type { Selectable } from 'kysely'
import type { Outbox } from '../db/schema.ts'
import { escapeHtml } from '../platform/http/pages.ts'
import type { Attachment } from '../platform/mailer.ts'
import { sentenceOf, storedParts } from '../platform/stored-message.ts'

export type StoredMail = Selectable<Outbox> & { company_name: string }
export type StoredMailRow = Omit<MailRow, 'status'> & { status: string }
export const toMailRow = (stored: StoredMailRow): MailRow => ({ ...stored, status: stored.status as MailStatus })

const place = '{link}'
const filled = (body: string, value: string): string => body.replaceAll(place, () => value)
type Bodies = Pick<StoredMail, 'text_body' | 'html_body' | 'link'>

/** The bodies as they leave. */
export const withLink = ({ text_body, html_body, link }: Bodies): { text: string; html: string | null } =>
  link === null
    ? { text: text_body, html: html_body }
    : { text: filled(text_body, link), html: html_body === null ? null : filled(html_body, escapeHtml(link)) }

/** A mail about a link is worth nothing without it. */
export const canRetry = ({ status, text_body, link }: Pick<StoredMail, 'status' | 'text_body' | 'link'>): boolean =>
  (status === 'failed' || status === 'kept') && (link !== null || !text_body.includes(place))

export function toMail(stored: StoredMail, showsLink: boolean): Mail {
  const {
    id,
    created_at,
    to_address,
    subject,
    company_name,
    kind,
    attempts,
    sent_at,
    brand,
    last_error,
    next_attempt_at,
  } = stored
  const text = filled(stored.text_body, showsLink && stored.link !== null ? stored.link : '[…]')
  const row = {
    id,
    created_at,
    to_address,
    subject,
    company_name,
    kind,
    attempts,
    sent_at,
    status: stored.status as MailStatus,
  }
  return {
    ...row,
    brand,
    last_error: sentenceOf(last_error),
    last_error_message: storedParts(last_error),
    next_attempt_at,
    text,
    can_retry: canRetry(stored),
    attachments: (stored.attachments ?? []) as Attachment[],
  }
}
