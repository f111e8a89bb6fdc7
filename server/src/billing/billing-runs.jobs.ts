import type { Message } from '@portal/contract/message.ts'
import type { Database, Db } from '../db/connect.ts'
import { staffScope } from '../platform/access/scope.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { isLockTimeout } from '../platform/http/errors.ts'
import { insist, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { countRun } from '../platform/jobs/metrics.ts'
import type { StoredRun } from './billing-runs.columns.ts'
import {
  claimRun,
  countNext,
  holdRun,
  listNames,
  listWalk,
  noteOfDraft,
  noteRun,
  updateRun,
} from './billing-runs.queries.ts'
import { insertDraft, lockBillable, lockBilling, type MadeDraft } from './drafts.queries.ts'

export type Billing = { database: Database; clock?: Clock; log?: Log; leaseMs?: number }

/** A worker that has not got on by then is dead; a live one moves the end forward with every customer. */
export const leaseMs = 30_000
/**
 * Taken up so often without getting any further, a run leaves out the customer it stands at; one that knows no
 * customers yet is given up.
 */
const maxFruitless = 5
/** Put off so often because somebody held its records, a customer is left out: some half a minute in all. */
const maxPutOff = 4
/** Beyond this a customer is billed on a connection of its own, whose statements may take minutes. */
const manyTransactions = 5000
/** The job acts for nobody's company. */
const inScope = staffScope(0)

/** All Drafts of one customer, in one transaction, so that nobody sees half of them. */
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
  const run = await holdRun(db, claimed)
  if (!run) return 'lost'
  const on = { locked_until: until.toISOString(), fruitless: 0 }
  const walk = walkOf(run)
  if (walk === null) {
    const found = await listWalk(db, run)
    await updateRun(db, run.id, { ...on, walk: found, customers_total: found.length })
    return 'more'
  }
  const next = walk[run.customers_done]
  if (next === undefined) return finish(db, run, now)
  const { made, carried } = await billCustomer(db, run, next)
  await updateRun(db, run.id, {
    ...on,
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
/** The end of the walk. With somebody left out the run does not call itself done. */
async function finish(db: Db, run: StoredRun, now: Date): Promise<Step> {
  const left = idsOf(run.left_out)
  const status = left.length === 0 ? 'done' : 'incomplete'
  await updateRun(db, run.id, { status, locked_until: null, finished_at: now.toISOString() })
  await noteEnd(
    db,
    run,
    `billingRuns.${status}`,
    left.length === 0 ? {} : { left_out: await listNames(db, left), reason: run.fault },
  )
  return status
}

/**
 * The customer it stands at goes to the end of the walk, behind those that nobody holds. Tried there often enough, it
 * is left out.
 */
async function putOff(db: Db, claimed: StoredRun, now: Date, lease: number): Promise<Step> {
  const run = await holdRun(db, claimed)
  const walk = run && walkOf(run)
  const held = walk?.[run?.customers_done ?? 0]
  if (!run || !walk || held === undefined) return 'lost'
  const put_off = [...idsOf(run.put_off), held]
  const times = put_off.filter((id) => id === held).length
  if (times > maxPutOff) return leaveOut(db, run, held, wasHeld)
  const ahead = [...walk.filter((id) => id !== held), held]
  const next = ahead[run.customers_done]
  const isAgain = next !== undefined && put_off.includes(next)
  // Only such as were put off are left: whoever holds them is given a while.
  const until = new Date(now.getTime() + (isAgain ? times * pauseMs : lease)).toISOString()
  await updateRun(db, run.id, {
    put_off,
    walk: ahead,
    fruitless: 0,
    locked_until: until,
    ...(isAgain ? { status: 'queued' } : {}),
  })
  return isAgain ? 'paused' : 'more'
}

async function leaveOut(db: Db, run: StoredRun, customer: number, fault: Message): Promise<Step> {
  const walk = (walkOf(run) ?? []).filter((id) => id !== customer)
  const left_out = [...idsOf(run.left_out), customer]
  // Of two reasons the one that asks for more is told.
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
  { database, clock = () => new Date(), leaseMs: lease = leaseMs }: Billing,
  claimed: StoredRun,
  goOn: () => boolean,
): Promise<Step> {
  let step: Step = 'more'
  while (step === 'more' && goOn()) {
    const work = (db: Db) => takeStep(db, claimed, new Date(clock().getTime() + lease), clock())
    const waiting = await database.transaction(inScope, (db) => countNext(db, claimed.id, manyTransactions + 1), {
      readOnly: true,
    })
    try {
      step = await (waiting > manyTransactions
        ? database.longTransaction(inScope, work)
        : database.transaction(inScope, work))
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      step = await database.transaction(inScope, (db) => putOff(db, claimed, clock(), lease))
    }
  }
  // Stopped on the way: the next worker need not wait for the lease to run out.
  if (step === 'more') await database.transaction(inScope, (db) => release(db, claimed, null))
  return step
}

async function release(db: Db, claimed: StoredRun, until: Date | null): Promise<void> {
  const run = await holdRun(db, claimed)
  if (run)
    await updateRun(db, run.id, {
      status: 'queued',
      locked_until: until?.toISOString() ?? null,
      ...(until ? {} : { fruitless: 0 }),
    })
}

/** Where it stands nothing gets it on: past the customer it stands at, or, where it knows of none yet, to its end. */
async function getPast(db: Db, claimed: StoredRun, now: Date): Promise<'failed' | 'again'> {
  const run = await holdRun(db, claimed)
  if (!run) return 'again'
  const stuck = walkOf(run)?.[run.customers_done]
  if (stuck !== undefined) {
    await leaveOut(db, run, stuck, wasStuck)
    await release(db, claimed, null)
    return 'again'
  }
  const fault = 'billing.run-failed'
  await updateRun(db, run.id, { status: 'failed', fault, locked_until: null, finished_at: now.toISOString() })
  await noteEnd(db, run, 'billingRuns.failed', { reason: fault })
  return 'failed'
}

const ends = {
  done: null,
  again: null,
  incomplete: 'a billing run left customers out: its record says which',
  failed: 'a billing run failed',
}
/** How a run came out: a metric, and a log line unless it is done (OPS-5). */
function tell(log: Log | undefined, { id }: StoredRun, outcome: keyof typeof ends): void {
  countRun(outcome)
  const sentence = ends[outcome]
  if (sentence) log?.error({ run: id }, sentence)
}

const pauseMs = 1000
/** One turn of the job: whatever run is due is gone through. Answers how many there were. */
export async function runDueBilling(billing: Billing, goOn: () => boolean = () => true): Promise<number> {
  const { database, clock = () => new Date(), log, leaseMs: lease = leaseMs } = billing
  for (let count = 0; ; count++) {
    if (!goOn()) return count
    const claimed = await database.transaction(inScope, (db) => claimRun(db, clock(), lease))
    if (!claimed) return count
    if (claimed.fruitless > maxFruitless) {
      tell(log, claimed, await database.transaction(inScope, (db) => getPast(db, claimed, clock())))
      continue
    }
    try {
      const step = await goThrough(billing, claimed, goOn)
      if (step === 'done' || step === 'incomplete') tell(log, claimed, step)
    } catch (error) {
      tell(log, claimed, 'again')
      log?.error({ err: error, run: claimed.id }, 'a billing run was cut off and will be taken up again')
      const until = () => new Date(clock().getTime() + claimed.fruitless * pauseMs)
      await insist(() => database.transaction(inScope, (db) => release(db, claimed, until())), { forMs: lease, goOn })
    }
  }
}

const lookEveryMs = 500
/** Two side by side, so that a run for one customer does not wait for one of all. */
const lanes = 2
export const startBilling = (billing: Billing & { log: Log }): Running =>
  startJob({ name: 'billing', everyMs: lookEveryMs, log: billing.log, lanes }, (goOn) => runDueBilling(billing, goOn))
