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
/**
 * How long to wait after each failure. After the last one the mail is a dead letter, for staff to see and send again.
 */
export const waits = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minute)
/**
 * A worker that has not reported back by then is dead. A live one cannot take so long: the mailer's limit is far below.
 */
export const mailLeaseMs = 5 * minute
const lookEveryMs = 2000
/** Sent side by side, so that one slow receiver does not hold up the rest. */
const workers = 3
const farewellMs = 8000
/**
 * What was sent and is not written down would be sent a second time, so the note of it waits for a database that is
 * away.
 */
const noteForMs = 60 * minute

export type Mailing = { database: Database; mailer: Mailer | null; attach?: Attach; clock?: Clock; log?: Log }
const wordOf = (error: unknown): Message =>
  message('mail.failed', { detail: oneLine(error instanceof Error ? error.message : String(error)).slice(0, 500) })
/** What the record says of a failure. */
const lastErrorOf = ({ error }: Failure): Message => {
  if (error === null) return 'mail.cut-off'
  return error instanceof MailWithdrawn ? error.message : wordOf(error)
}

async function filesOf({ attachments }: ClaimedMail, attach: Attach | undefined): Promise<AttachedFile[]> {
  const wanted = (attachments ?? []) as MailAttachment[]
  if (wanted.length > 0 && !attach) throw new Error('Nothing here can make what the mail carries.')
  return Promise.all(wanted.map((attachment) => (attach as Attach)(attachment)))
}

type Delivery = { mailer: Mailer; attach: Attach | undefined; clock: Clock }
/** No transaction is open while a mail is sent; that it was sent is noted afterwards. */
async function deliver({ mailer, attach, clock }: Delivery, mail: ClaimedMail): Promise<Note> {
  const { id, brand, to_address, subject, expires_at } = mail
  if (expires_at !== null && new Date(expires_at) <= clock()) throw new MailWithdrawn('mail.expired')
  const files = await filesOf(mail, attach)
  await mailer.send({ id, brand: brand as BrandKey, to: to_address, subject, ...withLink(mail), files })
  countMail('sent')
  const sent_at = clock().toISOString()
  return (write) => write((db) => finishMail(db, mail, { status: 'sent', sent_at, last_error: null }))
}

/** A failed attempt is a metric and a log line. A server's words often repeat the address they are about (OPS-5, A3). */
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
      'a mail could not be sent and will be tried again',
    )
  else log?.error(logged, 'a mail could not be sent and was given up')
}

const mailJob = ({ log, mailer, attach, clock = () => new Date() }: Mailing & { mailer: Mailer }): Work<'outbox'> => ({
  queue: mailQueue,
  leaseMs: mailLeaseMs,
  pausesMs: waits,
  noteForMs,
  attempt: (mail) => deliver({ mailer, attach, clock }, mail),
  isFinal: (error) => error instanceof MailWithdrawn,
  kept: (failure) => ({ last_error: lastErrorOf(failure) }),
  report: (mail, failure) => report(log, mail, failure),
  end: (mail, failure, write) =>
    write((db) => finishMail(db, mail, { status: 'failed', last_error: lastErrorOf(failure) })),
})

/** One pass of the job: everything that is due is sent, or kept where there is no mail server (INV-14). */
export async function sendDueMail(mailing: Mailing, goOn?: GoOn): Promise<void> {
  const { database, mailer, clock = () => new Date() } = mailing
  if (!mailer) return database.transaction(jobScope, (db) => keepDueMail(db, clock()))
  const job = mailJob({ ...mailing, mailer })
  const ends = await Promise.allSettled(Array.from({ length: workers }, () => runDue(job, mailing, goOn)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/**
 * Looks for mail every few seconds. Stopping lets what is under way end, but not for long: what is cut off counts as a
 * failure.
 */
export function startMailing(mailing: Mailing & { log: Log }): Running {
  const job = startJob({ name: 'mail', everyMs: lookEveryMs, log: mailing.log }, (goOn) => sendDueMail(mailing, goOn))
  return {
    async stop() {
      const ended = job.stop()
      await Promise.race([ended, sleep(farewellMs, undefined, { ref: false })])
      mailing.mailer?.close()
      await ended
    },
  }
}
