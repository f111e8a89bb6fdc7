import type { Database, Db, Scope } from '../../db/connect.ts'
import type { Clock } from '../access/sessions.ts'
import { isExhausted, pauseAfter } from './attempts.rules.ts'
import {
  type Changes,
  type Claimed,
  claimNext,
  type Queue,
  type QueueTable,
  releaseClaim,
  renewClaim,
} from './claims.ts'
import { every, insist, jobScope, type Running } from './jobs.ts'

export type WorkContext = { database: Database; clock?: Clock }
export type GoOn = () => boolean

/**
 * A failed attempt. `error` is null where the workers that had the record never came back. `nextAttemptAt` is null where
 * it was the last attempt.
 */
export type Failure = { error: unknown; nextAttemptAt: Date | null }
/** A transaction that waits for a database that is away. */
type Write = <T>(work: (db: Db) => Promise<T>) => Promise<T>
/** Writes down how an attempt ended. */
export type Note = (write: Write) => Promise<unknown>
export type Work<Name extends QueueTable> = {
  queue: Queue<Name>
  /** A worker that has not renewed its claim by then counts as dead. */
  leaseMs: number
  /** The rest after each failed attempt; there is one attempt more. */
  pausesMs: readonly number[]
  /** How long the note of an outcome waits for a database that is away; the lease, unless stated. */
  noteForMs?: number
  /** The number of the attempt, where progress starts the count over. */
  attemptOf?: (claimed: Claimed<Name>) => number
  scopeOf?: (claimed: Claimed<Name>) => Scope
  /** One attempt. It writes its own end, in the transaction of what it did, or answers the note to be written. */
  attempt(claimed: Claimed<Name>, goOn: GoOn): Promise<Note | undefined>
  /** True where another attempt would fail the same way. */
  isFinal?: (error: unknown) => boolean
  /** What a record that will be tried again keeps of the failure. */
  kept?: (failure: Failure) => Changes<Name>
  /** Counts the failure and writes its one log line (OPS-5). */
  report(claimed: Claimed<Name>, failure: Failure): void
  /** Writes the end of a record after its last attempt. */
  end(claimed: Claimed<Name>, failure: Failure, write: Write): Promise<unknown>
}

const systemClock: Clock = () => new Date()

/** A failed attempt becomes a report and a note: another attempt after a pause, or the end. */
function failAttempt<Name extends QueueTable>(
  work: Work<Name>,
  clock: Clock,
  claimed: Claimed<Name>,
  error: unknown,
): Note {
  const attempt = work.attemptOf?.(claimed) ?? claimed.attempts
  const pauseMs = work.isFinal?.(error) ? null : pauseAfter(work.pausesMs, attempt)
  const nextAttemptAt = pauseMs === null ? null : new Date(clock().getTime() + pauseMs)
  const failure = { error, nextAttemptAt }
  work.report(claimed, failure)
  return nextAttemptAt
    ? (write) => write((db) => releaseClaim(db, work.queue, claimed, nextAttemptAt, work.kept?.(failure)))
    : (write) => work.end(claimed, failure, write)
}

async function attemptOnce<Name extends QueueTable>(
  work: Work<Name>,
  clock: Clock,
  claimed: Claimed<Name>,
  goOn: GoOn,
): Promise<Note | undefined> {
  if (isExhausted(work.pausesMs, work.attemptOf?.(claimed) ?? claimed.attempts))
    return failAttempt(work, clock, claimed, null)
  try {
    return await work.attempt(claimed, goOn)
  } catch (error) {
    return failAttempt(work, clock, claimed, error)
  }
}

/**
 * Claims and works on what is due, one record after the other, until nothing is due or `goOn` turns false. Each
 * claim is committed before its work begins. Answers how many there were.
 */
export async function runDue<Name extends QueueTable>(
  work: Work<Name>,
  { database, clock = systemClock }: WorkContext,
  goOn: GoOn = () => true,
): Promise<number> {
  const { queue, leaseMs, noteForMs = leaseMs, scopeOf = () => jobScope } = work
  for (let count = 0; ; count++) {
    if (!goOn()) return count
    const claimed = await database.transaction(jobScope, (db) => claimNext(db, queue, clock(), leaseMs))
    if (!claimed) return count
    const note = await attemptOnce(work, clock, claimed, goOn)
    await note?.((write) => insist(() => database.transaction(scopeOf(claimed), write), { forMs: noteForMs, goOn }))
  }
}

/**
 * Renews a claim during its work, on a connection of its own, so that others see the progress. While the database is
 * away it tries again. Calls `onLost` when the claim is lost or cancelled.
 */
export function keepClaim<Name extends QueueTable>(
  { queue, leaseMs, scopeOf = () => jobScope }: Pick<Work<Name>, 'queue' | 'leaseMs' | 'scopeOf'>,
  { database, clock = systemClock }: WorkContext,
  claimed: Claimed<Name>,
  { everyMs, progress, onLost }: { everyMs: number; progress: () => Changes<Name>; onLost: () => void },
): Running {
  const renew = async () => {
    const until = new Date(clock().getTime() + leaseMs)
    const isOurs = await database.transaction(scopeOf(claimed), (db) =>
      renewClaim(db, queue, claimed, until, progress()),
    )
    if (!isOurs) onLost()
  }
  return every(everyMs, renew, () => {})
}
