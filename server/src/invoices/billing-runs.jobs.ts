import type { Database, Db } from '../db/connect.ts'
import { every, type Log } from '../platform/jobs.ts'
import { staffScope } from '../platform/scope.ts'
import type { Clock } from '../platform/sessions.ts'
import type { StoredRun } from './billing-runs.columns.ts'
import { claimRun, countNext, holdRun, listWalk, noteOfDraft, noteRun, updateRun } from './billing-runs.queries.ts'
import { insertDraft, lockBillable, lockBilling, type MadeDraft } from './drafts.queries.ts'

export type Billing = { database: Database; clock?: Clock; log?: Log; leaseMs?: number }

/** A worker that has not got on by then is dead; a live one moves the end forward with every customer. */
export const leaseMs = 30_000
/** Taken up so often without getting any further, a run is given up. */
const maxFruitless = 5
/** Beyond this a customer is billed on a connection of its own, whose statements may take minutes. */
const manyTransactions = 5000
/** The job acts for nobody's company. */
const inScope = staffScope(0)

/** All Drafts of one customer, in one transaction, so that nobody sees half of them. */
async function billCustomer(db: Db, run: StoredRun, company_id: number): Promise<{ made: MadeDraft[]; carried: number }> {
  await lockBilling(db, company_id)
  const found = await lockBillable(db, company_id, run.end_date)
  const { issued_date, start_date, end_date, id: billing_run_id } = run
  const made: MadeDraft[] = []
  for (const billable of found.filter(({ total_cents }) => total_cents > 0))
    made.push(await insertDraft(db, { company_id, currency: billable.currency, issued_date, start_date, end_date, billing_run_id }, billable))
  return { made, carried: found.length - made.length }
}

const walkOf = ({ walk }: StoredRun): number[] | null => (walk === null ? null : (walk as unknown as (number | string)[]).map(Number))
type Step = 'more' | 'over' | 'lost'
/** The next customer of a claimed run, together with the note of how far it went: what a kill leaves is whole or absent (C1). */
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
  if (next === undefined) {
    await updateRun(db, run.id, { status: 'done', locked_until: null, finished_at: now.toISOString() })
    await noteEnd(db, run, 'billingRuns.done', {})
    return 'over'
  }
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

const noteEnd = (db: Db, run: StoredRun, action: string, more: object) => {
  const { id, start_date, end_date, customers_done, invoices_made, carried } = run
  const record = { record_type: 'billing_run', record_id: id, record_label: `${start_date} – ${end_date}` }
  return noteRun(db, run, [{ action, ...record, after: { customers: customers_done, invoices: invoices_made, carried, ...more } }])
}

/** One customer after the other, each in a short transaction; only one with very many transactions gets a connection of its own. */
async function goThrough(
  { database, clock = () => new Date(), leaseMs: lease = leaseMs }: Billing,
  claimed: StoredRun,
  goOn: () => boolean,
): Promise<void> {
  let step: Step = 'more'
  while (step === 'more' && goOn()) {
    const work = (db: Db) => takeStep(db, claimed, new Date(clock().getTime() + lease), clock())
    const waiting = await database.transaction(inScope, (db) => countNext(db, claimed.id, manyTransactions + 1), { readOnly: true })
    step = await (waiting > manyTransactions ? database.longTransaction(inScope, work) : database.transaction(inScope, work))
  }
  // Stopped on the way: whoever comes next need not wait for the lease to run out.
  if (step === 'more') await database.transaction(inScope, (db) => release(db, claimed, null))
}

async function release(db: Db, claimed: StoredRun, until: Date | null): Promise<void> {
  const run = await holdRun(db, claimed)
  if (run) await updateRun(db, run.id, { status: 'queued', locked_until: until?.toISOString() ?? null, ...(until ? {} : { fruitless: 0 }) })
}

/** What was made stays, and another run takes the rest. */
async function giveUp(db: Db, claimed: StoredRun, now: Date): Promise<void> {
  const run = await holdRun(db, claimed)
  if (!run) return
  const fault = 'It stopped too often at the same customer. What was made stays; start another run for the rest.'
  await updateRun(db, run.id, { status: 'failed', fault, locked_until: null, finished_at: now.toISOString() })
  await noteEnd(db, run, 'billingRuns.failed', { reason: fault })
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
      await database.transaction(inScope, (db) => giveUp(db, claimed, clock()))
      continue
    }
    try {
      await goThrough(billing, claimed, goOn)
    } catch (error) {
      log?.error({ err: error, run: claimed.id }, 'a billing run was cut off and will be taken up again')
      const until = new Date(clock().getTime() + claimed.fruitless * pauseMs)
      await database.transaction(inScope, (db) => release(db, claimed, until))
    }
  }
}

const lookEveryMs = 500
/** Two side by side, so that a run for one customer does not wait for one of all. */
const lanes = 2
export function startBilling(billing: Billing & { log: Log }): { stop(): Promise<void> } {
  let isStopping = false
  const complain = (error: unknown) => billing.log.error({ err: error }, 'the billing job failed')
  const loops = Array.from({ length: lanes }, () => every(lookEveryMs, () => runDueBilling(billing, () => !isStopping), complain))
  return {
    async stop() {
      isStopping = true
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
