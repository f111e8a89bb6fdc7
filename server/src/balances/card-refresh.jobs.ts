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
/** As many as a transaction covers in well under a second, so that saving one of these cards hardly waits. */
const partSize = 2000
/**
 * A clock that goes back by less was set right, or was wrong for a moment; one that goes back by more was far ahead
 * before.
 */
const believableDays = 7

export type Refreshing = { database: Database; clock?: Clock; log?: Log; partSize?: number }

/**
 * What is still to do: the days later than `after` up to `day`. When several of a card's days were missed, its last one
 * counts, so that it is made good once. Going back within a week brings no day again, and a day once begun is ended as
 * that day.
 */
function windowOf({ today, finished_day, day }: RefreshRun): { after: string; day: string } | null {
  const limit = addDays(today, believableDays)
  const after = finished_day > limit ? addDays(today, -1) : finished_day
  const target = day !== null && day > today && day <= limit ? day : today
  return target > after ? { after, day: target } : null
}

type Step = 'idle' | 'more' | { finished: string }
/**
 * One part of the cards, in one transaction with the note of how far it went: a worker that is killed leaves nothing
 * half done.
 */
async function refreshPart(db: Db, now: Date, size: number): Promise<Step> {
  const run = await claimRefreshRun(db, now)
  const window = run && windowOf(run)
  if (!run || !window) return 'idle'
  // Begun for an earlier day: the walk starts again for the longer window, and the record of what was done keeps it from
  // happening twice.
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
 * One pass of the job: if the provider's day is not done yet, every card's balances that are due return to their limits
 * (CARD-16, C9).
 */
export async function refreshDueCards(refreshing: Refreshing, goOn: () => boolean = () => true): Promise<void> {
  const { database, clock = () => new Date(), log, partSize: size = partSize } = refreshing
  if (!(await database.transaction(jobScope, (db) => isRefreshDue(db, clock()), { readOnly: true }))) return
  let step: Step = 'more'
  while (step === 'more' && goOn()) step = await database.transaction(jobScope, (db) => refreshPart(db, clock(), size))
  if (typeof step === 'string') return
  const { finished } = step
  log?.info({ day: finished }, 'the balances of the day are refreshed')
  let removed = size
  while (removed === size && goOn())
    removed = await database.transaction(jobScope, (db) => removeOldRefreshes(db, finished, size))
}

/** Looks twice a minute whether a midnight has passed, and keeps the counts of the cards short. */
export const startRefreshing = (refreshing: Refreshing & { log: Log }): Running =>
  startJob({ name: 'balances', everyMs: lookEveryMs, log: refreshing.log }, async (goOn) => {
    await refreshDueCards(refreshing, goOn)
    await refreshing.database.transaction(jobScope, foldCardCounts)
  })
