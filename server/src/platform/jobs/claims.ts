import { type ExpressionBuilder, type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { DB } from '../../db/schema.ts'

/** The tables whose records are work for a job. Migration 0043 describes their shared columns. */
export type QueueTable =
  | 'imports'
  | 'billing_runs'
  | 'outbox'
  | 'scheduled_jobs'
  | 'tax_rate_changes'
  | 'document_jobs'
  | 'report_runs'
  | 'webhook_deliveries'
/** The attempt's number distinguishes one claim of a record from the next. */
type Claim = { id: number; attempts: number }
export type Claimed<Name extends QueueTable> = Claim & Selectable<DB[Name]>
export type Changes<Name extends QueueTable> = Updateable<DB[Name]>
export type Queue<Name extends QueueTable> = {
  table: Name
  /** The status of a claimed record. */
  busy: 'running' | 'sending'
  /** Which of several due records is claimed first. */
  first: 'oldest' | 'longest-due'
  /**
   * Finds the next record's id, where that depends on other records too. Claims then take turns, so that each sees the
   * one before.
   */
  next?: (now: Date) => RawBuilder<number>
  /** Other changes made with the claim. */
  onClaim?: { [Column in keyof DB[Name]]?: unknown }
}

type Work = {
  id: number
  status: string
  attempts: number
  next_attempt_at: string
  locked_until: string | null
}
/** The same statements serve every queue, since they use only the shared columns. */
const workIn = (db: Db) => db as unknown as Kysely<{ work: Work }>
const tableOf = ({ table }: { table: QueueTable }) => table as string as 'work'

const isFree =
  ({ busy }: Pick<Queue<QueueTable>, 'busy'>, now: Date) =>
  ({ or, and, eb }: ExpressionBuilder<{ work: Work }, 'work'>) =>
    or([eb('status', '=', 'queued'), and([eb('status', '=', busy), eb('locked_until', '<=', now.toISOString())])])
/** Due records, and records whose worker's lease has expired. */
export const dueWork = (db: Db, queue: Queue<QueueTable>, now: Date) =>
  workIn(db)
    .selectFrom(tableOf(queue))
    .select('id')
    .where('next_attempt_at', '<=', now.toISOString())
    .where(isFree(queue, now))
    .forUpdate()
    .skipLocked()

/** The id of the record that is claimed next. */
async function nextWork(db: Db, queue: Queue<QueueTable>, now: Date) {
  if (queue.next) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`claim ${queue.table}`}, 0))`.execute(db)
    return queue.next(now)
  }
  const due = dueWork(db, queue, now).limit(1)
  return (queue.first === 'oldest' ? due : due.orderBy('next_attempt_at')).orderBy('id')
}

/** Claims the next due record for `leaseMs`. A record that another worker is claiming is skipped. */
export async function claimNext<Name extends QueueTable>(
  db: Db,
  queue: Queue<Name>,
  now: Date,
  leaseMs: number,
): Promise<Claimed<Name> | null> {
  const next = await nextWork(db, queue, now)
  const claimed = await workIn(db)
    .updateTable(tableOf(queue))
    .set({
      ...(queue.onClaim as object),
      status: queue.busy,
      attempts: sql<number>`attempts + 1`,
      locked_until: new Date(now.getTime() + leaseMs).toISOString(),
    })
    .where('id', '=', next)
    // A record that changed since it was found is left for the next time.
    .where(isFree(queue, now))
    .returningAll()
    .executeTakeFirst()
  return (claimed as unknown as Claimed<Name> | undefined) ?? null
}

/**
 * The current record, locked until the transaction ends, so that no other worker claims it. Undefined if the claim is
 * lost.
 */
export const lockClaim = <Name extends QueueTable>(
  db: Db,
  queue: Queue<Name>,
  { id, attempts }: Claim,
): Promise<Claimed<Name> | undefined> =>
  workIn(db)
    .selectFrom(tableOf(queue))
    .selectAll()
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', queue.busy)
    .forUpdate()
    .executeTakeFirst() as unknown as Promise<Claimed<Name> | undefined>

/**
 * Changes a claimed record. Returns false, and changes nothing, if the claim is lost: the lease expired and another
 * worker has the record, or it was cancelled (ended or deleted).
 */
async function updateClaim(
  db: Db,
  queue: Queue<QueueTable>,
  { id, attempts }: Claim,
  changes: object,
): Promise<boolean> {
  const { numUpdatedRows } = await workIn(db)
    .updateTable(tableOf(queue))
    .set(changes)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', queue.busy)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Extends the lease and reports progress in one statement. */
export const renewClaim = <Name extends QueueTable>(
  db: Db,
  queue: Queue<Name>,
  claim: Claim,
  until: Date,
  progress: Changes<Name>,
): Promise<boolean> => updateClaim(db, queue, claim, { ...progress, locked_until: until.toISOString() })

/** Returns the record to its queue, for another attempt at `dueAt`. */
export const releaseClaim = <Name extends QueueTable>(
  db: Db,
  queue: Queue<Name>,
  claim: Claim,
  dueAt: Date,
  kept?: Changes<Name>,
): Promise<boolean> =>
  updateClaim(db, queue, claim, {
    ...kept,
    status: 'queued',
    locked_until: null,
    next_attempt_at: dueAt.toISOString(),
  })

/** Ends the record with a final status. */
export const endClaim = <Name extends QueueTable>(
  db: Db,
  queue: Queue<Name>,
  claim: Claim,
  outcome: Changes<Name> & { status: string },
): Promise<boolean> => updateClaim(db, queue, claim, { ...outcome, locked_until: null })
