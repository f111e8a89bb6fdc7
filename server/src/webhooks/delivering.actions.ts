import { english } from '@portal/contract/english.ts'
import { type Message, message } from '@portal/contract/message.ts'
import type { Database, Db } from '../db/connect.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { jobScope, type Log } from '../platform/jobs/jobs.ts'
import { countWebhook } from '../platform/jobs/metrics.ts'
import type { Failure, Note, Work } from '../platform/jobs/work-queue.ts'
import { oneLine } from '../platform/mailer.ts'
import {
  NoAnswerInTime,
  type Outbound,
  type OutsideAnswer,
  PrivateAddress,
  postOutside,
  UnknownName,
} from '../platform/outbound/post.ts'
import type { BrandTable } from '../process/brands.ts'
import { maskSecrets } from '../process/logging.ts'
import {
  type ClaimedDelivery,
  deliveryQueue,
  endDelivery,
  findTarget,
  noteHealth,
  returnDelivery,
} from './deliveries.queries.ts'
import { pauseIfFailing } from './pausing.actions.ts'
import { webhookSignature } from './signature.ts'
import { bodyOf } from './webhooks.columns.ts'
import { listSecrets } from './webhooks.queries.ts'

const minute = 60_000
/** The pause after each failure: the first within a minute, the last three days after the first attempt. */
export const deliveryPausesMs = [0.5, 5, 30, 120, 300, 600, 600, 900, 900, 900].map((minutes) => minutes * minute)
/** A receiver has so long for one attempt, far less than a claim lasts. */
const answerLimitMs = 10_000
export const deliveryLeaseMs = minute
const slowFromMs = 2000
const keptAnswer = 500

export type Delivering = {
  database: Database
  outbound: Outbound
  brands: BrandTable
  clock?: Clock
  log?: Log
  limitMs?: number
}

type Outcome = { attempted_at: string; duration_ms: number; response_status: number | null; answer: string | null }
/** An attempt without an answer that means yes. */
class DeliveryFault extends Error {
  declare readonly message: Message
  readonly outcome: Outcome
  constructor(fault: Message, outcome: Outcome, cause?: unknown) {
    super(fault, { cause })
    this.outcome = outcome
  }
}

const isYes = ({ status }: OutsideAnswer): boolean => status >= 200 && status < 300
const isRedirect = ({ status }: OutsideAnswer): boolean => status >= 300 && status < 400
/** As a person can read it, and PostgreSQL can store it. */
const readable = (text: string): string =>
  text
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, keptAnswer)
    .toWellFormed()

function faultOf(error: unknown, host: string, limitMs: number): Message {
  if (error instanceof PrivateAddress) return message('webhook.fault-private', { host })
  if (error instanceof UnknownName) return message('webhook.fault-name', { host })
  if (error instanceof NoAnswerInTime) return message('webhook.fault-time', { seconds: limitMs / 1000 })
  const { code, message: words } = error as NodeJS.ErrnoException
  return message('webhook.fault-connection', { detail: oneLine(code ?? words ?? String(error)).slice(0, 200) })
}

type Target = { url: string; secrets: readonly string[] }
async function readTarget(
  { database }: Delivering,
  { webhook_id }: ClaimedDelivery,
  now: Date,
): Promise<Target | null> {
  const target = await database.transaction(jobScope, (db) => findTarget(db, webhook_id))
  return target ? { ...target, secrets: await listSecrets(database, webhook_id, now) } : null
}

/** One POST. No transaction is open meanwhile. Throws a fault unless the receiver says yes. */
async function send(
  { outbound, limitMs = answerLimitMs }: Delivering,
  delivery: ClaimedDelivery,
  { url, secrets }: Target,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const body = bodyOf(delivery)
  const began = performance.now()
  const outcome = (answer: OutsideAnswer | null): Outcome => ({
    attempted_at: now.toISOString(),
    duration_ms: Math.round(performance.now() - began),
    response_status: answer?.status ?? null,
    answer: answer && readable(answer.text),
  })
  const answer = await postOutside(outbound, {
    url,
    body,
    limitMs,
    signal,
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Portal-Webhooks',
      'portal-event': delivery.event,
      'portal-delivery': String(delivery.id),
      'portal-signature': webhookSignature(secrets, body, now),
    },
  }).catch((error) => {
    throw new DeliveryFault(faultOf(error, new URL(url).hostname, limitMs), outcome(null), error)
  })
  if (isYes(answer)) return outcome(answer)
  const key = isRedirect(answer) ? 'webhook.fault-redirect' : 'webhook.fault-status'
  throw new DeliveryFault(message(key, { status: String(answer.status) }), outcome(answer))
}

/** What a delivery keeps of a failed attempt. */
const keptOf = ({ error }: Failure) =>
  error instanceof DeliveryFault
    ? { ...error.outcome, fault: error.message }
    : { fault: 'webhook.fault-cut' satisfies Message }

/** Counts and logs a failed attempt (OPS-5). The address may be a secret beyond its host. */
function report(log: Log | undefined, delivery: ClaimedDelivery, failure: Failure): void {
  const { id, webhook_id, company_id, event, attempts } = delivery
  const reason = maskSecrets(english(keptOf(failure).fault))
  const logged = { delivery: id, webhook: webhook_id, company: company_id, event, attempt: attempts, reason }
  countWebhook(failure.nextAttemptAt ? 'queued' : 'failed')
  if (failure.nextAttemptAt)
    log?.error(
      { ...logged, next_attempt_at: failure.nextAttemptAt.toISOString() },
      'webhook failed and will be retried',
    )
  else log?.error(logged, 'webhook failed on its last attempt')
}

/** A delivery is sent at least once: one whose outcome was lost is sent again, with its number. */
export function deliveryWork(delivering: Delivering, signal?: AbortSignal): Work<'webhook_deliveries'> {
  const { brands, clock = () => new Date(), log } = delivering
  const noteFailure = async (db: Db, { webhook_id }: ClaimedDelivery) => {
    await noteHealth(db, webhook_id, { isSlow: true, failedAt: clock() })
    await pauseIfFailing(db, { brands }, webhook_id, clock())
  }
  const attempt = async (delivery: ClaimedDelivery): Promise<Note> => {
    const now = clock()
    const target = await readTarget(delivering, delivery, now)
    // Paused or deleted after it was claimed.
    if (!target) return (write) => write((db) => returnDelivery(db, delivery, now))
    const outcome = await send(delivering, delivery, target, now, signal)
    countWebhook('delivered')
    return (write) =>
      write(async (db) => {
        const isOurs = await endDelivery(db, delivery, { ...outcome, status: 'delivered', fault: null })
        const isSlow = outcome.duration_ms >= slowFromMs
        if (isOurs) await noteHealth(db, delivery.webhook_id, { isSlow, failedAt: null })
      })
  }
  return {
    queue: deliveryQueue,
    leaseMs: deliveryLeaseMs,
    pausesMs: deliveryPausesMs,
    attemptOf: ({ attempts, attempts_before }) => attempts - attempts_before,
    attempt,
    // A test is tried once.
    isFinal: (_error, { event }) => event === 'ping',
    kept: keptOf,
    alsoFailed: noteFailure,
    report: (delivery, failure) => report(log, delivery, failure),
    end: (delivery, failure, write) =>
      write(async (db) => {
        if (await endDelivery(db, delivery, { ...keptOf(failure), status: 'failed' })) await noteFailure(db, delivery)
      }),
  }
}
