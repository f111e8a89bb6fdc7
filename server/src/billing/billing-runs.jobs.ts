import { availableParallelism } from 'node:os'
import type { Message } from '@portal/contract/message.ts'
import type { Database, Db } from '../db/connect.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { isLockTimeout } from '../platform/http/errors.ts'
import { endClaim, releaseClaim, renewClaim } from '../platform/jobs/claims.ts'
import { jobScope, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { countRun } from '../platform/jobs/metrics.ts'
import { type Failure, type GoOn, type Note, runDue, type Work } from '../platform/jobs/work-queue.ts'
import type { StoredRun } from './billing-runs.columns.ts'
import {
  commitLater,
  draftEntry,
  insertRunEntries,
  isClaimLost,
  listCustomersToBill,
  listNames,
  listWaiting,
  lockRun,
  noteCustomer,
  runQueue,
  updateRun,
  type WaitingCustomer,
} from './billing-runs.queries.ts'
import { insertDrafts, lockBillable, lockBilling } from './drafts.queries.ts'

/** `walkers` bill customers of one run at the same time. */
export type Billing = { database: Database; clock?: Clock; log?: Log; leaseMs?: number; walkers?: number }

/** A worker without progress for this long is considered dead. A live one renews its claim after every customer. */
export const runLeaseMs = 30_000
/**
 * Pauses after attempts without progress. One more failed attempt skips the current customer. A run without a customer
 * list fails instead.
 */
const pausesMs = [1000, 2000, 3000, 4000]
/** Pause when every customer left has locked records. */
const postponeMs = 1000
/** How often a customer with locked records is postponed before the run skips it: about half a minute in all. */
const maxPostponed = 4
/** A customer with more transactions is billed on a dedicated connection, whose statements may take minutes. */
const dedicatedAbove = 5000

const idsOf = (ids: unknown): number[] => (ids as (number | string)[]).map(Number)
type Step = 'more' | 'paused' | 'done' | 'incomplete' | 'lost'

/** Lists the customers of a run when it is first claimed. */
async function listCustomers(db: Db, claimed: StoredRun, until: Date): Promise<Step> {
  const run = await lockRun(db, claimed)
  if (!run) return 'lost'
  if (run.walk === null) {
    const found = await listCustomersToBill(db, run)
    await renewClaim(db, runQueue, run, until, { fruitless: 0, walk: found, customers_total: found.length })
  }
  return 'more'
}

/**
 * Creates all of a customer's Drafts and notes the run's progress in one transaction. A kill never leaves half a customer
 * (C1). Two round trips: the first locks and bills, each statement after the one before; the second notes and commits.
 */
async function billCustomer(db: Db, run: StoredRun, company_id: number, until: Date): Promise<Step> {
  const { issued_date, start_date, end_date, id: billing_run_id } = run
  const drafts = { company_id, issued_date, start_date, end_date, billing_run_id }
  const [, , , { made, carried }] = await Promise.all([
    commitLater(db),
    lockBilling(db, company_id),
    lockBillable(db, company_id, end_date),
    insertDrafts(db, drafts),
  ])
  if (made.length > 0)
    await insertRunEntries(
      db,
      run,
      made.map((one) => draftEntry(run, one)),
    )
  await noteCustomer(db, run, until, { customer: company_id, made: made.length, carried })
  return 'more'
}

const lockedReason = 'billing.run-locked'
const stuckReason = 'billing.run-stuck'
/** A run that skipped customers ends as incomplete, not done. */
async function finish(db: Db, claimed: StoredRun, now: Date): Promise<Step> {
  const run = await lockRun(db, claimed)
  if (!run) return 'lost'
  const left = idsOf(run.left_out)
  const status = left.length === 0 ? 'done' : 'incomplete'
  await endClaim(db, runQueue, run, { status, finished_at: now.toISOString() })
  await auditEnd(
    db,
    run,
    `billingRuns.${status}`,
    left.length === 0 ? {} : { left_out: await listNames(db, left), reason: run.fault },
  )
  return status
}

/** Puts off a customer whose records are locked. After enough tries the run skips it. Null if it does. */
async function putOff(db: Db, claimed: StoredRun, customer: number): Promise<number | 'lost' | null> {
  const run = await lockRun(db, claimed)
  if (!run) return 'lost'
  const put_off = [...idsOf(run.put_off), customer]
  const times = put_off.filter((id) => id === customer).length
  if (times > maxPostponed) {
    await skipCustomer(db, run, customer, lockedReason)
    return null
  }
  await updateRun(db, run.id, { put_off, fruitless: 0 })
  return times
}

async function skipCustomer(db: Db, run: StoredRun, customer: number, fault: Message): Promise<void> {
  const left_out = [...idsOf(run.left_out), customer]
  // Of two reasons, keep the one that needs more attention.
  await updateRun(db, run.id, { left_out, fruitless: 0, fault: run.fault === stuckReason ? stuckReason : fault })
}

const auditEnd = (db: Db, run: StoredRun, action: string, more: object) => {
  const { id, start_date, end_date, customers_done, invoices_made, carried } = run
  const record = { record_type: 'billing_run', record_id: id, record_label: `${start_date} – ${end_date}` }
  return insertRunEntries(db, run, [
    { action, ...record, after: { customers: customers_done, invoices: invoices_made, carried, ...more } },
  ])
}

/** The customers of one attempt, shared by its walkers. */
type Walk = {
  customers: readonly WaitingCustomer[]
  at: number
  putOff: number
  end: 'lost' | { error: unknown } | null
}

/** Customers with many transactions get a dedicated connection. */
async function takeStep(billing: Billing, claimed: StoredRun, walk: Walk, { id, is_large }: WaitingCustomer) {
  const { database, clock = () => new Date(), leaseMs = runLeaseMs } = billing
  const work = (db: Db) => billCustomer(db, claimed, id, new Date(clock().getTime() + leaseMs))
  try {
    await (is_large ? database.longTransaction(jobScope, work) : database.transaction(jobScope, work))
  } catch (error) {
    if (isClaimLost(error)) {
      walk.end = 'lost'
      return
    }
    if (!isLockTimeout(error)) throw error
    const times = await database.transaction(jobScope, (db) => putOff(db, claimed, id))
    if (times === 'lost') walk.end = 'lost'
    else walk.putOff = Math.max(walk.putOff, times ?? 0)
  }
}

/** Bills one customer after another, each in a short transaction, until a walker ends the walk for all. */
async function walkOn(billing: Billing, claimed: StoredRun, walk: Walk, goOn: GoOn): Promise<void> {
  while (walk.end === null && walk.at < walk.customers.length && goOn()) {
    const next = walk.customers[walk.at++] as WaitingCustomer
    try {
      await takeStep(billing, claimed, walk, next)
    } catch (error) {
      walk.end ??= { error }
    }
  }
}

/**
 * Several walkers take customers from one list. They meet at the series of numbers, which each holds from its Drafts to its
 * commit.
 */
async function processRun(billing: Billing, claimed: StoredRun, goOn: GoOn): Promise<Step> {
  const { database, clock = () => new Date(), leaseMs = runLeaseMs, walkers = 1 } = billing
  const until = new Date(clock().getTime() + leaseMs)
  if ((await database.transaction(jobScope, (db) => listCustomers(db, claimed, until))) === 'lost') return 'lost'
  const customers = await database.transaction(jobScope, (db) => listWaiting(db, claimed.id, dedicatedAbove), {
    readOnly: true,
  })
  const walk: Walk = { customers, at: 0, putOff: 0, end: null }
  await Promise.all(Array.from({ length: walkers }, () => walkOn(billing, claimed, walk, goOn)))
  if (walk.end === 'lost') return 'lost'
  if (walk.end) throw walk.end.error
  if (walk.at < customers.length) return 'more'
  if (walk.putOff === 0) return database.transaction(jobScope, (db) => finish(db, claimed, clock()))
  // Only customers that were put off are left. Their records may be free after a pause.
  const dueAt = new Date(clock().getTime() + walk.putOff * postponeMs)
  await database.transaction(jobScope, (db) => releaseClaim(db, runQueue, claimed, dueAt))
  return 'paused'
}

/** Releases the claim so that another worker can continue at once. */
const releaseRun = (db: Db, claimed: StoredRun, now: Date) => releaseClaim(db, runQueue, claimed, now, { fruitless: 0 })

async function giveUp(db: Db, run: StoredRun, now: Date): Promise<'failed'> {
  const fault = 'billing.run-failed'
  await endClaim(db, runQueue, run, { status: 'failed', fault, finished_at: now.toISOString() })
  await auditEnd(db, run, 'billingRuns.failed', { reason: fault })
  return 'failed'
}

/**
 * Skips the customer that no attempt could bill. Fails the run if it has no customer list yet. If the last attempt made
 * progress, only releases the claim.
 */
async function skipOrFail(db: Db, claimed: StoredRun, now: Date): Promise<'failed' | 'again'> {
  const run = await lockRun(db, claimed)
  if (!run) return 'again'
  if (run.fruitless > 0) {
    const [stuck] = await listWaiting(db, run.id, dedicatedAbove)
    if (stuck === undefined) return giveUp(db, run, now)
    await skipCustomer(db, run, stuck.id, stuckReason)
  }
  await releaseRun(db, claimed, now)
  return 'again'
}

const endMessages = {
  done: null,
  incomplete: 'a billing run skipped customers; its record lists them',
  failed: 'a billing run failed',
}
/** Counts the outcome and logs it unless the run is done (OPS-5). */
function reportEnd(log: Log | undefined, { id }: StoredRun, outcome: keyof typeof endMessages): void {
  countRun(outcome)
  const sentence = endMessages[outcome]
  if (sentence) log?.error({ run: id }, sentence)
}

/** Reports an interrupted attempt. The next one continues after the last billed customer. */
function reportFailure(log: Log | undefined, { id }: StoredRun, { error }: Failure): void {
  countRun('again')
  if (error !== null) log?.error({ err: error, run: id }, 'a billing run was interrupted and will be retried')
}

async function attemptRun(billing: Billing, claimed: StoredRun, goOn: GoOn): Promise<Note | undefined> {
  const { clock = () => new Date(), log } = billing
  const step = await processRun(billing, claimed, goOn)
  if (step === 'done' || step === 'incomplete') reportEnd(log, claimed, step)
  // Stopped halfway: release the claim so that the next worker does not wait for the lease to expire.
  return step === 'more' ? (write) => write((db) => releaseRun(db, claimed, clock())) : undefined
}

const billingJob = (billing: Billing): Work<'billing_runs'> => ({
  queue: runQueue,
  leaseMs: billing.leaseMs ?? runLeaseMs,
  pausesMs,
  attemptOf: ({ fruitless }) => fruitless,
  attempt: (claimed, goOn) => attemptRun(billing, claimed, goOn),
  report: (claimed, failure) => reportFailure(billing.log, claimed, failure),
  end: async (claimed, _failure, write) => {
    const { clock = () => new Date(), log } = billing
    if ((await write((db) => skipOrFail(db, claimed, clock()))) === 'failed') reportEnd(log, claimed, 'failed')
  },
})

/** One pass of the job over all due runs. Returns how many there were. */
export const runDueBilling = (billing: Billing, goOn?: GoOn): Promise<number> =>
  runDue(billingJob(billing), billing, goOn)

const pollEveryMs = 500
/** Two workers, so that a run for one customer does not wait for a run for all. */
const workers = 2
/** A walker for each core; more than four would only wait for each other's numbers. */
const walkers = Math.min(4, availableParallelism())
export const startBilling = (billing: Billing & { log: Log }): Running =>
  startJob({ name: 'billing', everyMs: pollEveryMs, log: billing.log, workers }, (goOn) =>
    runDueBilling({ walkers, ...billing }, goOn),
  )
