import { sql } from 'kysely'
import type { DrawingLine, NewTransaction } from '../balances/card-draws.rules.ts'
import type { Db } from '../db/connect.ts'

/** The file's cards, in locking order. */
export const listStagedCards = async (db: Db): Promise<number[]> =>
  (
    await sql<{
      card_id: number
    }>`select distinct card_id from import_transactions where card_id is not null order by 1`.execute(db)
  ).rows.map(({ card_id }) => card_id)

export type StagedTransaction = NewTransaction & { card_id: number }
/** The file's transactions on the given cards, in chronological order, with priced lines. */
export async function listStagedTransactions(db: Db, cards: readonly number[]): Promise<StagedTransaction[]> {
  const { rows } = await sql<Omit<StagedTransaction, 'lines'>>`
    select s.card_id, s.transaction_id as id, s.day::text as day, s.sign = -1 as "isCredit"
    from import_transactions s where s.card_id = any(${cards}::bigint[]) order by s.card_id, s.txn_at, s.transaction_id`.execute(
    db,
  )
  const { rows: lines } = await sql<DrawingLine & { transaction_id: number }>`
    select s.transaction_id, i.product, i.unit, i.quantity_milli, p.amount_cents, null::bigint as dash_cash_cents
    from import_transactions s cross join lateral unnest(s.line_ids) as line (line_id) join import_inputs i using (line_id) join import_priced p using (line_id)
    where s.card_id = any(${cards}::bigint[])`.execute(db)
  const linesOf = Map.groupBy(lines, ({ transaction_id }) => transaction_id)
  return rows.map((row) => ({ ...row, lines: linesOf.get(row.id) ?? [] }))
}

export type StagedCredit = { transaction_id: number; card_id: number; credited_id: number }
/** The file's inserted credits, in the order of their purchases. */
export const listStagedCredits = async (db: Db): Promise<StagedCredit[]> =>
  (
    await sql<StagedCredit>`
    select t.id as transaction_id, t.card_id, t.credited_id from import_transactions s join transactions t on t.id = s.transaction_id
    where s.sign = -1 and t.card_id is not null and t.credited_id is not null order by t.id`.execute(db)
  ).rows
