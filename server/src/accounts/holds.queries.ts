import type { Message } from '@portal/contract/message.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

export type HoldReason = 'nsf' | 'credit'
type Some = { reason: HoldReason; note: Message }
const among = (ids: readonly number[]) => sql`any(${ids}::bigint[])`
const changedRows = async (counted: Promise<{ rows: { changed: number }[] }>): Promise<number> =>
  (await counted).rows[0]?.changed ?? 0

/** Locks cards in id order, like every change of many cards, and only then reads them. */
export async function lockCardsOf(db: Db, companyId: number): Promise<number[]> {
  const locked = db
    .selectFrom('cards')
    .select('id')
    .where('company_id', '=', companyId)
    .where('card_status', '!=', 'CLOSED')
    .orderBy('id')
    .forUpdate()
  return (await locked.execute()).map(({ id }) => id)
}
/** The cards that a hold would affect. */
export async function countActiveCards(db: Db, companyId: number): Promise<number> {
  const counted = db.selectFrom('cards').where('company_id', '=', companyId).where('card_status', '=', 'RELEASE')
  return (await counted.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}
export async function lockHeldCards(db: Db, companyId: number, reason: HoldReason): Promise<number[]> {
  const held = db
    .selectFrom('automatic_holds')
    .select('card_id')
    .where('company_id', '=', companyId)
    .where('reason', '=', reason)
  return (await db.selectFrom('cards').select('id').where('id', 'in', held).orderBy('id').forUpdate().execute()).map(
    ({ id }) => id,
  )
}

/**
 * Holds locked cards and stores their earlier status, taken from an earlier rule's hold if there is one. A card already
 * on hold gets an entry too, so that it cannot be released while the rule applies.
 */
export const insertHolds = (db: Db, ids: readonly number[], { reason, note }: Some): Promise<number> =>
  changedRows(
    sql<{ changed: number }>`
      with before as (
        select cards.id, cards.company_id, card_status, (select min(former_status) from automatic_holds where card_id = cards.id) as held_from
        from cards where cards.id = ${among(ids)} and card_status <> 'CLOSED'
      ), noted as (
        insert into automatic_holds (company_id, card_id, reason, former_status)
        select company_id, id, ${reason}, coalesce(held_from, card_status) from before on conflict (card_id, reason) do nothing
      ), changed as (
        update cards set card_status = 'HOLD', version = version + 1, updated_at = now()
        from before where cards.id = before.id and before.card_status = 'RELEASE' returning cards.id, cards.company_id
      ), logged as (
        insert into card_events (card_id, company_id, kind, from_status, to_status, note)
        select id, company_id, 'status', 'RELEASE', 'HOLD', ${note} from changed
      ) select count(*)::int as changed from changed`.execute(db),
  )

/**
 * Ends one rule's holds. A card returns to its earlier status once no other rule holds it. A hold set by a user stays.
 */
export const deleteHolds = (db: Db, ids: readonly number[], { reason, note }: Some): Promise<number> =>
  changedRows(
    sql<{ changed: number }>`
      with ended as (
        delete from automatic_holds where card_id = ${among(ids)} and reason = ${reason} returning card_id, former_status
      ), free as (
        select card_id from ended
        where former_status = 'RELEASE' and not exists (select from automatic_holds other where other.card_id = ended.card_id and other.reason <> ${reason})
      ), changed as (
        update cards set card_status = 'RELEASE', version = version + 1, updated_at = now()
        from free where cards.id = free.card_id and cards.card_status = 'HOLD' returning cards.id, cards.company_id
      ), logged as (
        insert into card_events (card_id, company_id, kind, from_status, to_status, note)
        select id, company_id, 'status', 'HOLD', 'RELEASE', ${note} from changed
      ) select count(*)::int as changed from changed`.execute(db),
  )

export async function updateCreditHeld(db: Db, companyId: number, at: Date | null): Promise<void> {
  await db
    .updateTable('customers')
    .set({ credit_held_at: at?.toISOString() ?? null })
    .where('company_id', '=', companyId)
    .execute()
}

/**
 * The customers for the job: those with a hold rule or cards held for it, and those with cards held for a returned
 * payment.
 */
export async function listToSettle(db: Db, after: number, size: number): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select company_id from (
      select company_id from customers where (hold_rule = 'hold' or credit_held_at is not null)
      union select company_id from automatic_holds where reason = 'nsf'
    ) concerned where company_id > ${after} order by 1 limit ${size}`.execute(db)
  return rows.map(({ company_id }) => company_id)
}

/** Records a rule's action in the customer's audit log, without a user (A1). */
export async function insertRuleAudit(
  db: Db,
  companyId: number,
  action: string,
  after: Record<string, unknown>,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      action,
      company_id: companyId,
      record_type: 'company',
      record_id: companyId,
      after: JSON.stringify(after),
    })
    .execute()
}
