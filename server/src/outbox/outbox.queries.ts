import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import type { Message } from '@portal/contract/message.ts'
import { type MailRow, outboxList } from '@portal/contract/outbox/outbox.ts'
import type { Insertable } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import type { Outbox } from '../db/schema.ts'
import { visible } from '../platform/access/visible.ts'
import { type Claimed, claimNext, dueWork, endClaim, type Queue } from '../platform/jobs/claims.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type StoredMail, toMailRow } from './outbox.columns.ts'

/** Every read of mail for a user starts here, limited to the companies that the user can see. */
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
          'outbox.company_id',
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

export type ClaimedMail = Claimed<'outbox'>
/** The mail that is longest past its due time comes first. */
export const mailQueue: Queue<'outbox'> = { table: 'outbox', busy: 'sending', first: 'longest-due' }
export const claimMail = (db: Db, now: Date, leaseMs: number): Promise<ClaimedMail | null> =>
  claimNext(db, mailQueue, now, leaseMs)

export type MailEnd = { status: 'sent'; sent_at: string; last_error: null } | { status: 'failed'; last_error: Message }
/** Ends a claimed mail, unless the claim is lost, and adds an audit entry (A1). */
export async function finishMail(db: Db, mail: ClaimedMail, outcome: MailEnd): Promise<void> {
  if (!(await endClaim(db, mailQueue, mail, { ...outcome, link: null }))) return
  const { id, attempts, company_id, to_address } = mail
  const { status, last_error } = outcome
  await db
    .insertInto('audit_log')
    .values({
      action: `outbox.${status}`,
      company_id,
      record_type: 'outbox',
      record_id: id,
      record_label: to_address,
      after: JSON.stringify({ attempts, ...(last_error === null ? {} : { last_error }) }),
    })
    .execute()
}

/** Without a mail server, due mail is kept for staff to read. */
export async function keepDueMail(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ status: 'kept', locked_until: null })
    .where('id', 'in', dueWork(db, mailQueue, now).orderBy('id').limit(500))
    .execute()
}
