import type { ListQuery } from '@portal/contract/list.ts'
import { kindsFor } from '@portal/contract/notifications/audience.rules.ts'
import type { NotificationTopic } from '@portal/contract/notifications/notification-kinds.data.ts'
import {
  type NotificationChoice,
  type NotificationRow,
  notificationList,
} from '@portal/contract/notifications/notifications.ts'
import { countedNotifications } from '@portal/contract/notifications/unread-notifications.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import type { Notice } from './notices.rules.ts'
import { toNotificationRow } from './notifications.columns.ts'

/**
 * A person's own notifications in the bell, at the company that they act for, so that a switched one sees none; and of
 * the kinds that they may still see.
 */
const isOwn = ({ user_id, company_id, grants, kind }: Actor) =>
  sql<SqlBool>`notifications.user_id = ${user_id} and notifications.company_id = ${company_id} and notifications.in_bell
    and notifications.kind = any(${kindsFor(grants, kind)}::text[])`

const unread = sql<SqlBool>`notifications.read_at is null`
export const listNotifications = (
  db: Db,
  actor: Actor,
  query: ListQuery,
): Promise<Page<'notifications', NotificationRow>> =>
  paginate(
    db,
    actor.scope,
    notificationList,
    query,
    {
      id: 'notifications.id',
      created_at: { column: 'notifications.created_at', isInstant: true },
      kind: 'notifications.kind',
      state: {
        column: 'notifications.read_at',
        meanings: { unread, read: sql<SqlBool>`notifications.read_at is not null` },
      },
    },
    {
      from: db.selectFrom('notifications').where(isOwn(actor)),
      show: (own) =>
        own.select([
          'notifications.id',
          'notifications.kind',
          'notifications.message',
          'notifications.link_path',
          'notifications.link_filter',
          'notifications.created_at',
          'notifications.read_at',
        ]),
      row: toNotificationRow,
    },
  )

/** From its index alone, and only so far. */
export async function countUnread(db: Db, actor: Actor): Promise<number> {
  const some = db.selectFrom('notifications').where(isOwn(actor)).where(unread).select('user_id')
  const { count } = await db
    .selectFrom(some.limit(countedNotifications).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns how many changed. Those that already were as wanted keep their time. */
export async function markNotifications(
  db: Db,
  actor: Actor,
  { ids, readAt }: { ids: readonly number[] | undefined; readAt: Date | null },
): Promise<number> {
  const marked = db
    .updateTable('notifications')
    .set({ read_at: readAt?.toISOString() ?? null })
    .where(isOwn(actor))
    .where('read_at', readAt ? 'is' : 'is not', null)
  const chosen = ids ? marked.where(sql<SqlBool>`notifications.id = any(${ids}::bigint[])`) : marked
  const { numUpdatedRows } = await chosen.executeTakeFirst()
  return Number(numUpdatedRows)
}

const columns = [
  'user_id',
  'company_id',
  'kind',
  'source',
  'message',
  'link_path',
  'link_filter',
  'in_bell',
  'mail',
] as const
export type WrittenNotice = Pick<Notice, 'user_id' | 'mail' | 'message' | 'link_path' | 'link_filter'>
/** Writes all at once. What a person was already told is left as it is and not returned. */
export async function insertNotices(db: Db, notices: readonly Notice[]): Promise<WrittenNotice[]> {
  if (notices.length === 0) return []
  const names = sql.raw([...columns, 'created_at'].join(', '))
  const { rows } = await sql<WrittenNotice>`
    insert into notifications (${names})
    select ${names} from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n (user_id bigint, company_id bigint, kind text, source text,
      message text, link_path text, link_filter text[], in_bell boolean, mail text, created_at timestamptz)
    on conflict (user_id, kind, source) do nothing returning user_id, mail, message, link_path, link_filter`.execute(db)
  return rows
}

type StoredChoice = Pick<NotificationChoice, 'in_bell'> & { topic: string; mail: string }
export const listChoices = (db: Db, { user_id, company_id }: Actor): Promise<StoredChoice[]> =>
  db
    .selectFrom('notification_choices')
    .select(['topic', 'in_bell', 'mail'])
    .where('user_id', '=', user_id)
    .where('company_id', '=', company_id)
    .execute()
export async function saveChoices(
  db: Db,
  { user_id, company_id }: Actor,
  chosen: readonly (Omit<NotificationChoice, 'topic'> & { topic: NotificationTopic })[],
): Promise<void> {
  if (chosen.length === 0) return
  await db
    .insertInto('notification_choices')
    .values(chosen.map((choice) => ({ user_id, company_id, ...choice })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'topic']).doUpdateSet(({ ref }) => ({
        in_bell: ref('excluded.in_bell'),
        mail: ref('excluded.mail'),
      })),
    )
    .execute()
}

export type NotificationPosition = { seal_no: number; overdue_through: string | null }
/** The job's own row, locked until the end of its part; undefined while another process is at it. */
export const claimPosition = (db: Db): Promise<NotificationPosition | undefined> =>
  db
    .selectFrom('notification_position')
    .select(['seal_no', 'overdue_through'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
export async function savePosition(db: Db, position: Partial<NotificationPosition>): Promise<void> {
  await db.updateTable('notification_position').set(position).execute()
}
/** The last seal of the next part of the audit log, or null if there is none. */
export async function findThrough(db: Db, after: number, limit: number): Promise<number | null> {
  const { rows } = await sql<{ through: number | null }>`
    select max(seal_no) as through from sealed_changes(${after}, ${limit}::int)`.execute(db)
  return rows[0]?.through ?? null
}

export type DailyNotice = Pick<Notice, 'user_id' | 'kind' | 'message' | 'link_path' | 'link_filter'>
/** What these many people wait for since before a day's hour, marked as queued. */
export async function takeDaily(db: Db, day: string, hour: number, people: number): Promise<DailyNotice[]> {
  const before = sql`start_of_day(${day}::date) + make_interval(hours => ${hour}::int)`
  const { rows } = await sql<DailyNotice>`
    with taken as (
      update notifications set mail = 'queued' where mail = 'daily' and created_at < ${before}
        and user_id in (select distinct user_id from notifications where mail = 'daily' and created_at < ${before} order by 1 limit ${people})
      returning id, user_id, kind, message, link_path, link_filter, created_at
    ) select user_id, kind, message, link_path, link_filter from taken order by user_id, created_at, id`.execute(db)
  return rows
}
