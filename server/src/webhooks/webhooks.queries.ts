import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type Webhook, type WebhookInput, webhookList } from '@portal/contract/webhooks/webhooks.ts'
import { sql, type Updateable } from 'kysely'
import type { Database, Db } from '../db/connect.ts'
import type { Webhooks } from '../db/schema.ts'
import type { Actor } from '../platform/access/scope.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { toWebhook } from './webhooks.columns.ts'

type Owner = Pick<Actor, 'company_id' | 'scope'>
/** Every read for a user starts here: those of the own company, for the provider's staff too. */
const ownWebhooks = (db: Db, { company_id }: Pick<Owner, 'company_id'>) =>
  db.selectFrom('webhooks').where('webhooks.company_id', '=', company_id)
const shown = (rows: ReturnType<typeof ownWebhooks>) =>
  rows
    .leftJoin('users', 'users.id', 'webhooks.created_by')
    .leftJoinLateral(
      (inner) =>
        inner
          .selectFrom('webhook_deliveries')
          .select(['created_at', 'status'])
          .whereRef('webhook_id', '=', 'webhooks.id')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'webhooks.id',
      'url',
      'events',
      'webhooks.status',
      'paused_because',
      'failing_since',
      'last.created_at as last_delivery_at',
      'last.status as last_delivery_status',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('created_by'),
      sql<boolean | null>`users.is_active and users.deleted_at is null`.as('is_maker_active'),
      'webhooks.created_at',
      'webhooks.updated_at',
      'webhooks.version',
    ])
    .select(({ selectFrom }) =>
      selectFrom('webhook_secrets')
        .select(({ fn }) => fn.max('expires_at').as('until'))
        .whereRef('webhook_id', '=', 'webhooks.id')
        .as('former_secret_until'),
    )

export const listWebhooks = (db: Db, owner: Owner, query: ListQuery): Promise<Page<'webhooks', Webhook>> =>
  paginate(
    db,
    owner.scope,
    webhookList,
    query,
    { id: 'webhooks.id', url: 'webhooks.url', created_at: 'webhooks.created_at', status: 'webhooks.status' },
    { from: ownWebhooks(db, owner), show: shown, row: toWebhook },
  )

const notFound = () => new AppError('record.not-found')
export async function getWebhook(db: Db, owner: Pick<Owner, 'company_id'>, id: number): Promise<Webhook> {
  const stored = await shown(ownWebhooks(db, owner)).where('webhooks.id', '=', id).executeTakeFirstOrThrow(notFound)
  const { event_words, status_words, ...webhook } = toWebhook(stored)
  return webhook
}
/** Locks the webhook until the transaction ends. */
export async function lockWebhook(db: Db, owner: Pick<Owner, 'company_id'>, id: number): Promise<Webhook> {
  await ownWebhooks(db, owner)
    .select('webhooks.id')
    .where('webhooks.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  return getWebhook(db, owner, id)
}
export async function countWebhooks(db: Db, owner: Pick<Owner, 'company_id'>): Promise<number> {
  const { count } = await ownWebhooks(db, owner)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
export async function insertWebhook(
  db: Db,
  { url, events }: WebhookInput,
  { company_id, user_id }: Pick<Actor, 'company_id' | 'user_id'>,
): Promise<number> {
  const { id } = await db
    .insertInto('webhooks')
    .values({ company_id, created_by: user_id, url, events: [...events] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export async function updateWebhook(db: Db, id: number, changes: Updateable<Webhooks>): Promise<void> {
  await db
    .updateTable('webhooks')
    .set(({ eb, fn }) => ({ ...changes, version: eb('version', '+', 1), updated_at: fn('now') }))
    .where('id', '=', id)
    .execute()
}
export async function deleteWebhook(db: Db, id: number): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** The new secret signs at once, the one before until `until`, and an older one no more. */
export async function replaceSecret(
  db: Db,
  { webhook_id, company_id, secret }: { webhook_id: number; company_id: number; secret: string },
  until: Date,
): Promise<void> {
  const former = db.deleteFrom('webhook_secrets').where('webhook_id', '=', webhook_id)
  await former.where('expires_at', 'is not', null).execute()
  await db
    .updateTable('webhook_secrets')
    .set({ expires_at: until.toISOString() })
    .where('webhook_id', '=', webhook_id)
    .execute()
  await db.insertInto('webhook_secrets').values({ webhook_id, company_id, secret }).execute()
}
/** Those that sign at this time, newest first. Only the gate reads them (SEC-4). */
export async function listSecrets({ gate }: Pick<Database, 'gate'>, webhookId: number, now: Date): Promise<string[]> {
  const rows = await gate<{ secret: string }>('select secret from webhook_secrets_of($1, $2)', [webhookId, now])
  return rows.map(({ secret }) => secret)
}
