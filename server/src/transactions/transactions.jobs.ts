import type { Database } from '../db/connect.ts'
import { every, type Log } from '../platform/jobs.ts'
import { staffScope } from '../platform/scope.ts'
import { foldTransactionCounts } from './transactions.queries.ts'

const everyMs = 30_000

/** Keeps the counts of the transactions short, so that a total stays the sum of a few rows. */
export function startFolding({ database, log }: { database: Database; log: Log }): { stop(): Promise<void> } {
  const complain = (error: unknown) => log.error({ err: error }, 'the counts of the transactions were not put together')
  return every(everyMs, () => database.transaction(staffScope(0), foldTransactionCounts), complain)
}
