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
  countNext,
  draftEntry,
  insertRunEntries,
  listCustomersToBill,
  listNames,
  lockRun,
  runQueue,
  updateRun,
} from './billing-runs.queries.ts'
import { insertDraft, lockBillable, lockBilling, type MadeDraft } from './drafts.queries.ts'

export type Billing = { database: Database; clock?: Clock; log?: Log; leaseMs?: number }

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

/** Creates all of a customer's Drafts in one transaction, so they appear together. */
async function billCustomer(
  db: Db,
  run: StoredRun,
  company_id: number,
): Promise<{ made: MadeDraft[]; carried: number }> {
  await lockBilling(db, company_id)
  const found = await lockBillable(db, company_id, run.end_date)
  const { issued_date, start_date, end_date, id: billing_run_id } = run
  const made: MadeDraft[] = []
  for (const billable of found.filter(({ total_cents }) => total_cents > 0))
    made.push(
      await insertDraft(
        db,
        { company_id, currency: billable.currency, issued_date, start_date, end_date, billing_run_id },
        billable,
      ),
    )
  return { made, carried: found.length - made.length }
}

const idsOf = (ids: unknown): number[] => (ids as (number | string)[]).map(Number)
const customersOf = ({ walk }: StoredRun): number[] | null => (walk === null ? null : idsOf(walk))
type Step = 'more' | 'paused' | 'done' | 'incomplete' | 'lost'
/**
 * Bills the next customer and saves the run's position in the same transaction. A kill never leaves half a customer
 * (C1).
 */
async function takeStep(db: Db, claimed: StoredRun, until: Date, now: Date): Promise<Step> {
  const run = await lockRun(db, claimed)
  if (!run) return 'lost'
  const customers = customersOf(run)
  if (customers === null) {
    const found = await listCustomersToBill(db, run)
    await renewClaim(db, runQueue, run, until, { fruitless: 0, walk: found, customers_total: found.length })
    return 'more'
  }
  const next = customers[run.customers_done]
  if (next === undefined) return finish(db, run, now)
  const { made, carried } = await billCustomer(db, run, next)
  await renewClaim(db, runQueue, run, until, {
    fruitless: 0,
    customers_done: run.customers_done + 1,
    invoices_made: run.invoices_made + made.length,
    carried: run.carried + carried,
  })
  if (made.length > 0)
    await insertRunEntries(
      db,
      run,
      made.map((one) => draftEntry(run, one)),
    )
  return 'more'
}

const lockedReason = 'billing.run-locked'
const stuckReason = 'billing.run-stuck'
/** A run that skipped customers ends as incomplete, not done. */
async function finish(db: Db, run: StoredRun, now: Date): Promise<Step> {
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

/**
 * Moves the current customer, whose records are locked, to the end of the list. After enough tries the run skips it.
 */
async function postpone(db: Db, claimed: StoredRun, now: Date, lease: number): Promise<Step> {
  const run = await lockRun(db, claimed)
  const customers = run && customersOf(run)
  const current = customers?.[run?.customers_done ?? 0]
  if (!run || !customers || current === undefined) return 'lost'
  const put_off = [...idsOf(run.put_off), current]
  const times = put_off.filter((id) => id === current).length
  if (times > maxPostponed) return skipCustomer(db, run, current, lockedReason)
  const walk = [...customers.filter((id) => id !== current), current]
  const next = walk[run.customers_done]
  const isPostponed = next !== undefined && put_off.includes(next)
  const changes = { put_off, walk, fruitless: 0 }
  if (!isPostponed) {
    await renewClaim(db, runQueue, run, new Date(now.getTime() + lease), changes)
    return 'more'
  }
  // Only postponed customers are left. Their records may be free after a pause.
  await releaseClaim(db, runQueue, run, new Date(now.getTime() + times * postponeMs), changes)
  return 'paused'
}

async function skipCustomer(db: Db, run: StoredRun, customer: number, fault: Message): Promise<Step> {
  const walk = (customersOf(run) ?? []).filter((id) => id !== customer)
  const left_out = [...idsOf(run.left_out), customer]
  // Of two reasons, keep the one that needs more attention.
  await updateRun(db, run.id, { walk, left_out, fruitless: 0, fault: run.fault === stuckReason ? stuckReason : fault })
  return 'more'
}

const auditEnd = (db: Db, run: StoredRun, action: string, more: object) => {
  const { id, start_date, end_date, customers_done, invoices_made, carried } = run
  const record = { record_type: 'billing_run', record_id: id, record_label: `${start_date} – ${end_date}` }
  return insertRunEntries(db, run, [
    { action, ...record, after: { customers: customers_done, invoices: invoices_made, carried, ...more } },
  ])
}

/**
 * Bills one customer after another, each in a short transaction. Customers with many transactions get a dedicated
 * connection.
 */
async function processRun(
  { database, clock = () => new Date(), leaseMs = runLeaseMs }: Billing,
  claimed: StoredRun,
  goOn: () => boolean,
): Promise<Step> {
  let step: Step = 'more'
  while (step === 'more' && goOn()) {
    const work = (db: Db) => takeStep(db, claimed, new Date(clock().getTime() + leaseMs), clock())
    const waiting = await database.transaction(jobScope, (db) => countNext(db, claimed.id, dedicatedAbove + 1), {
      readOnly: true,
    })
    try {
      step = await (waiting > dedicatedAbove
        ? database.longTransaction(jobScope, work)
        : database.transaction(jobScope, work))
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      step = await database.transaction(jobScope, (db) => postpone(db, claimed, clock(), leaseMs))
    }
  }
  return step
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
    const stuck = customersOf(run)?.[run.customers_done]
    if (stuck === undefined) return giveUp(db, run, now)
    await skipCustomer(db, run, stuck, stuckReason)
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
export const startBilling = (billing: Billing & { log: Log }): Running =>
  startJob({ name: 'billing', everyMs: pollEveryMs, log: billing.log, workers }, (goOn) => runDueBilling(billing, goOn))
