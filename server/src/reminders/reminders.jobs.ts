import { getToday } from '../companies/companies.queries.ts'
import type { Database, Db } from '../db/connect.ts'
import type { Clock } from '../platform/access/sessions.ts'
import type { Services } from '../platform/http/context.ts'
import { jobScope, type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import type { GoOn } from '../platform/jobs/work-queue.ts'
import { queueReminder, queueStatement } from './reminders.actions.ts'
import {
  claimReminders,
  finishStatements,
  listDueReminders,
  listStatementCustomers,
  type StoredReminders,
} from './reminders.queries.ts'
import { dueStatements } from './reminders.rules.ts'

const everyMs = 60_000
/** A day's mails go out from this hour of the provider on, when people are at their desks. */
const fromHour = 8
/** So many mails are queued in one transaction, well under a second. */
const partSize = 50

export type Reminding = Pick<Services, 'brands'> & { database: Database; clock?: Clock }
type Part = { last: number | null }
type Step = (db: Db, settings: StoredReminders, day: string, after: number) => Promise<Part>

const remind =
  ({ brands }: Reminding): Step =>
  async (db, { since }, day, after) => {
    const due = await listDueReminders(db, { since, day, after, limit: partSize })
    for (const one of due) await queueReminder(db, { brands }, one, day)
    return { last: due.length < partSize ? null : (due.at(-1)?.id ?? null) }
  }

const sendStatements =
  ({ brands }: Reminding): Step =>
  async (db, settings, day, after) => {
    const month = dueStatements(settings, day)
    if (!month) return { last: null }
    const customers = await listStatementCustomers(db, month.from, after, partSize)
    for (const one of customers) await queueStatement(db, { brands }, one, month)
    if (customers.length === partSize) return { last: customers.at(-1)?.id ?? null }
    await finishStatements(db, month.to)
    return { last: null }
  }

/**
 * One pass over what is due on the provider's day, in short parts. Each part holds the settings' row, so that two
 * processes never queue the same mail (RECV-9).
 */
export async function queueDueReminders(reminding: Reminding, goOn: GoOn = () => true): Promise<void> {
  const { database, clock = () => new Date() } = reminding
  for (const step of [remind(reminding), sendStatements(reminding)])
    for (let after: number | null = 0; after !== null && goOn(); ) {
      const from: number = after
      after = await database.transaction(jobScope, async (db) => {
        const settings = await claimReminders(db)
        if (!settings) return null
        const day = await getToday(db, new Date(clock().getTime() - fromHour * 3_600_000))
        return (await step(db, settings, day, from)).last
      })
    }
}

export const startReminding = (reminding: Reminding & { log: Log }): Running =>
  startJob({ name: 'reminders', everyMs, log: reminding.log }, (goOn) => queueDueReminders(reminding, goOn))
