import { AppError } from '@portal/contract/errors.ts'
import { isEmail } from '@portal/contract/fields.ts'
import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import type { Mail } from '@portal/contract/outbox/outbox.ts'
import { grantsOf, roles } from '@portal/contract/permissions.ts'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { Clock } from '../platform/access/sessions.ts'
import type { Context } from '../platform/http/context.ts'
import { type MailAttachment, oneLine } from '../platform/mailer.ts'
import { type StoredMail, toMail } from './outbox.columns.ts'
import { getMail, insertMail, lockMail, requeueMail } from './outbox.queries.ts'
import { canRetry } from './outbox.rules.ts'

export type NewMail = {
  company_id: number
  kind: string
  brand: BrandKey
  to: string
  subject: string
  text: string
  html?: string
  /** The attached invoice or credit note. */
  invoice_id?: number
  credit_note_id?: number
  /** The days after the due date of a reminder, and the first day of a statement's month: each is mailed once. */
  reminder_days?: number
  statement_month?: string
  /** A report is mailed once to each person. */
  report_run_id?: number
  /** The person and the day of a price list, which is mailed once. */
  price_list_user?: number
  price_list_day?: string
  attachments?: readonly MailAttachment[]
}
/** Queues a mail in the transaction of the change it reports: both happen, or neither. */
export async function queueMail(db: Db, mail: NewMail): Promise<number> {
  const { company_id, kind, brand, to, subject, text, html, attachments } = mail
  if (!isEmail(to)) throw new AppError('request.invalid', { email: 'field.email' })
  return insertMail(db, {
    company_id,
    kind,
    brand,
    to_address: to,
    subject: oneLine(subject).slice(0, 200),
    text_body: text,
    html_body: html ?? null,
    invoice_id: mail.invoice_id ?? null,
    credit_note_id: mail.credit_note_id ?? null,
    reminder_days: mail.reminder_days ?? null,
    statement_month: mail.statement_month ?? null,
    report_run_id: mail.report_run_id ?? null,
    price_list_user: mail.price_list_user ?? null,
    price_list_day: mail.price_list_day ?? null,
    attachments: attachments ? JSON.stringify(attachments) : null,
  })
}

const everything = JSON.stringify(grantsOf({ role: roles.admin, levels: {}, kind: 'provider' }))
/**
 * A link opens the recipient's account, even an Admin's. It is shown only if no mail server could deliver it, and only
 * to a user with full permissions: for anyone else, and for a service key, it would be privilege escalation.
 */
const maySeeLink = (actor: Actor, { status, link }: StoredMail): boolean =>
  link !== null && status === 'kept' && !actor.service_key && JSON.stringify(actor.grants) === everything

export async function readMail({ db, audit }: Pick<Context, 'db' | 'audit'>, actor: Actor, id: number): Promise<Mail> {
  const stored = await getMail(db, actor.scope, id)
  const showsLink = maySeeLink(actor, stored)
  if (showsLink) await audit({ record: { type: 'outbox', id, label: stored.to_address }, after: { shown: 'link' } })
  return toMail(stored, showsLink)
}

export async function retryMail({ db, actor, audit }: Context, clock: Clock, id: number): Promise<Mail> {
  const stored = await lockMail(db, actor.scope, id)
  if (!canRetry(stored)) throw new AppError('mail.not-resendable')
  await requeueMail(db, id, clock())
  await audit({
    record: { type: 'outbox', id, label: stored.to_address },
    before: { status: stored.status },
    after: { status: 'queued' },
  })
  return toMail(await getMail(db, actor.scope, id), false)
}
