import { type KeyState, type ServiceKey, serviceKeyList } from '@portal/contract/api-keys/api-keys.ts'
import type { KeyScope } from '@portal/contract/api-keys/scopes.data.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../db/connect.ts'
import type { NewKey } from '../platform/access/api-keys.ts'
import type { Actor } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import { userNameOf } from '../platform/audit/history.queries.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'

const shown = [
  'id',
  'name',
  'key_start',
  'scopes',
  'user_id',
  'created_at',
  'expires_at',
  'last_used_at',
  'last_used_from',
  'revoked_at',
] as const

/** The keys of the acting company only: the provider's staff switch to a customer to see its keys. */
const keysOf = (db: Db, { scope, company_id }: Actor, now: Date) => {
  const at = now.toISOString()
  return visible('service_keys', 'company_id')(db, scope)
    .where('service_keys.company_id', '=', company_id)
    .innerJoin('users', 'users.id', 'service_keys.user_id')
    .select(shown.map((column) => `service_keys.${column}` as const))
    .select([
      userNameOf('users').$castTo<string>().as('created_by'),
      sql<string | null>`case when former_ends_at > ${at}::timestamptz then former_ends_at end`.as('former_ends_at'),
      sql<KeyState>`case when revoked_at is not null then 'revoked' when expires_at <= ${at}::timestamptz then 'expired'
        when not users.is_active or users.company_id <> service_keys.company_id then 'suspended' else 'active' end`.as(
        'state',
      ),
    ])
}
type StoredKey = Omit<ServiceKey, 'scopes' | 'may_rotate'> & { scopes: string[] }
const toServiceKey = (actor: Actor, stored: StoredKey): ServiceKey => ({
  ...stored,
  scopes: stored.scopes as KeyScope[],
  may_rotate: stored.user_id === actor.user_id && !actor.is_switched && stored.state === 'active',
})

export const listServiceKeys = (
  db: Db,
  actor: Actor,
  query: ListQuery,
  now: Date,
): Promise<Page<'service_keys', ServiceKey>> =>
  paginate(
    db,
    actor.scope,
    serviceKeyList,
    query,
    {
      id: 'keys.id',
      name: 'keys.name',
      created_at: { column: 'keys.created_at', isInstant: true },
      state: 'keys.state',
      created_by: 'keys.created_by',
    },
    {
      from: db.selectFrom(keysOf(db, actor, now).as('keys')),
      show: (keys) => keys.selectAll('keys'),
      row: (stored: StoredKey) => ({ ...toServiceKey(actor, stored), scopes_text: stored.scopes.join(', ') }),
    },
  )

export const getServiceKey = async (db: Db, actor: Actor, id: number, now: Date): Promise<ServiceKey> =>
  toServiceKey(
    actor,
    await keysOf(db, actor, now)
      .where('service_keys.id', '=', id)
      .executeTakeFirstOrThrow(() => new AppError('record.not-found')),
  )

type Made = { name: string; scopes: readonly string[]; expires_at: string | null }
/** Makes the key with its audit entry, past the roles that requests run as, and returns its id. */
export async function openServiceKey(
  database: Database,
  actor: Actor,
  { key, made, now, requestId }: { key: NewKey; made: Made; now: Date; requestId: string },
): Promise<number> {
  const [opened] = await database.gate<{ id: number }>(
    'select open_service_key($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as id',
    [
      actor.company_id,
      actor.user_id,
      actor.email,
      made.name,
      made.scopes,
      key.keyStart,
      key.keyHash,
      now,
      made.expires_at,
      requestId,
    ],
  )
  if (!opened) throw new Error('open_service_key returned no row')
  return opened.id
}

/** False if the key has ended. */
export async function rotateServiceKey(
  database: Database,
  actor: Actor,
  id: number,
  { key, formerEndsAt, now, requestId }: { key: NewKey; formerEndsAt: Date; now: Date; requestId: string },
): Promise<boolean> {
  const [rotated] = await database.gate<{ done: boolean }>(
    'select rotate_service_key($1, $2, $3, $4, $5, $6, $7) as done',
    [id, actor.user_id, actor.email, key.keyHash, now, formerEndsAt, requestId],
  )
  return rotated?.done ?? false
}

/** False if the key has ended. */
export async function endServiceKey(db: Db, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select end_service_key(${id}, ${now.toISOString()}) as done`.execute(db)
  return rows[0]?.done ?? false
}
