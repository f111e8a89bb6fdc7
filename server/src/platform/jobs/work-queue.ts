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
 * A failed attempt. `error` is null if the record's workers were lost. `nextAttemptAt` is null after the last attempt.
 */
export type Failure = { error: unknown; nextAttemptAt: Date | null }
/** A transaction that waits while the database is away. */
type Write = <T>(work: (db: Db) => Promise<T>) => Promise<T>
/** Records how an attempt ended. */
export type Note = (write: Write) => Promise<unknown>
export type Work<Name extends QueueTable> = {
  queue: Queue<Name>
  /** A worker that has not renewed its claim by then counts as dead. */
  leaseMs: number
  /** The pause after each failed attempt; there is one more attempt than pauses. */
  pausesMs: readonly number[]
  /** How long recording an outcome waits while the database is away; the lease by default. */
  noteForMs?: number
  /** The attempt's number, if progress restarts the count. */
  attemptOf?: (claimed: Claimed<Name>) => number
  scopeOf?: (claimed: Claimed<Name>) => Scope
  /** One attempt. It records its own end in the transaction of its work, or returns a note to be written. */
  attempt(claimed: Claimed<Name>, goOn: GoOn): Promise<Note | undefined>
  /** True if another attempt would fail the same way. */
  isFinal?: (error: unknown, claimed: Claimed<Name>) => boolean
  /** What a record to be retried stores of the failure. */
  kept?: (failure: Failure) => Changes<Name>
  /** Further writes with the record of a failure after which there is another attempt. */
  alsoFailed?: (db: Db, claimed: Claimed<Name>) => Promise<void>
  /** Counts the failure and writes its log line (OPS-5). */
  report(claimed: Claimed<Name>, failure: Failure): void
  /** Records the end after the last attempt. */
  end(claimed: Claimed<Name>, failure: Failure, write: Write): Promise<unknown>
}

const systemClock: Clock = () => new Date()

/** Turns a failed attempt into a report and a note: another attempt after a pause, or the end. */
function failAttempt<Name extends QueueTable>(
  work: Work<Name>,
  clock: Clock,
  claimed: Claimed<Name>,
  error: unknown,
): Note {
  const attempt = work.attemptOf?.(claimed) ?? claimed.attempts
  const pauseMs = work.isFinal?.(error, claimed) ? null : pauseAfter(work.pausesMs, attempt)
  const nextAttemptAt = pauseMs === null ? null : new Date(clock().getTime() + pauseMs)
  const failure = { error, nextAttemptAt }
  work.report(claimed, failure)
  return nextAttemptAt
    ? (write) =>
        write(async (db) => {
          const isOurs = await releaseClaim(db, work.queue, claimed, nextAttemptAt, work.kept?.(failure))
          if (isOurs) await work.alsoFailed?.(db, claimed)
        })
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

const claimOne = <Name extends QueueTable>(
  { queue, leaseMs }: Work<Name>,
  { database, clock = systemClock }: WorkContext,
): Promise<Claimed<Name> | null> => database.transaction(jobScope, (db) => claimNext(db, queue, clock(), leaseMs))

/** One attempt at a claimed record, and the record of how it ended. */
async function process<Name extends QueueTable>(
  work: Work<Name>,
  { database, clock = systemClock }: WorkContext,
  claimed: Claimed<Name>,
  goOn: GoOn,
): Promise<void> {
  const { leaseMs, noteForMs = leaseMs, scopeOf = () => jobScope } = work
  const note = await attemptOnce(work, clock, claimed, goOn)
  await note?.((write) => insist(() => database.transaction(scopeOf(claimed), write), { forMs: noteForMs, goOn }))
}

/**
 * Claims and processes due records one by one, until none is due or `goOn` returns false. Each claim is committed
 * before its work begins. Returns their number.
 */
export async function runDue<Name extends QueueTable>(
  work: Work<Name>,
  context: WorkContext,
  goOn: GoOn = () => true,
): Promise<number> {
  for (let count = 0; ; count++) {
    const claimed = goOn() ? await claimOne(work, context) : null
    if (!claimed) return count
    await process(work, context, claimed, goOn)
  }
}

export type Lanes = {
  /** Claims while there is room, and does not wait for what it started. A fault of a lane comes out here. */
  fill(goOn?: GoOn): Promise<void>
  /** Ends once all lanes are empty. */
  settled(): Promise<void>
}
/**
 * Works on up to `width` records at once. Each lane goes on to the next record by itself, so one that takes long holds up
 * no other.
 */
export function openLanes<Name extends QueueTable>(work: Work<Name>, context: WorkContext, width: number): Lanes {
  const lanes = new Set<Promise<void>>()
  const faults: unknown[] = []
  const run = async (first: Claimed<Name>, goOn: GoOn) => {
    await process(work, context, first, goOn)
    await runDue(work, context, goOn)
  }
  const open = (first: Claimed<Name>, goOn: GoOn) => {
    const lane = run(first, goOn)
      .catch((error) => void faults.push(error))
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  }
  return {
    async fill(goOn = () => true) {
      while (goOn() && lanes.size < width) {
        const claimed = await claimOne(work, context)
        if (!claimed) break
        open(claimed, goOn)
      }
      if (faults.length > 0) throw faults.splice(0)[0]
    },
    async settled() {
      while (lanes.size > 0) await Promise.all(lanes)
    },
  }
}

/**
 * Renews a claim during its work, on its own connection, so that others see the progress. It retries while the database
 * is away, and calls `onLost` if the claim is lost or cancelled.
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
