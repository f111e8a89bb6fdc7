import { AppError } from '@portal/contract/errors.ts'
import { can } from '@portal/contract/permissions.ts'
import { lastingParameters, nextScheduled } from '@portal/contract/reports/report-period.rules.ts'
import type { ReportCadence, ReportSchedule, ScheduleChange, ScheduleInput } from '@portal/contract/reports/reports.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { asksFor, demandCustomer, demandReport, library, mayRead, readParameters } from './reports.actions.ts'
import { type StoredSchedule, toSchedule } from './schedules.columns.ts'
import {
  deleteSchedule,
  getSchedule,
  insertSchedule,
  listReadersOf,
  lockSchedule,
  savePeople,
  updateSchedule,
} from './schedules.queries.ts'

/** The people of the company who can see reports, or this one. */
export const listPossibleReaders = async (db: Db, actor: Actor, key: string | undefined) =>
  (await listReadersOf(db, actor.company_id))
    .filter((reader) => (key === undefined ? can(reader.grants, 'reporting.read') : mayRead(reader, key)))
    .map(({ id, name, email }) => ({ id, name, email }))

async function demandReaders(db: Db, actor: Actor, key: string, people: readonly number[]): Promise<number[]> {
  const possible = new Set((await listPossibleReaders(db, actor, key)).map(({ id }) => id))
  if (!people.every((id) => possible.has(id)))
    throw new AppError('request.invalid', { people: 'report.not-these-people' })
  return [...new Set(people)]
}
/** A report for a quarter is made once a quarter. */
function demandCadence(key: string, cadence: ReportCadence): void {
  if (asksFor(key, 'quarter') && cadence !== 'quarterly')
    throw new AppError('request.invalid', { cadence: 'report.quarterly' })
}
async function checkedParameters(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  key: string,
  given: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const lasting = lastingParameters(given)
  const dated = Object.keys(given).find((name) => !Object.hasOwn(lasting, name))
  if (dated) throw new AppError('request.invalid', { [`parameters.${dated}`]: 'report.own-period' })
  await demandCustomer(db, actor.scope, readParameters(actor.scope, demandReport(actor, key), lasting))
  return lasting
}
const auditFields = (stored: StoredSchedule) => ({
  report: stored.report,
  title: stored.title,
  cadence: stored.cadence,
  format: stored.format,
  is_active: stored.is_active,
  people: stored.people.map(({ name }) => name).join(', '),
})
const recordOf = ({ id, title }: Pick<StoredSchedule, 'id' | 'title'>) => ({
  type: 'report_schedule',
  id,
  label: title,
})

export async function createSchedule(
  { db, actor, audit }: Context,
  clock: Clock,
  { key, people, parameters, ...fields }: ScheduleInput,
): Promise<ReportSchedule> {
  demandCadence(key, fields.cadence)
  const lasting = await checkedParameters({ db, actor }, key, parameters)
  const readers = await demandReaders(db, actor, key, people)
  const id = await insertSchedule(db, {
    ...fields,
    report: key,
    parameters: lasting,
    company_id: actor.company_id,
    created_by: actor.user_id,
    next_on: nextScheduled(fields.cadence, await getToday(db, clock())),
  })
  await savePeople(db, id, actor.company_id, readers)
  const stored = await getSchedule(db, actor, id)
  await audit({ record: recordOf(stored), after: auditFields(stored) })
  return toSchedule(stored, library)
}

export async function changeSchedule(
  { db, actor, audit }: Context,
  clock: Clock,
  id: number,
  { version, people, parameters, ...fields }: ScheduleChange,
): Promise<ReportSchedule> {
  await lockSchedule(db, actor, id)
  const before = await getSchedule(db, actor, id)
  if (version && version !== before.version) throw new AppError('record.stale')
  demandCadence(before.report, fields.cadence)
  const lasting = await checkedParameters({ db, actor }, before.report, parameters)
  const readers = await demandReaders(db, actor, before.report, people)
  const isMoved = fields.cadence !== before.cadence || (fields.is_active && !before.is_active)
  await updateSchedule(db, id, {
    ...fields,
    parameters: lasting,
    ...(isMoved ? { next_on: nextScheduled(fields.cadence, await getToday(db, clock())) } : {}),
  })
  await savePeople(db, id, actor.company_id, readers)
  const after = await getSchedule(db, actor, id)
  await audit({ record: recordOf(after), ...changes(auditFields(before), auditFields(after)) })
  return toSchedule(after, library)
}

export async function removeSchedule({ db, actor, audit }: Context, id: number): Promise<null> {
  await lockSchedule(db, actor, id)
  const stored = await getSchedule(db, actor, id)
  await deleteSchedule(db, id)
  await audit({ record: recordOf(stored), before: auditFields(stored) })
  return null
}
