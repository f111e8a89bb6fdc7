import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { dailyMailHour } from '@portal/contract/notifications/notification-kinds.data.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Database } from '../db/connect.ts'
import type { Clock } from '../platform/access/sessions.ts'
import type { Services } from '../platform/http/context.ts'
import { jobScope, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import type { GoOn } from '../platform/jobs/work-queue.ts'
import { claimPosition, findThrough, savePosition } from './notifications.queries.ts'
import { mailDaily, tellOfChanges, tellOfOverdue, tellOfServices } from './writing.actions.ts'

const everyMs = 5000
/** So many entries of the audit log are read in one transaction, well under a second. */
const partSize = 2000
/** So many people are mailed in one transaction. */
const mailedAtOnce = 50
/** After an outage, or with data brought in from elsewhere, nothing older is reported. */
const lateDays = 3

export type Notifying = Pick<Services, 'brands'> & { database: Database; clock?: Clock }

/** The next part of the audit log. The position is saved with what it led to, so nothing is reported twice. */
const tellNextPart = ({ database, brands, clock = () => new Date() }: Notifying): Promise<boolean> =>
  database.transaction(jobScope, async (db) => {
    const position = await claimPosition(db)
    const through = position && (await findThrough(db, position.seal_no, partSize))
    if (!position || !through) return false
    const since = new Date(clock().getTime() - lateDays * 24 * 3_600_000)
    await tellOfChanges(db, { brands }, { after: position.seal_no, through, since })
    await savePosition(db, { seal_no: through })
    return true
  })

/** Once a day, from the hour of the daily e-mail on: what became overdue or due for service, then the e-mails. */
async function tellOfDay({ database, brands, clock = () => new Date() }: Notifying, goOn: GoOn): Promise<void> {
  const now = clock()
  const day = await database.transaction(jobScope, async (db) => {
    const position = await claimPosition(db)
    if (!position) return null
    const today = await getToday(db, new Date(now.getTime() - dailyMailHour * 3_600_000))
    const [through, earliest] = [addDays(today, -1), addDays(today, -1 - lateDays)]
    const last = position.overdue_through ?? addDays(through, -1)
    if (last < through) {
      await tellOfOverdue(db, { brands }, { after: last < earliest ? earliest : last, through, now })
      await tellOfServices(db, { brands }, today, now)
      await savePosition(db, { overdue_through: through })
    }
    return today
  })
  const mailSome = (of: string) =>
    database.transaction(jobScope, async (db) =>
      (await claimPosition(db)) ? mailDaily(db, { brands }, of, dailyMailHour, mailedAtOnce) : false,
    )
  while (day !== null && goOn() && (await mailSome(day)));
}

/** One pass over what happened since the last one. Processes take turns by the lock of the position's row. */
export async function writeNotifications(notifying: Notifying, goOn: GoOn = () => true): Promise<void> {
  while (goOn() && (await tellNextPart(notifying)));
  await tellOfDay(notifying, goOn)
}

export const startNotifying = (notifying: Notifying & { log: Log }): Running =>
  startJob({ name: 'notifications', everyMs, log: notifying.log }, (goOn) => writeNotifications(notifying, goOn))
