import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import { type CompanyKind, type Grants, grantsOf, type ModuleLevels, type Role } from '@portal/contract/permissions.ts'
import { type ReportSchedule, reportScheduleList } from '@portal/contract/reports/reports.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { ReportSchedules } from '../db/schema.ts'
import type { Actor } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import type { DocumentLanguage } from '../platform/documents/document-format.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type Library, type StoredSchedule, toSchedule } from './schedules.columns.ts'

/** A company's own schedules; staff see those of the provider. */
const ownSchedules = (db: Db, { scope, company_id }: Actor) =>
  visible('report_schedules', 'company_id')(db, scope)
    .where('report_schedules.company_id', '=', company_id)
    .where('report_schedules.deleted_at', 'is', null)
const withPeople = (schedules: ReturnType<typeof ownSchedules>) =>
  schedules.selectAll('report_schedules').select([
    sql<
      StoredSchedule['people']
    >`coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', concat_ws(' ', u.first_name, u.last_name),
          'role', u.role, 'levels', u.levels, 'is_active', u.is_active, 'kind', c.kind) order by u.last_name, u.id)
        from report_schedule_people p join users u on u.id = p.user_id join companies c on c.id = u.company_id
        where p.schedule_id = report_schedules.id), '[]')`.as('people'),
    sql<number | null>`(select max(id) from report_runs where schedule_id = report_schedules.id)`.as('last_run_id'),
    sql<
      string | null
    >`(select concat_ws(' ', first_name, last_name) from users where id = report_schedules.created_by)`.as(
      'created_by_name',
    ),
  ])

export const listSchedules = (
  db: Db,
  actor: Actor,
  query: ListQuery,
  library: Library,
): Promise<Page<'report_schedules', ReportSchedule>> =>
  paginate(
    db,
    actor.scope,
    reportScheduleList,
    query,
    {
      id: 'report_schedules.id',
      title: 'report_schedules.title',
      next_on: 'report_schedules.next_on',
      cadence: 'report_schedules.cadence',
    },
    { from: ownSchedules(db, actor), show: withPeople, row: (one: StoredSchedule) => toSchedule(one, library) },
  )
export const getSchedule = (db: Db, actor: Actor, id: number): Promise<StoredSchedule> =>
  withPeople(ownSchedules(db, actor))
    .where('report_schedules.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
/** Locks the schedule until the transaction ends. */
export async function lockSchedule(db: Db, actor: Actor, id: number): Promise<void> {
  await ownSchedules(db, actor)
    .select('report_schedules.id')
    .where('report_schedules.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
}

type Columns = Omit<Insertable<ReportSchedules>, 'parameters'> & { parameters: object }
export async function insertSchedule(db: Db, { parameters, ...columns }: Columns): Promise<number> {
  const { id } = await db
    .insertInto('report_schedules')
    .values({ ...columns, parameters: JSON.stringify(parameters) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export async function updateSchedule(
  db: Db,
  id: number,
  { parameters, ...columns }: Omit<Updateable<ReportSchedules>, 'parameters'> & { parameters: object },
): Promise<void> {
  await db
    .updateTable('report_schedules')
    .set(({ eb }) => ({
      ...columns,
      parameters: JSON.stringify(parameters),
      version: eb('version', '+', 1),
      updated_at: eb.fn('now'),
    }))
    .where('id', '=', id)
    .execute()
}
/** What it made stays, for the people it was made for. */
export async function deleteSchedule(db: Db, id: number): Promise<void> {
  await db
    .updateTable('report_schedules')
    .set(({ fn }) => ({ is_active: false, deleted_at: fn('now') }))
    .where('id', '=', id)
    .execute()
}
/** Replaces the people of a schedule. */
export async function savePeople(db: Db, id: number, company_id: number, people: readonly number[]): Promise<void> {
  await db.deleteFrom('report_schedule_people').where('schedule_id', '=', id).execute()
  await db
    .insertInto('report_schedule_people')
    .values(people.map((user_id) => ({ schedule_id: id, user_id, company_id })))
    .execute()
}

/** Someone who can sign in, with what they may see now. */
export type ReportReader = {
  id: number
  name: string
  first_name: string
  email: string
  kind: CompanyKind
  company_id: number
  brand: BrandKey
  language: DocumentLanguage
  grants: Grants
}
type ReaderRow = Omit<ReportReader, 'grants'> & { role: Role; levels: ModuleLevels }
async function listReaders(db: Db, which: ReturnType<typeof sql>): Promise<ReportReader[]> {
  const { rows } = await sql<ReaderRow>`
    select u.id, concat_ws(' ', u.first_name, u.last_name) as name, u.first_name, u.email, u.role, u.levels, c.kind, u.company_id, c.brand,
      coalesce(language_of(u.id), customers.language, 'en') as language
    from users u join companies c on c.id = u.company_id left join customers on customers.company_id = c.id
    where u.is_active and u.deleted_at is null and c.status = 'active' and ${which} order by u.last_name, u.first_name, u.id limit 500`.execute(
    db,
  )
  return rows.map(({ role, levels, ...person }) => ({
    ...person,
    grants: grantsOf({ role, levels, kind: person.kind }),
  }))
}
export const listReadersOf = (db: Db, company: number): Promise<ReportReader[]> =>
  listReaders(db, sql`u.company_id = ${company}`)
export const listReadersOfSchedule = (db: Db, schedule: number): Promise<ReportReader[]> =>
  listReaders(db, sql`u.id in (select user_id from report_schedule_people where schedule_id = ${schedule})`)
export async function findReader(db: Db, id: number): Promise<ReportReader | undefined> {
  return (await listReaders(db, sql`u.id = ${id}`))[0]
}

/** The people of a schedule and the person who made it, each with its title. A deleted one has none. */
export async function listFollowers(db: Db, schedule: number): Promise<{ title: string; user_id: number }[]> {
  const { rows } = await sql<{ title: string; user_id: number }>`
    select title, user_id from report_schedules join lateral
      (select user_id from report_schedule_people where schedule_id = report_schedules.id union select created_by) followers on user_id is not null
    where report_schedules.id = ${schedule} and deleted_at is null order by user_id`.execute(db)
  return rows
}

type Due = Pick<StoredSchedule, 'id' | 'company_id' | 'report' | 'cadence' | 'parameters' | 'next_on'>
/** Locks the next schedule that is due, skipping those that another process has. */
export const claimDueSchedule = (db: Db, today: string): Promise<Due | undefined> =>
  db
    .selectFrom('report_schedules')
    .select(['id', 'company_id', 'report', 'cadence', 'parameters', 'next_on'])
    .where('is_active', '=', true)
    .where('next_on', '<=', today)
    .orderBy('next_on')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
export async function postponeSchedule(db: Db, id: number, next_on: string): Promise<void> {
  await db.updateTable('report_schedules').set({ next_on }).where('id', '=', id).execute()
}
