import { type Claim, claimList, sendLimit } from '@portal/contract/claims/claims.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { sql, type Updateable } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import type { Claims } from '../db/schema.ts'
import { byProvider } from '../lookups/by-provider.queries.ts'
import { filterRows, type Page, paginate } from '../platform/lists/paginate.ts'
import { type SentPacket, type StoredClaim, storedColumns, toClaim, toClaimCells } from './claims.columns.ts'
import type { ClaimableLine, DerivedClaim } from './claims.rules.ts'

// Claims belong to no company; the grants limit them to staff.
const allClaims = (db: Db) => db.selectFrom('claims')
/** With the names of what is claimed, and the newest credit that a file brought for the purchase. */
const withNames = (claims: ReturnType<typeof allClaims>) =>
  claims
    .innerJoin('fuel_providers', 'fuel_providers.id', 'claims.provider_id')
    .innerJoin('transactions', 'transactions.id', 'claims.transaction_id')
    .innerJoin('companies', 'companies.id', 'transactions.company_id')
    .innerJoin('transaction_lines', 'transaction_lines.id', 'claims.line_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('transactions as credit')
          .select([
            'credit.id as proposed_id',
            'credit.txn_at as proposed_at',
            'credit.file_amount_cents as proposed_cents',
          ])
          .whereRef('credit.credited_id', '=', 'claims.transaction_id')
          .where('credit.source', '=', 'import')
          .orderBy('credit.id', 'desc')
          .limit(1)
          .as('proposed'),
      (join) => join.onTrue(),
    )
    .select(storedColumns.map((name) => `claims.${name}` as const))
    .select([
      'transactions.authentication_id',
      'transactions.location',
      'fuel_providers.name as provider',
      'companies.id as company_id',
      'companies.name as company_name',
      'transaction_lines.product',
      'proposed.proposed_id',
      'proposed.proposed_at',
      'proposed.proposed_cents',
    ])

const claimColumns = {
  id: 'claims.id',
  txn_date: { column: 'claims.txn_at', isLocalTime: true },
  provider: byProvider('claims.provider_id'),
  status: 'claims.status',
  kind: 'claims.kind',
  currency: 'claims.currency',
  authentication_id: 'transactions.authentication_id',
  packet_id: 'claims.packet_id',
} as const
export const listClaims = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'claims', Claim>> =>
  paginate(db, scope, claimList, query, claimColumns, {
    from: allClaims(db),
    show: withNames,
    row: (stored: StoredClaim) => (query.format ? toClaimCells(toClaim(stored)) : toClaim(stored)),
  })

export const getClaim = (db: Db, id: number): Promise<StoredClaim> =>
  withNames(allClaims(db))
    .where('claims.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
export async function lockStoredClaim(db: Db, id: number): Promise<StoredClaim> {
  await allClaims(db).select('id').where('id', '=', id).forUpdate().execute()
  return getClaim(db, id)
}
export type ChosenClaims = { ids?: number[]; filter?: string[] }
/** The open ones of these claims, one more than can be sent at once at most. */
export async function listOpenClaims(db: Db, { ids, filter }: ChosenClaims): Promise<StoredClaim[]> {
  const found = filterRows(claimList, filter ?? [], claimColumns, withNames(allClaims(db)))
    .where('claims.status', '=', 'open')
    .where(ids ? sql<boolean>`claims.id = any(${ids}::bigint[])` : sql<boolean>`true`)
    .limit(sendLimit + 1)
    .orderBy('claims.id')
  return (await found.execute()) as StoredClaim[]
}
/** The same, locked. */
export async function lockOpenClaims(db: Db, chosen: ChosenClaims): Promise<StoredClaim[]> {
  const open = await listOpenClaims(db, chosen)
  const { rows } = await sql<{ id: number }>`
    select id from claims where id = any(${open.map(({ id }) => id)}::bigint[]) and status = 'open' order by id for update`.execute(
    db,
  )
  const locked = new Set(rows.map(({ id }) => id))
  return open.filter(({ id }) => locked.has(id))
}
export async function updateClaims(db: Db, ids: readonly number[], changed: Updateable<Claims>): Promise<void> {
  await db
    .updateTable('claims')
    .set(({ eb }) => ({ ...changed, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}
export async function insertPacket(
  db: Db,
  packet: { provider_id: number; currency: string; sent_at: Date; sent_by: number; sent: SentPacket },
): Promise<number> {
  const { id } = await db
    .insertInto('claim_packets')
    .values({ ...packet, sent_at: packet.sent_at.toISOString(), sent: JSON.stringify(packet.sent) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export const getPacket = (db: Db, id: number) =>
  db
    .selectFrom('claim_packets')
    .select(['id', 'currency', 'sent_at'])
    .select(sql<SentPacket>`sent`.as('sent'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
/** A credit of this provider in this currency. */
export const isCreditOf = async (
  db: Db,
  id: number,
  { provider_id, currency }: Pick<StoredClaim, 'provider_id' | 'currency'>,
): Promise<boolean> =>
  (await db
    .selectFrom('transactions')
    .select('id')
    .where('id', '=', id)
    .where('provider_id', '=', provider_id)
    .where('currency', '=', currency)
    .where('amount_cents', '<', 0)
    .executeTakeFirst()) !== undefined
export const getSender = (db: Db, company: number) =>
  db
    .selectFrom('companies')
    .leftJoin('billing_settings', 'billing_settings.company_id', 'companies.id')
    .select(['companies.name', 'companies.brand', 'billing_settings.legal_name', 'billing_settings.address'])
    .where('companies.id', '=', company)
    .executeTakeFirstOrThrow()

/** One deriver at a time, so that an older reading of a line never replaces a newer one. */
const lock = 7083_0054
export const isDeriving = async (db: Db): Promise<boolean> =>
  (await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as is_mine`.execute(db)).rows[0]
    ?.is_mine === true
/** Takes entries from the queue, and returns their transactions. */
export const takeEntries = async (db: Db, limit: number): Promise<number[]> =>
  (
    await sql<{ id: number }>`
    with taken as (delete from claim_entries where ctid in (select ctid from claim_entries limit ${limit}) returning transaction_id)
    select distinct transaction_id as id from taken`.execute(db)
  ).rows.map(({ id }) => id)

/** So that the claims of this transaction are derived again. */
export async function addEntry(db: Db, transaction_id: number): Promise<void> {
  await db.insertInto('claim_entries').values({ transaction_id }).execute()
}

export type DerivableLine = ClaimableLine & {
  line_id: number
  transaction_id: number
  provider_id: number
  currency: string
  txn_at: string
}
/** The purchase lines of these transactions, with the rate of their own day and what was credited of their product. */
export const listDerivable = async (db: Db, transactions: readonly number[]): Promise<DerivableLine[]> =>
  (
    await sql<DerivableLine>`
    select l.id as line_id, t.id as transaction_id, t.provider_id, t.currency, t.txn_at, l.unit, l.quantity_milli, l.file_price_e6, l.cost_pre_cents,
      l.cost_gst_cents + l.cost_hst_cents + l.cost_pst_cents + l.cost_qst_cents as cost_tax_cents, l.warnings,
      case when l.rate_date = t.txn_at::date and coalesce(d.currency, t.currency) = t.currency then l.rate_price_e4 end as rate_price_e4,
      coalesce(d.unit, l.price_unit) as rate_unit,
      (select sum(same.quantity_milli)::bigint from transaction_lines same where same.transaction_id = t.id and same.product = l.product) as bought_milli,
      coalesce((select -sum(back.quantity_milli)::bigint from transactions credit join transaction_lines back on back.transaction_id = credit.id
        where credit.credited_id = t.id and back.product = l.product), 0) as credited_milli
    from transactions t join transaction_lines l on l.transaction_id = t.id left join daily_rates d on d.id = l.rate_id
    where t.id = any(${transactions}::bigint[]) and t.provider_id is not null and t.credited_id is null and l.cost_pre_cents is not null and l.quantity_milli > 0`.execute(
      db,
    )
  ).rows

const figures = sql.raw('taxes, charged_e6, published_e6, charged_cents, published_cents, amount_cents, tax_cents')
const types = sql.raw(
  'line_id bigint, transaction_id bigint, provider_id bigint, kind text, taxes text, txn_at timestamp, currency text, unit text, quantity_milli bigint, charged_e6 bigint, published_e6 bigint, charged_cents bigint, published_cents bigint, amount_cents bigint, tax_cents bigint',
)
/** Stores what can be claimed on these transactions. Open claims that no longer hold go; sent ones stay as sent. */
export async function replaceOpenClaims(
  db: Db,
  transactions: readonly number[],
  derived: readonly (DerivedClaim & Pick<DerivableLine, 'line_id'>)[],
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(derived)}::jsonb) as n (${types})`
  await sql`
    delete from claims c where transaction_id = any(${transactions}::bigint[]) and status = 'open'
      and not exists (select from ${given} where n.line_id = c.line_id and n.kind = c.kind)`.execute(db)
  await sql`
    insert into claims (line_id, transaction_id, provider_id, kind, txn_at, currency, unit, quantity_milli, ${figures})
    select line_id, transaction_id, provider_id, kind, txn_at, currency, unit, quantity_milli, ${figures} from ${given}
    on conflict (line_id, kind) do update set (txn_at, quantity_milli, unit, ${figures}, version, updated_at)
      = (excluded.txn_at, excluded.quantity_milli, excluded.unit, excluded.taxes, excluded.charged_e6, excluded.published_e6, excluded.charged_cents,
        excluded.published_cents, excluded.amount_cents, excluded.tax_cents, claims.version + 1, now())
    where claims.status = 'open' and (claims.charged_cents, claims.published_cents, claims.amount_cents, claims.tax_cents, claims.txn_at, claims.taxes)
      is distinct from (excluded.charged_cents, excluded.published_cents, excluded.amount_cents, excluded.tax_cents, excluded.txn_at, excluded.taxes)`.execute(
    db,
  )
}
