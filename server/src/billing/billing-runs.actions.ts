import { type BillingCycle, billingCycles, lastPeriodOf } from '@portal/contract/billing/billing-cycles.rules.ts'
import type {
  BillingRun,
  PreviewPeriod,
  PreviewRow,
  RunInput,
  RunPreview,
} from '@portal/contract/billing/billing-runs.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { Message } from '@portal/contract/message.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../platform/http/context.ts'
import { findCustomers, getRun, insertRun, previewRun } from './billing-runs.queries.ts'

type Period = { start_date: string; end_date: string }
/** A day that is not over can still get transactions, so it would be billed only in part. */
async function demandEnded(db: Db, { end_date }: Period, now: Date): Promise<string> {
  const today = await getToday(db, now)
  if (end_date >= today) throw new AppError('request.invalid', { end_date: 'billing.period-open' })
  return today
}

/**
 * Picks the cycle with the most customers due for an invoice and previews its last period. Falls back to the last week.
 */
async function previewDue(db: Db, today: string): Promise<RunPreview> {
  const plans: RunPreview[] = []
  for (const cycle of billingCycles) {
    const period = lastPeriodOf[cycle](today)
    plans.push({ ...period, issued_date: today, rows: await previewRun(db, period.start_date, period.end_date) })
  }
  const dueOf = ({ rows }: RunPreview, cycle: BillingCycle | undefined) =>
    new Set(
      rows
        .filter((row) => row.outcome === 'invoice' && row.billing_cycle === cycle)
        .map(({ company_id }) => company_id),
    ).size
  const counts = plans.map((plan, at) => dueOf(plan, billingCycles[at]))
  return plans[counts.indexOf(Math.max(...counts))] as RunPreview
}

export async function readPreview(db: Db, { start_date, end_date }: PreviewPeriod, now: Date): Promise<RunPreview> {
  if (start_date === undefined || end_date === undefined) return previewDue(db, await getToday(db, now))
  const issued_date = await demandEnded(db, { start_date, end_date }, now)
  return { start_date, end_date, issued_date, rows: await previewRun(db, start_date, end_date) }
}

/** Explains from the preview rows why there is nothing to bill. */
function reasonForNothing(rows: readonly PreviewRow[]): Message {
  if (rows.some(({ outcome }) => outcome === 'carried')) return 'billing.carried'
  if (rows.some(({ flagged }) => flagged > 0)) return 'billing.to-review'
  return 'billing.nothing'
}

/**
 * Queues a run for the job. The job reads the transactions itself, so concurrent runs never bill one twice (INV-11).
 */
export async function startRun(
  { db, actor, audit }: Context,
  { customers, ...period }: RunInput,
  now: Date,
): Promise<BillingRun> {
  const issued_date = await demandEnded(db, period, now)
  const chosen = customers ? [...new Set(customers)] : null
  if (chosen && (await findCustomers(db, chosen)).length !== chosen.length)
    throw new AppError('request.invalid', { customers: 'billing.customers-unknown' })
  const rows = (await previewRun(db, period.start_date, period.end_date)).filter(
    ({ company_id }) => !chosen || chosen.includes(company_id),
  )
  const billed = rows.filter(({ outcome }) => outcome === 'invoice')
  if (billed.length === 0) throw new AppError('billing.nothing', undefined, { message: reasonForNothing(rows) })
  const id = await insertRun(db, {
    ...period,
    company_id: actor.home_company_id,
    issued_date,
    customer_ids: chosen,
    created_by: actor.user_id,
  })
  await audit({
    record: { type: 'billing_run', id, label: `${period.start_date} – ${period.end_date}` },
    after: { ...period, customers: chosen ? chosen.length : 'all', expected: billed.length },
  })
  return getRun(db, actor.scope, id)
}
