import { AppError } from '@portal/contract/errors.ts'
import type { ReminderSettings, ReminderSettingsInput } from '@portal/contract/reminders/reminders.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Db } from '../db/connect.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context, Services } from '../platform/http/context.ts'
import { countWithout, findReminders, lockReminders, type StoredReminders, saveReminders } from './reminders.queries.ts'

type Planned = Pick<ReminderSettings, 'days_before' | 'days_after' | 'statement_day'>
/** Until the settings are saved, nothing is mailed. */
const planOf = (stored: StoredReminders | undefined): Planned => ({
  days_before: stored?.days_before ?? [],
  days_after: stored?.days_after ?? [],
  statement_day: stored?.statement_day ?? null,
})
const audited = ({ days_before, days_after, statement_day }: Planned) => ({
  days_before: days_before.join(', '),
  days_after: days_after.join(', '),
  statement_day,
})

export async function readReminders(db: Db): Promise<ReminderSettings> {
  const stored = await findReminders(db)
  return {
    ...planOf(stored),
    since: stored?.since ?? null,
    ...(await countWithout(db)),
    version: stored?.version ?? null,
    updated_at: stored?.updated_at ?? null,
  }
}

/** A change counts from today on: what the new plan would have mailed earlier stays unsent. */
export async function changeReminders(
  { db, actor, audit }: Context,
  { clock }: Pick<Services, 'clock'>,
  { version, ...input }: ReminderSettingsInput,
): Promise<ReminderSettings> {
  const stored = await lockReminders(db, actor.home_company_id)
  if (version && version !== stored?.version) throw new AppError('record.stale')
  const before = planOf(stored)
  const plan = {
    days_before: input.days_before ?? before.days_before,
    days_after: input.days_after ?? before.days_after,
    statement_day: input.statement_day === undefined ? before.statement_day : input.statement_day,
  }
  const change = changes(audited(before), audited(plan))
  // What changes nothing keeps its version and the day since which the plan counts.
  if (!stored || Object.keys(change.after).length > 0)
    await saveReminders(db, actor.home_company_id, { ...plan, since: await getToday(db, clock()) })
  const saved = await readReminders(db)
  await audit({
    record: { type: 'reminder_settings', id: actor.home_company_id, label: '' },
    ...change,
  })
  return saved
}
