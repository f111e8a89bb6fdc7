import { type Mail, type MailRow, type MailStatus, mailKindWords } from '@portal/contract/outbox/outbox.ts'
import { mailStatusWords } from '@portal/contract/outbox/outbox-words.data.ts'
import type { Selectable } from 'kysely'
import type { Outbox } from '../db/schema.ts'
import type { MailAttachment } from '../platform/mailer.ts'
import { pick } from '../platform/pick.ts'
import { sentenceOf, storedParts } from '../platform/stored-message.ts'
import { canRetry, shownText } from './outbox.rules.ts'

export type StoredMail = Selectable<Outbox> & { company_name: string }
export type StoredMailRow = Omit<MailRow, 'status'> & { status: string }
/** The last two are for downloads. */
type Row = MailRow & { kind_words: string; status_words: string }
export function toMailRow(stored: StoredMailRow): Row {
  const status = stored.status as MailStatus
  return {
    ...stored,
    status,
    kind_words: mailKindWords[stored.kind] ?? stored.kind,
    status_words: mailStatusWords[status],
  }
}

const shownAsStored = [
  'id',
  'created_at',
  'to_address',
  'subject',
  'company_id',
  'company_name',
  'kind',
  'attempts',
  'sent_at',
  'brand',
  'next_attempt_at',
  'erased_at',
] as const satisfies readonly (keyof StoredMail)[]

export function toMail(stored: StoredMail, showsLink: boolean): Mail {
  return {
    ...pick(stored, shownAsStored),
    status: stored.status as MailStatus,
    last_error: sentenceOf(stored.last_error),
    last_error_message: storedParts(stored.last_error),
    text: shownText(stored, showsLink),
    can_retry: canRetry(stored),
    attachments: (stored.attachments ?? []) as MailAttachment[],
  }
}
