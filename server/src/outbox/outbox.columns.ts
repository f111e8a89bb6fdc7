import type { Mail, MailRow, MailStatus } from '@portal/contract/outbox/outbox.ts'
import type { Selectable } from 'kysely'
import type { Outbox } from '../db/schema.ts'
import type { MailAttachment } from '../platform/mailer.ts'
import { sentenceOf, storedParts } from '../platform/stored-message.ts'
import { canRetry, shownText } from './outbox.rules.ts'

export type StoredMail = Selectable<Outbox> & { company_name: string }
export type StoredMailRow = Omit<MailRow, 'status'> & { status: string }
export const toMailRow = (stored: StoredMailRow): MailRow => ({ ...stored, status: stored.status as MailStatus })

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
  const text = shownText(stored, showsLink)
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
    attachments: (stored.attachments ?? []) as MailAttachment[],
  }
}
