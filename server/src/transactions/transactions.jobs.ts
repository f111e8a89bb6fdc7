import type { Database } from '../db/connect.ts'
import { jobScope, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { foldTransactionCounts } from './transactions.queries.ts'

const everyMs = 30_000

/** Folds the transaction counts, so that a total stays the sum of a few rows. */
export const startFolding = ({ database, log }: { database: Database; log: Log }): Running =>
  startJob({ name: 'counts', everyMs, log }, () => database.transaction(jobScope, foldTransactionCounts))
