import { defaultSecondPersonCents } from '@portal/contract/billing/billing-settings.ts'
import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import type { FuelProviderName } from '@portal/contract/lookups/providers.rules.ts'
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db, Scope } from '../../db/connect.ts'
import type { TransactionLines, Transactions } from '../../db/schema.ts'
import { lockTransaction, visibleTransactions } from '../transactions.queries.ts'
import type { KeptLine } from './manual-lines.columns.ts'

export type KeptTransaction = Selectable<Transactions> & { provider: FuelProviderName | null; lines: KeptLine[] }
/** Locks a transaction until the database transaction ends, and returns it with its lines. */
export async function lockWithLines(db: Db, scope: Scope, id: number): Promise<KeptTransaction> {
  await lockTransaction(db, scope, id)
  const [transaction, lines] = await Promise.all([
    visibleTransactions(db, scope)
      .leftJoin('fuel_providers', 'fuel_providers.id', 'transactions.provider_id')
      .selectAll('transactions')
      .select('fuel_providers.name as provider')
      .where('transactions.id', '=', id)
      .executeTakeFirstOrThrow(),
    db.selectFrom('transaction_lines').selectAll().where('transaction_id', '=', id).orderBy('n').execute(),
  ])
  return { ...(transaction as Omit<KeptTransaction, 'lines'>), lines }
}

/** Whether a file can contain the transaction, read without locking. */
export async function hasProvider(db: Db, scope: Scope, id: number): Promise<boolean> {
  const found = await visibleTransactions(db, scope)
    .select('provider_id')
    .where('transactions.id', '=', id)
    .executeTakeFirst()
  return found !== undefined && found.provider_id !== null
}

export type Holder = { card_id: number; company_id: number | null; company_name: string | null; kind: string | null }
export type PurchasePlace = { site_id: number | null; province: string | null }
/**
 * The card and the company that held it at a time in the site's time zone, or in the main one of the province, or in
 * the provider's (TXN-21).
 */
export async function findHolder(
  db: Db,
  cardNumber: string,
  at: string,
  { site_id, province }: PurchasePlace,
): Promise<Holder | undefined> {
  const zone = sql`coalesce((select time_zone from sites where id = ${site_id}::bigint),
    (select time_zone from states where id = ${jurisdictionOf(province ?? '')}), (select time_zone from companies where kind = 'provider'))`
  const { rows } = await sql<Holder>`
    select cards.id as card_id, holder.id as company_id, holder.name as company_name, holder.kind
    from cards left join lateral (
      select c.id, c.name, c.kind from card_assignments a join companies c on c.id = a.company_id
      where a.card_id = cards.id and a.from_at <= ${at}::timestamp at time zone ${zone} order by a.from_at desc limit 1
    ) holder on true
    where cards.card_number = ${cardNumber}`.execute(db)
  return rows[0]
}
/** The day after today in the provider's time zone. */
export async function getTomorrow(db: Db, now: Date): Promise<string> {
  const { rows } = await sql<{
    day: string
  }>`select provider_day(${now.toISOString()}::timestamptz) + 1 as day`.execute(db)
  return (rows[0] as { day: string }).day
}
/** Above this amount, some typed amounts wait for a second person (TXN-22). */
export async function getSecondPersonCents(db: Db): Promise<number> {
  const settings = await db.selectFrom('billing_settings').select('second_person_cents').executeTakeFirst()
  return settings?.second_person_cents ?? defaultSecondPersonCents
}
/** Site numbers are compared as text without leading zeros. */
export async function findSiteId(db: Db, providerId: number, siteNumber: string): Promise<number | null> {
  const number = siteNumber.replace(/^0+(?=.)/, '')
  const found = await db
    .selectFrom('sites')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('site_number', '=', number)
    .executeTakeFirst()
  return found?.id ?? null
}
export type HeadColumns = Omit<Insertable<Transactions>, 'id' | 'version' | 'created_at' | 'updated_at'>
export async function insertHead(db: Db, transaction: HeadColumns): Promise<number> {
  return (await db.insertInto('transactions').values(transaction).returning('id').executeTakeFirstOrThrow()).id
}
export async function updateHead(db: Db, id: number, changed: Updateable<Transactions>): Promise<void> {
  await db
    .updateTable('transactions')
    .set(({ eb }) => ({ ...changed, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', id)
    .execute()
}
export type NewLine = Insertable<TransactionLines>
export async function insertTypedLines(db: Db, lines: readonly NewLine[]): Promise<void> {
  if (lines.length > 0) await db.insertInto('transaction_lines').values(lines).execute()
}
export async function updateLine(db: Db, id: number, changed: Updateable<TransactionLines>): Promise<void> {
  await db.updateTable('transaction_lines').set(changed).where('id', '=', id).execute()
}
export async function deleteLines(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db.deleteFrom('transaction_lines').where('id', '=', sql<number>`any(${ids}::bigint[])`).execute()
}

type Identified = { id: number; provider_id: number; authentication_id: string; txn_at: string }
/** Whether an import would find these lines already booked. Call it only under the pricing lock (I3). */
export async function isBooked(
  db: Db,
  { id, provider_id, authentication_id, txn_at }: Identified,
  lines: readonly Signed[],
): Promise<boolean> {
  const found = await db
    .selectFrom('transaction_identities')
    .select('transaction_id')
    .where('provider_id', '=', provider_id)
    .where('authentication_id', '=', authentication_id)
    .where('txn_date', '=', sql<string>`${txn_at}::date`)
    .where(
      sql<SqlBool>`(product, sign) in (select product, sign from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (product text, sign int))`,
    )
    .where('transaction_id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
export type Signed = { product: string; sign: number; amount_cents: number; quantity_milli: number }
export async function deleteIdentities(db: Db, id: number): Promise<void> {
  await db.deleteFrom('transaction_identities').where('transaction_id', '=', id).execute()
}
export async function replaceIdentities(
  db: Db,
  { id, provider_id, authentication_id, txn_at }: Identified,
  lines: readonly Signed[],
): Promise<void> {
  await deleteIdentities(db, id)
  await sql`
    insert into transaction_identities (provider_id, authentication_id, txn_date, product, sign, occurrence, transaction_id, file_amount_cents, quantity_milli)
    select ${provider_id}, ${authentication_id}, ${txn_at}::date, product, sign, row_number() over (partition by product, sign), ${id}, amount_cents, quantity_milli
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (product text, sign smallint, amount_cents bigint, quantity_milli bigint)`.execute(
    db,
  )
}
