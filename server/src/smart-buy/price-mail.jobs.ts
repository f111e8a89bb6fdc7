import { mailHours } from '@portal/contract/smart-buy/smart-buy.data.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Database } from '../db/connect.ts'
import type { Clock } from '../platform/access/sessions.ts'
import type { Services } from '../platform/http/context.ts'
import { jobScope, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import type { GoOn } from '../platform/jobs/work-queue.ts'
import { queuePriceLists } from './price-mail.actions.ts'
import { claimPriceLists, getProviderHour, listUnmailed } from './price-mail.queries.ts'
import { hasRatesOf } from './smart-buy.queries.ts'

const everyMs = 60_000
/** So many mails are queued in one transaction, well under a second. */
const partSize = 50

type PriceMailing = Pick<Services, 'brands'> & { database: Database; clock?: Clock }

/**
 * In the morning of the provider, as soon as there are prices of the day. Without any until noon, nothing is sent that
 * day. Each part is one transaction, so a kill leaves whole parts and the next pass goes on after them (SMART-4).
 */
export async function queueMorningPrices(mailing: PriceMailing, goOn: GoOn = () => true): Promise<void> {
  const { database, brands, clock = () => new Date() } = mailing
  for (let after: number | null = 0; after !== null && goOn(); ) {
    const from: number = after
    after = await database.transaction(jobScope, async (db) => {
      const now = clock()
      const hour = await getProviderHour(db, now)
      if (hour < mailHours.from || hour >= mailHours.until || !(await claimPriceLists(db))) return null
      const day = await getToday(db, now)
      if (!(await hasRatesOf(db, day))) return null
      const people = await listUnmailed(db, day, from, partSize)
      await queuePriceLists(db, { brands }, people, day)
      return people.length < partSize ? null : (people.at(-1) ?? null)
    })
  }
}

export const startPriceMailing = (mailing: PriceMailing & { log: Log }): Running =>
  startJob({ name: 'price-lists', everyMs, log: mailing.log }, (goOn) => queueMorningPrices(mailing, goOn))
