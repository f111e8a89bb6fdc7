import { setTimeout as sleep } from 'node:timers/promises'
import { english } from '@portal/contract/english.ts'
import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import { type Message, message } from '@portal/contract/message.ts'
import type { Database } from '../db/connect.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { jobScope, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { countMail } from '../platform/jobs/metrics.ts'
import { type Failure, type GoOn, type Note, runDue, type Work } from '../platform/jobs/work-queue.ts'
import {
  type Attach,
  type AttachedFile,
  type MailAttachment,
  type Mailer,
  MailWithdrawn,
  oneLine,
} from '../platform/mailer.ts'
import { maskSecrets } from '../process/logging.ts'
import { type ClaimedMail, finishMail, keepDueMail, mailQueue } from './outbox.queries.ts'
import { withLink } from './outbox.rules.ts'

const minute = 60_000
/** The pause after each failure. After the last attempt the mail has failed, and staff can see it and send it again. */
export const mailPausesMs = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minute)
/**
 * A worker that has not reported within this time is dead. A live one cannot take so long: the mailer's limit is far
 * below.
 */
export const mailLeaseMs = 5 * minute
const pollEveryMs = 2000
/** Sent in parallel, so that one slow receiver does not hold up the rest. */
const workers = 3
const stopMs = 8000
/** A sent mail whose outcome is not recorded would be sent twice, so recording it waits while the database is away. */
const noteForMs = 60 * minute

export type Mailing = { database: Database; mailer: Mailer | null; attach?: Attach; clock?: Clock; log?: Log }
const wordOf = (error: unknown): Message =>
  message('mail.failed', { detail: oneLine(error instanceof Error ? error.message : String(error)).slice(0, 500) })
/** The failure as the record stores it. */
const lastErrorOf = ({ error }: Failure): Message => {
  if (error === null) return 'mail.cut-off'
  return error instanceof MailWithdrawn ? error.message : wordOf(error)
}

async function filesOf({ attachments, kind }: ClaimedMail, attach: Attach | undefined): Promise<AttachedFile[]> {
  const wanted = (attachments ?? []) as MailAttachment[]
  if (wanted.length > 0 && !attach) throw new Error('This process cannot create mail attachments.')
  return Promise.all(wanted.map((attachment) => (attach as Attach)(attachment, kind)))
}

type Delivery = { mailer: Mailer; attach: Attach | undefined; clock: Clock }
/** No transaction is open while a mail is sent; the outcome is recorded afterwards. */
async function deliver({ mailer, attach, clock }: Delivery, mail: ClaimedMail): Promise<Note> {
  const { id, brand, to_address, subject, expires_at } = mail
  if (expires_at !== null && new Date(expires_at) <= clock()) throw new MailWithdrawn('mail.expired')
  const files = await filesOf(mail, attach)
  await mailer.send({ id, brand: brand as BrandKey, to: to_address, subject, ...withLink(mail), files })
  countMail('sent')
  const sent_at = clock().toISOString()
  return (write) => write((db) => finishMail(db, mail, { status: 'sent', sent_at, last_error: null }))
}

/**
 * Counts and logs a failed attempt. Masks the server's reply, which often repeats the recipient's address (OPS-5, A3).
 */
function report(log: Log | undefined, { id, attempts, company_id }: ClaimedMail, failure: Failure): void {
  const { nextAttemptAt } = failure
  const logged = {
    mail: id,
    company: company_id,
    attempt: attempts,
    reason: maskSecrets(english(lastErrorOf(failure))),
  }
  countMail(nextAttemptAt ? 'queued' : 'failed')
  if (nextAttemptAt)
    log?.error(
      { ...logged, next_attempt_at: nextAttemptAt.toISOString() },
      'mail could not be sent and will be retried',
    )
  else log?.error(logged, 'mail could not be sent on its last attempt')
}

const mailJob = ({ log, mailer, attach, clock = () => new Date() }: Mailing & { mailer: Mailer }): Work<'outbox'> => ({
  queue: mailQueue,
  leaseMs: mailLeaseMs,
  pausesMs: mailPausesMs,
  noteForMs,
  attempt: (mail) => deliver({ mailer, attach, clock }, mail),
  isFinal: (error) => error instanceof MailWithdrawn,
  kept: (failure) => ({ last_error: lastErrorOf(failure) }),
  report: (mail, failure) => report(log, mail, failure),
  end: (mail, failure, write) =>
    write((db) => finishMail(db, mail, { status: 'failed', last_error: lastErrorOf(failure) })),
})

/** Sends all due mail, or keeps it if there is no mail server (INV-14). */
export async function sendDueMail(mailing: Mailing, goOn?: GoOn): Promise<void> {
  const { database, mailer, clock = () => new Date() } = mailing
  if (!mailer) return database.transaction(jobScope, (db) => keepDueMail(db, clock()))
  const job = mailJob({ ...mailing, mailer })
  const ends = await Promise.allSettled(Array.from({ length: workers }, () => runDue(job, mailing, goOn)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/**
 * Looks for mail every few seconds. A stop waits briefly for mails in progress; an aborted mail counts as a failure.
 */
export function startMailing(mailing: Mailing & { log: Log }): Running {
  const job = startJob({ name: 'mail', everyMs: pollEveryMs, log: mailing.log }, (goOn) => sendDueMail(mailing, goOn))
  return {
    async stop() {
      const ended = job.stop()
      await Promise.race([ended, sleep(stopMs, undefined, { ref: false })])
      mailing.mailer?.close()
      await ended
    },
  }
}
