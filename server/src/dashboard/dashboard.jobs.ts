import type { Database } from '../db/connect.ts'
import { every, type Log } from '../platform/jobs.ts'
import { staffScope } from '../platform/scope.ts'
import { foldDashboardSums } from './dashboard.queries.ts'

const everyMs = 30_000

/** Keeps what the dashboard adds up short, so that it stays quick however much was bought. */
export function startSumming({ database, log }: { database: Database; log: Log }): { stop(): Promise<void> } {
  const complain = (error: unknown) => log.error({ err: error }, 'the sums of the dashboard were not put together')
  // A long one: after a large file there is more to add up than a request's time allows, and what is never added up only grows.
  return every(everyMs, () => database.longTransaction(staffScope(0), (db) => foldDashboardSums(db)), complain)
}
