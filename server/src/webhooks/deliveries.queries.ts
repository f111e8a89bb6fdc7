import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { visibleEvents } from '@portal/contract/webhooks/sight.rules.ts'
import type { DeliveredEvent } from '@portal/contract/webhooks/webhook-events.ts'
import { type WebhookDelivery, webhookDeliveryList } from '@portal/contract/webhooks/webhooks.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import { type Changes, type Claimed, endClaim, type Queue, releaseClaim } from '../platform/jobs/claims.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type StoredDelivery, toDelivery } from './webhooks.columns.ts'

type Owner = Pick<Actor, 'company_id'>
/** Those of the own company's webhooks, for the provider's staff too. */
const ownDeliveries = (db: Db, { company_id }: Owner) =>
  db.selectFrom('webhook_deliveries').where('webhook_deliveries.company_id', '=', company_id)

export const listDeliveries = (
  db: Db,
  actor: Actor,
  webhookId: number,
  query: ListQuery,
): Promise<Page<'webhook_deliveries', WebhookDelivery>> =>
  paginate(
    db,
    actor.scope,
    webhookDeliveryList,
    query,
    {
      id: 'webhook_deliveries.id',
      created_at: 'webhook_deliveries.created_at',
      event: 'webhook_deliveries.event',
      status: 'webhook_deliveries.status',
    },
    {
      from: ownDeliveries(db, actor)
        .where('webhook_deliveries.webhook_id', '=', webhookId)
        .where('webhook_deliveries.event', 'in', visibleEvents(actor.grants)),
      show: (rows) => rows.selectAll('webhook_deliveries'),
      row: toDelivery,
    },
  )

export const lockDelivery = (db: Db, owner: Owner, id: number): Promise<StoredDelivery> =>
  ownDeliveries(db, owner)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

/** A delivery that ended, due again: its pauses count from the beginning, and its number stays. */
export const requeueDelivery = (db: Db, id: number, now: Date): Promise<StoredDelivery> =>
  db
    .updateTable('webhook_deliveries')
    .set(({ ref }) => ({ status: 'queued', attempts_before: ref('attempts'), next_attempt_at: now.toISOString() }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

type NewTest = { webhook_id: number; company_id: number; source: string }
export const insertTest = (db: Db, { webhook_id, company_id, source }: NewTest, now: Date): Promise<StoredDelivery> =>
  db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id,
      company_id,
      about_company_id: company_id,
      event: 'ping' satisfies DeliveredEvent,
      source,
      occurred_at: now.toISOString(),
      data: JSON.stringify({ webhook_id }),
      next_attempt_at: now.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** So many slow or failing webhooks are sent to at once, so that the others always have a place. */
const slowAtOnce = 8
/**
 * The next delivery: one at a time for each webhook, the one due longest first. Webhooks that are slow or fail share some of
 * the places. Looks at the head of each webhook's queue, so a long one costs no more than a short one.
 */
const nextDelivery = (now: Date): RawBuilder<number> => sql<number>`(
  select head.id
  from webhooks w
    cross join lateral (
      select d.id, d.next_attempt_at from webhook_deliveries d
      where d.webhook_id = w.id and d.next_attempt_at <= ${now.toISOString()}
        and (d.status = 'queued' or d.status = 'sending' and d.locked_until <= ${now.toISOString()})
      order by d.next_attempt_at, d.id limit 1
    ) head
  where w.status = 'active'
    and not exists (select from webhook_deliveries o where o.webhook_id = w.id and o.status = 'sending' and o.locked_until > ${now.toISOString()})
    and (not w.is_slow or ${slowAtOnce} > (
      select count(*) from webhooks s join webhook_deliveries o on o.webhook_id = s.id and o.status = 'sending'
      where s.is_slow and o.locked_until > ${now.toISOString()}))
  order by head.next_attempt_at, head.id limit 1)`

export type ClaimedDelivery = Claimed<'webhook_deliveries'>
export const deliveryQueue: Queue<'webhook_deliveries'> = {
  table: 'webhook_deliveries',
  busy: 'sending',
  first: 'longest-due',
  next: nextDelivery,
}
/** Back to its queue without an attempt. */
export const returnDelivery = (db: Db, claimed: ClaimedDelivery, now: Date): Promise<boolean> =>
  releaseClaim(db, deliveryQueue, claimed, now, { attempts: claimed.attempts - 1 })
export const endDelivery = (
  db: Db,
  claimed: ClaimedDelivery,
  outcome: Changes<'webhook_deliveries'> & { status: 'delivered' | 'failed' },
): Promise<boolean> => endClaim(db, deliveryQueue, claimed, outcome)

/** What the webhook's last attempt says about it. Writes nothing if that is known. */
export async function noteHealth(
  db: Db,
  webhookId: number,
  { isSlow, failedAt }: { isSlow: boolean; failedAt: Date | null },
): Promise<void> {
  const since = failedAt?.toISOString() ?? null
  await sql`
    update webhooks set is_slow = ${isSlow}, failing_since = case when ${since}::timestamptz is null then null else coalesce(failing_since, ${since}) end
    where id = ${webhookId} and (is_slow <> ${isSlow} or (failing_since is null) <> ${since === null})`.execute(db)
}

export type FailingWebhook = { id: number; company_id: number; url: string; created_by: number | null }
/** Pauses a webhook whose every attempt failed since then or longer. Undefined if it is not so. */
export const pauseFailing = (db: Db, id: number, since: Date): Promise<FailingWebhook | undefined> =>
  db
    .updateTable('webhooks')
    .set(({ eb, fn }) => ({
      status: 'paused',
      paused_because: 'failing',
      version: eb('version', '+', 1),
      updated_at: fn('now'),
    }))
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('failing_since', '<=', since.toISOString())
    .returning(['id', 'company_id', 'url', 'created_by'])
    .executeTakeFirst()

/** The webhook's address while it is active. */
export const findTarget = (db: Db, id: number): Promise<{ url: string } | undefined> =>
  db.selectFrom('webhooks').select('url').where('id', '=', id).where('status', '=', 'active').executeTakeFirst()
