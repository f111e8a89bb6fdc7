import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { KeptLine } from './manual-lines.columns.ts'

type Sought = {
  authentication_id: string
  txn_at: string
  provider_id: number | null
  card_number: string | null
  currency: string
}
export type SoughtOriginal = Sought & { id: number; company_id: number }
/** Of the same provider, if both name one. */
const isOfProvider = (provider_id: number | null) => sql<boolean>`coalesce(provider_id = ${provider_id}::bigint, true)`
/**
 * Purchases with the code, whatever their day (TXN-22). Same card first, then same currency, then those that are not
 * later than the credit, then the newest.
 */
const purchasesWith = (db: Db, { authentication_id, txn_at, provider_id, card_number, currency }: Sought) =>
  db
    .selectFrom('transactions')
    .where('authentication_id', '=', authentication_id)
    .where('credited_id', 'is', null)
    .where('amount_cents', '>', 0)
    .where(isOfProvider(provider_id))
    .orderBy(sql`card_number is not distinct from ${card_number}::text`, 'desc')
    .orderBy(sql`currency = ${currency}`, 'desc')
    .orderBy(sql`txn_at < ${txn_at}::date + 1`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
/** The purchase that a credit refers to: same company and code, and the same card if possible. */
export async function findOriginal(db: Db, sought: SoughtOriginal): Promise<number | null> {
  const purchases = purchasesWith(db, sought).where('company_id', '=', sought.company_id).where('id', '!=', sought.id)
  return (await purchases.select('id').executeTakeFirst())?.id ?? null
}
/** The company of a purchase on a card. Its credit belongs to that company, even if another one holds the card now. */
export async function findBuyer(db: Db, sought: Sought): Promise<{ company_id: number; card_id: number } | null> {
  if (sought.card_number === null) return null
  const purchases = purchasesWith(db, sought)
    .where('card_number', '=', sought.card_number)
    .where('card_id', 'is not', null)
  return (
    ((await purchases.select(['company_id', 'card_id']).executeTakeFirst()) as
      | { company_id: number; card_id: number }
      | undefined) ?? null
  )
}

export type Original = NonNullable<Awaited<ReturnType<typeof lockOriginal>>>
/** Locks the purchase until the transaction ends, so that two credits cannot credit the same part. */
export const lockOriginal = (db: Db, id: number) =>
  db
    .selectFrom('transactions')
    .select(['id', 'txn_at', 'card_number', 'currency'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Credits with the code of a purchase that were entered before it. Locked, because they are linked to it. */
export const lockStandingCredits = (db: Db, purchase: Omit<SoughtOriginal, 'txn_at' | 'card_number' | 'currency'>) =>
  db
    .selectFrom('transactions')
    .select(['id', 'txn_at', 'card_number', 'currency', 'invoice_id', 'company_id'])
    .where('authentication_id', '=', purchase.authentication_id)
    .where('company_id', '=', purchase.company_id)
    .where('id', '!=', purchase.id)
    .where('credited_id', 'is', null)
    .where('amount_cents', '<', 0)
    .where(isOfProvider(purchase.provider_id))
    .orderBy('id')
    .forUpdate()
    .execute()
export async function linkToPurchase(db: Db, purchase: number, credits: readonly number[]): Promise<void> {
  await db
    .updateTable('transactions')
    .set(({ eb }) => ({ credited_id: purchase, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', sql<number>`any(${credits}::bigint[])`)
    .execute()
}
export const listLinesOf = (db: Db, ids: readonly number[]): Promise<KeptLine[]> =>
  db
    .selectFrom('transaction_lines')
    .selectAll()
    .where('transaction_id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()

/** The lines of a purchase and of its credits, except one transaction. */
export async function listCreditable(
  db: Db,
  id: number,
  ownId: number,
): Promise<{ sold: KeptLine[]; credited: KeptLine[] }> {
  const lines = (await db
    .selectFrom('transaction_lines')
    .innerJoin('transactions', 'transactions.id', 'transaction_lines.transaction_id')
    .selectAll('transaction_lines')
    .where(({ eb, or }) => or([eb('transactions.id', '=', id), eb('transactions.credited_id', '=', id)]))
    .where('transactions.id', '!=', ownId)
    .orderBy('transaction_lines.id')
    .execute()) as KeptLine[]
  return {
    sold: lines.filter((line) => line.transaction_id === id),
    credited: lines.filter((line) => line.transaction_id !== id),
  }
}

/** The provider and purchase of a transaction, read without locking, to decide whether to take the pricing lock. */
export async function findLinks(
  db: Db,
  id: number,
): Promise<{ provider_id: number | null; credited_id: number | null }> {
  const found = await db
    .selectFrom('transactions')
    .select(['provider_id', 'credited_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? { provider_id: null, credited_id: null }
}
