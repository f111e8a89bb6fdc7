import { setTimeout as sleep } from 'node:timers/promises'
import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import { type Message, message } from '@portal/contract/message.ts'
import type { Database } from '../db/connect.ts'
import { staffScope } from '../platform/access/scope.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { insist, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { countMail } from '../platform/jobs/metrics.ts'
import {
  type Attach,
  type AttachedFile,
  type Attachment,
  type Mailer,
  MailWithdrawn,
  oneLine,
} from '../platform/mailer.ts'
import { maskSecrets } from '../process/logging.ts'
import { withLink } from './outbox.columns.ts'
import { type ClaimedMail, claimMail, finishMail, keepDueMail, type Outcome } from './outbox.queries.ts'

const minute = 60_000
/**
 * How long to wait after each failure. After the last one the mail is a dead letter, for staff to see and send again.
 */
export const waits = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minute)
const maxAttempts = waits.length + 1
/**
 * A worker that has not reported back by then is dead. A live one cannot take so long: the mailer's limit is far below.
 */
export const leaseMs = 5 * minute
const lookEveryMs = 2000
/** Sent side by side, so that one slow receiver does not hold up the rest. */
const lanes = 3
const farewellMs = 8000
/**
 * What was sent and is not written down would be sent a second time, so the note of it waits for a database that is
 * away.
 */
const noteForMs = 60 * minute

export type Mailing = { database: Database; mailer: Mailer | null; attach?: Attach; clock?: Clock; log?: Log }
/** The job acts for nobody's company. */
const inScope = staffScope(0)
const wordOf = (error: unknown): Message =>
  message('mail.failed', { detail: oneLine(error instanceof Error ? error.message : String(error)).slice(0, 500) })

type Delivery = Pick<Mailing, 'attach'> & { mailer: Mailer; clock: Clock }
async function filesOf({ attachments }: ClaimedMail, attach: Attach | undefined): Promise<AttachedFile[]> {
  const wanted = (attachments ?? []) as Attachment[]
  if (wanted.length > 0 && !attach) throw new Error('Nothing here can make what the mail carries.')
  return Promise.all(wanted.map((attachment) => (attach as Attach)(attachment)))
}
async function deliver({ mailer, attach, clock }: Delivery, mail: ClaimedMail): Promise<Outcome> {
  const { id, attempts, brand, to_address, subject, expires_at } = mail
  if (expires_at !== null && new Date(expires_at) <= clock()) return { status: 'failed', last_error: 'mail.expired' }
  // Whoever claimed it last never came back, and neither did those before: it is not tried for ever.
  if (attempts > maxAttempts) return { status: 'failed', last_error: 'mail.cut-off' }
  try {
    await mailer.send({
      id,
      brand: brand as BrandKey,
      to: to_address,
      subject,
      ...withLink(mail),
      files: await filesOf(mail, attach),
    })
    return { status: 'sent', sent_at: clock().toISOString() }
  } catch (error) {
    if (error instanceof MailWithdrawn) return { status: 'failed', last_error: error.message }
    const wait = waits[attempts - 1]
    if (wait === undefined) return { status: 'failed', last_error: wordOf(error) }
    return {
      status: 'queued',
      next_attempt_at: new Date(clock().getTime() + wait).toISOString(),
      last_error: wordOf(error),
    }
  }
}

/**
 * One attempt is over: a metric, and a log line unless it was sent. A server's words often repeat the address they are
 * about (OPS-5, A3).
 */
function tell(log: Log | undefined, { id, attempts, company_id }: ClaimedMail, outcome: Outcome): void {
  countMail(outcome.status)
  if (outcome.status === 'sent') return
  const told = { mail: id, company: company_id, attempt: attempts, reason: maskSecrets(outcome.last_error) }
  if (outcome.status === 'queued')
    log?.error(
      { ...told, next_attempt_at: outcome.next_attempt_at },
      'a mail could not be sent and will be tried again',
    )
  else log?.error(told, 'a mail could not be sent and was given up')
}

/**
 * Sends one mail after the other until none is due. The claim is committed before the sending begins, and no
 * transaction is open during it.
 */
async function sendInLane(
  { database, mailer, attach, clock = () => new Date(), log }: Mailing & { mailer: Mailer },
  goOn: () => boolean,
): Promise<void> {
  while (goOn()) {
    const mail = await database.transaction(inScope, (db) => claimMail(db, clock(), leaseMs))
    if (!mail) return
    const outcome = await deliver({ mailer, clock, ...(attach ? { attach } : {}) }, mail)
    tell(log, mail, outcome)
    await insist(() => database.transaction(inScope, (db) => finishMail(db, mail, outcome)), { forMs: noteForMs, goOn })
  }
}

/** One turn of the job: everything that is due is sent, or kept where there is no mail server (INV-14). */
export async function sendDueMail(mailing: Mailing, goOn: () => boolean = () => true): Promise<void> {
  const { database, mailer, clock = () => new Date() } = mailing
  if (!mailer) return database.transaction(inScope, (db) => keepDueMail(db, clock()))
  const ends = await Promise.allSettled(Array.from({ length: lanes }, () => sendInLane({ ...mailing, mailer }, goOn)))
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
