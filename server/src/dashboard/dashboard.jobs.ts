import type { Database } from '../db/connect.ts'
import { jobScope, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { foldDashboardSums } from './dashboard.queries.ts'

const everyMs = 30_000

/**
 * Folds entries into sums so that the dashboard stays fast. Uses a long transaction: folding after a large import
 * exceeds a request's time limit.
 */
export const startSumming = ({ database, log }: { database: Database; log: Log }): Running =>
  startJob({ name: 'sums', everyMs, log }, () => database.longTransaction(jobScope, (db) => foldDashboardSums(db)))
