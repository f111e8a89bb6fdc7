import type { Database } from '../db/connect.ts'
import { jobScope, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { foldDashboardSums } from './dashboard.queries.ts'

const everyMs = 30_000

/**
 * Keeps what the dashboard adds up short, so that it stays quick however much was bought. A long transaction: after a
 * large file there is more to add up than a request's time allows, and what is never added up only grows.
 */
export const startSumming = ({ database, log }: { database: Database; log: Log }): Running =>
  startJob({ name: 'sums', everyMs, log }, () => database.longTransaction(jobScope, (db) => foldDashboardSums(db)))
