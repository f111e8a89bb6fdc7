import type { Database } from '../db/connect.ts'
import { type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { deriveClaims } from './claims.actions.ts'

const everyMs = 5000

/** Derives claims from the lines that changed (COST-4), outside of imports and repricing. */
export const startClaiming = ({ database, log }: { database: Database; log: Log }): Running =>
  startJob({ name: 'claims', everyMs, log }, (goOn) => deriveClaims(database, goOn))
