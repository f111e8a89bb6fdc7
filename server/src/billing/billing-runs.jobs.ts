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
  listNames,
  listWalk,
  lockRun,
  noteOfDraft,
  noteRun,
  runQueue,
  updateRun,
} from './billing-runs.queries.ts'
import { insertDraft, lockBillable, lockBilling, type MadeDraft } from './drafts.queries.ts'

export type Billing = { database: Database; clock?: Clock; log?: Log; leaseMs?: number }

/** A worker that has made no progress by then is dead; a live one renews its claim with every customer. */
export const runLeaseMs = 30_000
/**
 * How long a run rests after each attempt that made no progress. After one attempt more it leaves out the customer it
 * stands at; a run that knows no customers yet is given up.
 */
const pausesMs = [1000, 2000, 3000, 4000]
/** How long a run rests each time that only customers are left whose records were in use. */
const putOffMs = 1000
/** A customer is put off so often while its records are in use, then left out: about half a minute in all. */
const maxPutOff = 4
/** Beyond this a customer is billed on a connection of its own, whose statements may take minutes. */
const manyTransactions = 5000

/** All Drafts of one customer, in one transaction, so that they appear all at once. */
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
const walkOf = ({ walk }: StoredRun): number[] | null => (walk === null ? null : idsOf(walk))
type Step = 'more' | 'paused' | 'done' | 'incomplete' | 'lost'
/**
 * The next customer of a claimed run, together with the note of how far it went: what a kill leaves is whole or absent
 * (C1).
 */
async function takeStep(db: Db, claimed: StoredRun, until: Date, now: Date): Promise<Step> {
  const run = await lockRun(db, claimed)
  if (!run) return 'lost'
  const walk = walkOf(run)
  if (walk === null) {
    const found = await listWalk(db, run)
    await renewClaim(db, runQueue, run, until, { fruitless: 0, walk: found, customers_total: found.length })
    return 'more'
  }
  const next = walk[run.customers_done]
  if (next === undefined) return finish(db, run, now)
  const { made, carried } = await billCustomer(db, run, next)
  await renewClaim(db, runQueue, run, until, {
    fruitless: 0,
    customers_done: run.customers_done + 1,
    invoices_made: run.invoices_made + made.length,
    carried: run.carried + carried,
  })
  if (made.length > 0)
    await noteRun(
      db,
      run,
      made.map((one) => noteOfDraft(run, one)),
    )
  return 'more'
}

const wasHeld = 'billing.run-locked'
const wasStuck = 'billing.run-stuck'
/** The end of the walk. A run that left customers out is incomplete, not done. */
async function finish(db: Db, run: StoredRun, now: Date): Promise<Step> {
  const left = idsOf(run.left_out)
  const status = left.length === 0 ? 'done' : 'incomplete'
  await endClaim(db, runQueue, run, { status, finished_at: now.toISOString() })
  await noteEnd(
    db,
    run,
    `billingRuns.${status}`,
    left.length === 0 ? {} : { left_out: await listNames(db, left), reason: run.fault },
  )
  return status
}

/**
 * The customer it stands at goes to the end of the walk, behind those whose records are free. Tried there often enough,
 * it is left out.
 */
async function putOff(db: Db, claimed: StoredRun, now: Date, lease: number): Promise<Step> {
  const run = await lockRun(db, claimed)
  const walk = run && walkOf(run)
  const held = walk?.[run?.customers_done ?? 0]
  if (!run || !walk || held === undefined) return 'lost'
  const put_off = [...idsOf(run.put_off), held]
  const times = put_off.filter((id) => id === held).length
  if (times > maxPutOff) return leaveOut(db, run, held, wasHeld)
  const ahead = [...walk.filter((id) => id !== held), held]
  const next = ahead[run.customers_done]
  const isAgain = next !== undefined && put_off.includes(next)
  const changes = { put_off, walk: ahead, fruitless: 0 }
  if (!isAgain) {
    await renewClaim(db, runQueue, run, new Date(now.getTime() + lease), changes)
    return 'more'
  }
  // Only customers that were put off are left: their records may be free after a pause.
  await releaseClaim(db, runQueue, run, new Date(now.getTime() + times * putOffMs), changes)
  return 'paused'
}

async function leaveOut(db: Db, run: StoredRun, customer: number, fault: Message): Promise<Step> {
  const walk = (walkOf(run) ?? []).filter((id) => id !== customer)
  const left_out = [...idsOf(run.left_out), customer]
  // Of two reasons the record keeps the one that needs more attention.
  await updateRun(db, run.id, { walk, left_out, fruitless: 0, fault: run.fault === wasStuck ? wasStuck : fault })
  return 'more'
}

const noteEnd = (db: Db, run: StoredRun, action: string, more: object) => {
  const { id, start_date, end_date, customers_done, invoices_made, carried } = run
  const record = { record_type: 'billing_run', record_id: id, record_label: `${start_date} – ${end_date}` }
  return noteRun(db, run, [
    { action, ...record, after: { customers: customers_done, invoices: invoices_made, carried, ...more } },
  ])
}

/**
 * One customer after the other, each in a short transaction; only one with very many transactions gets a connection of
 * its own.
 */
async function goThrough(
  { database, clock = () => new Date(), leaseMs = runLeaseMs }: Billing,
  claimed: StoredRun,
  goOn: () => boolean,
): Promise<Step> {
  let step: Step = 'more'
  while (step === 'more' && goOn()) {
    const work = (db: Db) => takeStep(db, claimed, new Date(clock().getTime() + leaseMs), clock())
    const waiting = await database.transaction(jobScope, (db) => countNext(db, claimed.id, manyTransactions + 1), {
      readOnly: true,
    })
    try {
      step = await (waiting > manyTransactions
        ? database.longTransaction(jobScope, work)
        : database.transaction(jobScope, work))
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      step = await database.transaction(jobScope, (db) => putOff(db, claimed, clock(), leaseMs))
    }
  }
  return step
}

/** Another worker may go on at once. */
const handBack = (db: Db, claimed: StoredRun, now: Date) => releaseClaim(db, runQueue, claimed, now, { fruitless: 0 })

async function giveUp(db: Db, run: StoredRun, now: Date): Promise<'failed'> {
  const fault = 'billing.run-failed'
  await endClaim(db, runQueue, run, { status: 'failed', fault, finished_at: now.toISOString() })
  await noteEnd(db, run, 'billingRuns.failed', { reason: fault })
  return 'failed'
}

/**
 * No attempt gets past where the run stands: it leaves out that customer, or ends where it knows of no customer yet. An
 * attempt that had made progress before it failed only hands the run back.
 */
async function getPast(db: Db, claimed: StoredRun, now: Date): Promise<'failed' | 'again'> {
  const run = await lockRun(db, claimed)
  if (!run) return 'again'
  if (run.fruitless > 0) {
    const stuck = walkOf(run)?.[run.customers_done]
    if (stuck === undefined) return giveUp(db, run, now)
    await leaveOut(db, run, stuck, wasStuck)
  }
  await handBack(db, claimed, now)
  return 'again'
}

const ends = {
  done: null,
  incomplete: 'a billing run left customers out: its record says which',
  failed: 'a billing run failed',
}
/** How a run ended: a metric, and a log line unless it is done (OPS-5). */
function reportEnd(log: Log | undefined, { id }: StoredRun, outcome: keyof typeof ends): void {
  countRun(outcome)
  const sentence = ends[outcome]
  if (sentence) log?.error({ run: id }, sentence)
}

/** An attempt that was cut off. The next one continues after the last whole customer. */
function reportFailure(log: Log | undefined, { id }: StoredRun, { error }: Failure): void {
  countRun('again')
  if (error !== null) log?.error({ err: error, run: id }, 'a billing run was cut off and will be taken up again')
}

async function attemptRun(billing: Billing, claimed: StoredRun, goOn: GoOn): Promise<Note | undefined> {
  const { clock = () => new Date(), log } = billing
  const step = await goThrough(billing, claimed, goOn)
  if (step === 'done' || step === 'incomplete') reportEnd(log, claimed, step)
  // Stopped on the way: the next worker need not wait for the lease to run out.
  return step === 'more' ? (write) => write((db) => handBack(db, claimed, clock())) : undefined
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
    if ((await write((db) => getPast(db, claimed, clock()))) === 'failed') reportEnd(log, claimed, 'failed')
  },
})

/** One pass of the job: every run that is due is gone through. Answers how many there were. */
export const runDueBilling = (billing: Billing, goOn?: GoOn): Promise<number> =>
  runDue(billingJob(billing), billing, goOn)

const lookEveryMs = 500
/** Two side by side, so that a run for one customer does not wait for one of all. */
const workers = 2
export const startBilling = (billing: Billing & { log: Log }): Running =>
  startJob({ name: 'billing', everyMs: lookEveryMs, log: billing.log, workers }, (goOn) => runDueBilling(billing, goOn))
