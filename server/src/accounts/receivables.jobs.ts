import { getToday } from '../companies/companies.queries.ts'
import type { Database } from '../db/connect.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { jobScope, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { foldOwed } from './accounts.queries.ts'

const everyMs = 30_000

export type Folding = { database: Database; clock?: Clock }
/** Folds what documents appended into days and month ends, so that receivables as of any day stay fast (RECV-7). */
export const foldReceivables = ({ database, clock = () => new Date() }: Folding): Promise<void> =>
  database.longTransaction(jobScope, async (db) => {
    await foldOwed(db, await getToday(db, clock()))
  })

export const startReceivables = ({ database, log }: { database: Database; log: Log }): Running =>
  startJob({ name: 'receivables', everyMs, log }, () => foldReceivables({ database }))
