import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import type { Message } from '@portal/contract/message.ts'
import { type MailRow, outboxList } from '@portal/contract/outbox/outbox.ts'
import type { Insertable } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import type { Outbox } from '../db/schema.ts'
import { visible } from '../platform/access/visible.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type StoredMail, toMailRow } from './outbox.columns.ts'

/** Every read of mail for somebody starts here, so that nobody reaches another company's. */
const visibleOutbox = visible('outbox', 'company_id')
const withCompany = (outbox: ReturnType<typeof visibleOutbox>) =>
  outbox.innerJoin('companies', 'companies.id', 'outbox.company_id')

export const listOutbox = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'outbox', MailRow>> =>
  paginate(
    db,
    scope,
    outboxList,
    query,
    {
      id: 'outbox.id',
      created_at: 'outbox.created_at',
      to_address: 'outbox.to_address',
      subject: 'outbox.subject',
      company_name: 'companies.name',
      status: 'outbox.status',
    },
    {
      from: visibleOutbox(db, scope),
      show: (outbox) =>
        withCompany(outbox).select([
          'outbox.id',
          'outbox.created_at',
          'to_address',
          'subject',
          'companies.name as company_name',
          'outbox.kind',
          'outbox.status',
          'attempts',
          'sent_at',
        ]),
      row: toMailRow,
    },
  )

const mailById = (db: Db, scope: Scope, id: number) =>
  withCompany(visibleOutbox(db, scope))
    .selectAll('outbox')
    .select('companies.name as company_name')
    .where('outbox.id', '=', id)
export const getMail = (db: Db, scope: Scope, id: number): Promise<StoredMail> =>
  mailById(db, scope, id).executeTakeFirstOrThrow(() => new AppError('record.not-found'))
export const lockMail = (db: Db, scope: Scope, id: number): Promise<StoredMail> =>
  mailById(db, scope, id)
    .forUpdate('outbox')
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

export async function insertMail(db: Db, mail: Insertable<Outbox>): Promise<number> {
  const { id } = await db.insertInto('outbox').values(mail).returning('id').executeTakeFirstOrThrow()
  return id
}
export async function requeueMail(db: Db, id: number, now: Date): Promise<void> {
  const fresh = { status: 'queued', attempts: 0, next_attempt_at: now.toISOString(), last_error: null }
  await db.updateTable('outbox').set(fresh).where('id', '=', id).execute()
}

export type ClaimedMail = Pick<
  StoredMail,
  | 'id'
  | 'company_id'
  | 'brand'
  | 'to_address'
  | 'subject'
  | 'text_body'
  | 'html_body'
  | 'link'
  | 'attempts'
  | 'expires_at'
  | 'attachments'
>
/** Mail whose time has come, and mail of a worker that did not come back within its lease. */
const dueMail = (db: Db, now: Date) =>
  db
    .selectFrom('outbox')
    .where('next_attempt_at', '<=', now.toISOString())
    .where(({ or, and, eb }) =>
      or([
        eb('status', '=', 'queued'),
        and([eb('status', '=', 'sending'), eb('locked_until', '<=', now.toISOString())]),
      ]),
    )

/**
 * Takes the next due mail for `leaseMs`. A row that another worker is taking this very moment is passed over, not
 * waited for.
 */
export async function claimMail(db: Db, now: Date, leaseMs: number): Promise<ClaimedMail | null> {
  const until = new Date(now.getTime() + leaseMs).toISOString()
  const next = dueMail(db, now).select('id').orderBy('next_attempt_at').orderBy('id').limit(1).forUpdate().skipLocked()
  const claimed = await db
    .updateTable('outbox')
    .set(({ eb }) => ({ status: 'sending', attempts: eb('attempts', '+', 1), locked_until: until }))
    .where('id', '=', next)
    .returning([
      'id',
      'company_id',
      'brand',
      'to_address',
      'subject',
      'text_body',
      'html_body',
      'link',
      'attempts',
      'expires_at',
      'attachments',
    ])
    .executeTakeFirst()
  return claimed ?? null
}

export type Outcome =
  | { status: 'sent'; sent_at: string }
  | { status: 'queued'; next_attempt_at: string; last_error: Message }
  | { status: 'failed'; last_error: Message }
/**
 * Writes down what became of a claimed mail, unless its lease ran out and somebody else has it by now. An end is noted
 * in the trail (A1).
 */
export async function finishMail(
  db: Db,
  { id, attempts, company_id, to_address }: ClaimedMail,
  outcome: Outcome,
): Promise<boolean> {
  const isOver = outcome.status !== 'queued'
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({
      ...outcome,
      locked_until: null,
      ...(outcome.status === 'sent' ? { last_error: null } : {}),
      ...(isOver ? { link: null } : {}),
    })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (isOver)
    await db
      .insertInto('audit_log')
      .values({
        action: `outbox.${outcome.status}`,
        company_id,
        record_type: 'outbox',
        record_id: id,
        record_label: to_address,
        after: JSON.stringify({ attempts, ...('last_error' in outcome ? { last_error: outcome.last_error } : {}) }),
      })
      .execute()
  return true
}

/** Without a mail server there is nothing to wait for: what is due stays here, to be read. */
export async function keepDueMail(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ status: 'kept', locked_until: null })
    .where('id', 'in', dueMail(db, now).select('id').orderBy('id').limit(500).forUpdate().skipLocked())
    .execute()
}
