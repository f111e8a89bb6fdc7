import { AppError } from '@portal/contract/errors.ts'
import pg from 'pg'
import type { Database } from '../../db/connect.ts'
import { staffScope } from '../../platform/access/scope.ts'
import type { Clock } from '../../platform/access/sessions.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import { endClaim } from '../../platform/jobs/claims.ts'
import { type Log, type Running, startJob } from '../../platform/jobs/jobs.ts'
import { type GoOn, keepClaim, runDue, type Work } from '../../platform/jobs/work-queue.ts'
import { lockTaxRates } from '../../rates/tax-rates.queries.ts'
import { lockPricing } from '../pricing-lock.queries.ts'
import { applyChange, assess, doneColumns } from './tax-changes.actions.ts'
import { changeOf, changeQueue, insertChangeEntry, type StoredChange } from './tax-changes.queries.ts'

export type TaxChanging = { database: Database; clock?: Clock; log?: Log }

const leaseMs = 30_000
const reportMs = 500
const pausesMs = [2000, 15_000]
const claims = {
  queue: changeQueue,
  leaseMs,
  scopeOf: ({ company_id }: StoredChange) => staffScope(company_id),
}

/** Saves a change of many purchases: all of it, or nothing if what its preview counted has changed (TAX-1). */
async function attempt(changing: TaxChanging, claimed: StoredChange): Promise<undefined> {
  const progress = { progress_done: 0 }
  const keeping = keepClaim(claims, changing, claimed, {
    everyMs: reportMs,
    progress: () => progress,
    onLost: () => {},
  })
  const scope = claims.scopeOf(claimed)
  try {
    await changing.database.longTransaction(scope, async (db) => {
      await lockPricing(db, true)
      await lockTaxRates(db)
      const change = changeOf(claimed)
      const { plan, token } = await assess(db, change, 'lock')
      if (token !== claimed.token) throw new AppError('tax-rate.changed')
      const { made, figures, candidates } = await applyChange(
        db,
        scope,
        change.kind,
        plan,
        { user_id: claimed.created_by, reason: claimed.reason },
        (entry) => insertChangeEntry(db, claimed, entry),
        (done) => Object.assign(progress, { progress_done: done }),
      )
      if (!(await endClaim(db, changeQueue, claimed, doneColumns(plan, made, figures, candidates))))
        throw new Error('The change was claimed by another worker.')
    })
  } finally {
    await keeping.stop()
  }
}

const isCertain = (error: unknown): boolean =>
  error instanceof AppError ||
  error instanceof RangeError ||
  (error instanceof pg.DatabaseError && !isUnavailable(error))

const changeJob = (changing: TaxChanging): Work<'tax_rate_changes'> => ({
  ...claims,
  pausesMs,
  attempt: (claimed) => attempt(changing, claimed),
  isFinal: isCertain,
  report: ({ id }, { error }) => changing.log?.error({ err: error, change: id }, 'a change of tax rates failed'),
  end: (claimed, { error }, write) =>
    write((db) =>
      endClaim(db, changeQueue, claimed, {
        status: 'failed',
        fault: error instanceof AppError ? error.message : 'tax-rate.job-failed',
        progress_done: 0,
        finished_at: (changing.clock?.() ?? new Date()).toISOString(),
      }),
    ),
})

/** One pass over all queued changes. Returns how many there were. */
export const runDueTaxChanges = (changing: TaxChanging, goOn?: GoOn): Promise<number> =>
  runDue(changeJob(changing), changing, goOn)

const pollEveryMs = 500
export const startTaxChanges = (changing: TaxChanging & { log: Log }): Running =>
  startJob({ name: 'tax-changes', everyMs: pollEveryMs, log: changing.log }, (goOn) => runDueTaxChanges(changing, goOn))
