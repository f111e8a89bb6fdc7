import type { Database } from '../db/connect.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { jobScope, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { releaseIfPaid, settleCredit } from './holds.actions.ts'
import { listToSettle } from './holds.queries.ts'

const pollEveryMs = 120_000
const pageSize = 200

export type Settling = { database: Database; clock?: Clock; log?: Log }
/**
 * One pass. Each customer has its own transaction under its lock, so that two workers never repeat a hold. Also catches
 * changes other than payments, such as a voided invoice.
 */
export async function settleHolds(
  { database, clock = () => new Date(), log }: Settling,
  goOn: () => boolean = () => true,
): Promise<void> {
  for (let after = 0; goOn(); ) {
    const ids = await database.transaction(jobScope, (db) => listToSettle(db, after, pageSize), { readOnly: true })
    for (const id of ids) {
      if (!goOn()) return
      const settled = database.transaction(jobScope, async (db) => [
        await releaseIfPaid(db, id),
        await settleCredit(db, id, clock()),
      ])
      // A customer whose cards are locked is retried in the next pass; the others do not wait for it.
      await settled.catch((error: unknown) =>
        log?.error({ err: error, company: id }, 'the card holds of a customer could not be updated'),
      )
    }
    const last = ids.at(-1)
    if (last === undefined || ids.length < pageSize) return
    after = last
  }
}

export const startSettling = (settling: Settling & { log: Log }): Running =>
  startJob({ name: 'holds', everyMs: pollEveryMs, log: settling.log }, (goOn) => settleHolds(settling, goOn))
