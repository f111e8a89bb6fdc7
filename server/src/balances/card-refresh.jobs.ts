import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import type { Database, Db } from '../db/connect.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { jobScope, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import {
  claimRefreshRun,
  finishRefreshRun,
  foldCardCounts,
  isRefreshDue,
  moveRefreshRun,
  type RefreshRun,
  refreshCards,
  removeOldRefreshes,
  stripes,
} from './card-refresh.queries.ts'

const lookEveryMs = 30_000
/** One transaction handles this many cards in well under a second, so that saving one of them hardly waits. */
const partSize = 2000
/** A clock set back by up to this many days was corrected. If it goes back further, it was far ahead before. */
const believableDays = 7

export type Refreshing = { database: Database; clock?: Clock; log?: Log; partSize?: number }

/**
 * The remaining days: later than `after`, up to `day`. If a card missed several days, only its last one counts. A clock
 * set back by up to a week repeats no day. A day that was started is finished as that day.
 */
function windowOf({ today, finished_day, day }: RefreshRun): { after: string; day: string } | null {
  const limit = addDays(today, believableDays)
  const after = finished_day > limit ? addDays(today, -1) : finished_day
  const target = day !== null && day > today && day <= limit ? day : today
  return target > after ? { after, day: target } : null
}

type Step = 'idle' | 'more' | { finished: string }
/**
 * Refreshes one part of the cards. The progress is stored in the same transaction, so that a killed worker leaves
 * nothing half done.
 */
async function refreshPart(db: Db, now: Date, size: number): Promise<Step> {
  const run = await claimRefreshRun(db, now)
  const window = run && windowOf(run)
  if (!run || !window) return 'idle'
  // The run started for an earlier day, so it restarts for the longer window. `card_refreshes` prevents refreshing a
  // card twice.
  const { stripe, after_card, cards: before } = run.day === window.day ? run : { stripe: 0, after_card: 0, cards: 0 }
  const part = await refreshCards(db, { ...window, time_zone: run.time_zone, stripe, after_card, size })
  const cards = before + part.cards
  const isStripeDone = part.walked < size
  if (!isStripeDone || stripe < stripes - 1) {
    await moveRefreshRun(db, run.company_id, {
      day: window.day,
      stripe: isStripeDone ? stripe + 1 : stripe,
      after_card: isStripeDone ? 0 : (part.last ?? 0),
      cards,
    })
    return 'more'
  }
  await finishRefreshRun(db, run.company_id, window.day, cards)
  return { finished: window.day }
}

/**
 * One pass of the job. If the provider's day is not done yet, all due balances return to their limits (CARD-16, C9).
 */
export async function refreshDueCards(refreshing: Refreshing, goOn: () => boolean = () => true): Promise<void> {
  const { database, clock = () => new Date(), log, partSize: size = partSize } = refreshing
  if (!(await database.transaction(jobScope, (db) => isRefreshDue(db, clock()), { readOnly: true }))) return
  let step: Step = 'more'
  while (step === 'more' && goOn()) step = await database.transaction(jobScope, (db) => refreshPart(db, clock(), size))
  if (typeof step === 'string') return
  const { finished } = step
  log?.info({ day: finished }, 'Refreshed the balances of the day')
  let removed = size
  while (removed === size && goOn())
    removed = await database.transaction(jobScope, (db) => removeOldRefreshes(db, finished, size))
}

/** Checks every 30 seconds whether a midnight has passed, and folds the card counts. */
export const startRefreshing = (refreshing: Refreshing & { log: Log }): Running =>
  startJob({ name: 'balances', everyMs: lookEveryMs, log: refreshing.log }, async (goOn) => {
    await refreshDueCards(refreshing, goOn)
    await refreshing.database.transaction(jobScope, foldCardCounts)
  })
